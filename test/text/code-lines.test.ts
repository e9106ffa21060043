import { describe, expect, it } from 'vitest';
import { codeLines } from '../../src/text/code-lines.ts';

describe('lines that a program wrote', () => {
  it.each<[string, string[]]>([
    ['a log with dates', ['2026-11-20T09:12:01Z api ready', '2026-11-20T09:12:02Z api GET /orders 500']],
    [
      'a log of the system',
      ['Nov 20 09:12:01 mail postfix/smtpd[1]: connect', 'Nov  2 09:12:02 mail postfix[1]: lost'],
    ],
    ['levels', ['[INFO] start', 'ERROR: no such table']],
    ['code', ['    if (order == null) {', '    return orders.find(id);']],
    ['a stack', ['java.lang.NullPointerException: order', '\tat com.shop.Order.pay(Order.java:42)']],
    ['a table of blanks', ['Item       Count   Price   Sum', 'Lantern        2    4.00  8.00']],
    ['a table of bars', ['| Item | Count |', '|------|-------|']],
    [
      'an access log',
      ['1.2.3.4 - - [20/Nov/2026:09:12:01 +0000] "GET /"', '1.2.3.4 - - [20/Nov/2026:09:12:02 +0000] "GET /a"'],
    ],
  ])('are those of %s', (_, lines) => {
    expect(codeLines(lines)).toEqual(lines.map(() => true));
  });

  it.each<[string, string[]]>([
    ['a letter', ['Hello,', 'I sent the shoes back (twice) and still have no money.', '', 'Zoë']],
    ['a list', ['- the first  point', '- the second one', '1. a third']],
    ['an indented paragraph', ['    I sent the shoes back two weeks ago (order 7741)', '    and still have no money.']],
    ['one line alone', ['It says:', '2026-11-20 09:12:01 no such order', 'What is that?']],
    ['nothing', []],
  ])('are not those of %s', (_, lines) => {
    expect(codeLines(lines)).toEqual(lines.map(() => false));
  });
});
