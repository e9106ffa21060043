import { describe, expect, test } from 'vitest';
import { safeLine, t } from '../../src/text/safe.ts';
import { rowsOf } from './screen.tsx';
import { fakeDesk, sampleWorld } from './world.ts';

function footerAt(columns: number, more: object = {}) {
  return rowsOf(fakeDesk(sampleWorld({ columns, rows: 24 }, { link: 'fast', ...more })).desk)[23]!;
}

describe('the footer', () => {
  test.each([40, 60, 80, 99, 100, 120])('names the key for help and the effect of Esc at %i columns', columns => {
    for (const pane of ['list', 'detail', 'inboxes'])
      expect(footerAt(columns, { pane })).toMatch(/ {2}\? help {2}Esc \w+|^ 2 marked {2}\? help {2}Esc \w+/);
  });

  test('cuts no key in half, and leaves out the less used ones first', () => {
    expect(footerAt(80)).toMatch(
      /^ 2 marked {2}r reply {2}e archive {2}t tag {2}a assign {2}n note {2}\? help {2}Esc unmark/,
    );
    expect(footerAt(120)).toMatch(/n note {2}\/ filter {2}s status {2}\? help {2}Esc unmark/);
    const { list } = sampleWorld({ columns: 80, rows: 24 });
    expect(footerAt(80, { list: { ...list, marks: new Set() } })).toMatch(
      /n note {2}\/ filter {2}s status {2}\? help *$/,
    );
  });

  test.each([
    [40, ' 2+1 marked '],
    [80, ' 3 marked, 1 not shown '],
    [120, ' 3 marked, 1 not shown '],
  ])('says at %i columns how many marked conversations are not shown', (columns, said) => {
    const { list } = sampleWorld({ columns, rows: 24 });
    const away = new Map([[7, list.query]]);
    expect(footerAt(columns, { list: { ...list, away } })).toMatch(new RegExp(`^${said.replace('+', '\\+')}`));
    expect(footerAt(columns, { list: { ...list, away } })).toContain('? help');
  });

  test.each([80, 120])('cuts a long notice before its end, which names the key, at %i columns', columns => {
    const text = t`Not sent yet, 12 changes are kept: help.shop.example does not answer within 30 s (ECONNREFUSED, 3 tries). · go shows them`;
    expect(footerAt(columns, { notice: { tone: 'problem', text } })).toMatch(
      /Not sent yet, 12 changes are kept.*… · go shows them {2}\? help/,
    );
  });

  test('says a notice in its short words if the whole one leaves no room for the way back', () => {
    const notice = {
      tone: 'done',
      text: t`Also today: #1 Refund for order 7741 (same customer) · m merges`,
      short: t`Also today: #1 · m merges`,
    };
    expect(footerAt(80, { pane: 'detail', notice })).toMatch(/Also today: #1 · m merges +\? help {2}Esc \w+/);
    expect(footerAt(120, { pane: 'detail', notice })).toMatch(/\(same customer\) · m merges +\? help {2}Esc \w+/);
    const problem = { ...notice, tone: 'problem' };
    expect(footerAt(80, { pane: 'detail', notice: problem })).toMatch(/Also today: #1 Refund.*… · m merges {2}\? help/);
    const long = { ...problem, text: t`Not to be said in the cells that there are: ${problem.text}` };
    expect(footerAt(80, { pane: 'detail', notice: long })).toMatch(/Also today: #1 · m merges +\? help/);
  });

  test.each(['fast', 'slow'] as const)('leaves the key for help in its cells beside a notice, over a %s link', link => {
    for (const pane of ['list', 'detail']) {
      for (const columns of [80, 120]) {
        const bare = footerAt(columns, { pane, link });
        const told = footerAt(columns, { pane, link, notice: { tone: 'problem', text: t`Nothing to undo.` } });
        expect(told).toContain('Nothing to undo.');
        expect(told.indexOf('? help')).toBe(bare.indexOf('? help'));
        expect(told.length).toBe(bare.length);
      }
    }
  });

  test.each([80, 120])('keeps the key for help beside each notice that leaves it room, at %i columns', columns => {
    for (const length of [10, 30, 45, 50]) {
      const told = footerAt(columns, { notice: { tone: 'done', text: safeLine('x'.repeat(length)) } });
      expect(told).toContain('x'.repeat(length));
      expect(told).toContain('  ? help');
    }
  });

  test('counts open items of go before unsent ones', () => {
    const refused = [{ key: 'a', title: t`Archived #1`, reasons: [], written: '', at: 0 }];
    expect(footerAt(120, { unsent: 3, refused })).toMatch(/ go: 1 to see\s*$/);
    expect(footerAt(120, { unsent: 3 })).toMatch(/ 3 unsent\s*$/);
  });

  test.each([
    ['unreachable', 120, / offline since 09:12 · 2 unsent\s*$/],
    ['portal', 120, / portal since 09:12 · 2 unsent\s*$/],
    ['signedOut', 80, / signed out since 09:12 · 2 unsent\s*$/],
    ['unreachable', 79, / offline 09:12 · 2 unsent\s*$/],
    ['unreachable', 40, / offline · 2 unsent\s*$/],
    ['signedOut', 36, / signed out\s*$/],
  ] as const)('says that the help center cannot be used (%s) at %i columns', (why, columns, said) => {
    const since = new Date(2026, 10, 20, 9, 12).getTime();
    const offline = { since, why, text: t`No answer.`, nextTryAt: 0 };
    expect(footerAt(columns, { offline, unsent: 2 })).toMatch(said);
    expect(footerAt(columns, { offline, unsent: 2 })).toContain('? help');
  });
});
