import { describe, expect, test } from 'vitest';
import {
  asksTerminal,
  charsetOf,
  checkTerminal,
  escapeDelayMs,
  isMultiplexed,
  terminalSize,
} from '../../src/terminal/tty.ts';

const TTY = { isTTY: true };
const PIPE = {};

describe('checkTerminal', () => {
  test('an ordinary terminal will do', () => {
    expect(checkTerminal({ TERM: 'xterm-256color' }, TTY, TTY)).toEqual({ ok: true });
  });

  test.for([
    ['a piped stdin', { TERM: 'xterm' }, PIPE, TTY, 'standard input is not a terminal'],
    ['a piped stdout', { TERM: 'xterm' }, TTY, PIPE, 'standard output is not a terminal'],
    ['a dumb terminal', { TERM: 'dumb' }, TTY, TTY, 'TERM is "dumb"'],
    ['an unknown terminal', { TERM: 'unknown' }, TTY, TTY, 'TERM is "unknown"'],
    ['no TERM', {}, TTY, TTY, 'TERM is not set'],
    ['an empty TERM', { TERM: '' }, TTY, TTY, 'TERM is not set'],
  ] as const)('%s is refused in one line that says what to do', ([, env, stdin, stdout, reason]) => {
    const check = checkTerminal(env, stdin, stdout);
    const message = check.ok ? '' : check.message;
    expect(message).toContain(`The desk needs a terminal: ${reason}`);
    expect(message).toMatch(/(Start it in one|Set it to)[^\n]+\.$/);
  });
});

describe('terminalSize', () => {
  test('is the terminal’s, or 80x24 if the terminal does not know it', () => {
    expect(terminalSize({ columns: 132, rows: 43 })).toEqual({ columns: 132, rows: 43 });
    expect(terminalSize({ columns: 0, rows: 0 })).toEqual({ columns: 80, rows: 24 });
    expect(terminalSize({})).toEqual({ columns: 80, rows: 24 });
  });
});

describe('escapeDelayMs', () => {
  test.for([
    ['0', 0],
    ['25', 25],
    ['10000', 10000],
    ['10001', 140],
    ['-1', 140],
    ['soon', 140],
    ['', 140],
    [undefined, 140],
  ] as const)('ESCDELAY=%s returns %d, with 140 in the settings', ([value, ms]) => {
    expect(escapeDelayMs({ ESCDELAY: value }, 140)).toBe(ms);
  });

  test('is 100 by default', () => {
    expect(escapeDelayMs({})).toBe(100);
  });
});

test('a multiplexer is known by its own variables or by TERM, and mosh by the variables that it sets for ncurses', () => {
  const known = [{ TMUX: '/tmp/x,1,0' }, { STY: '12.pts' }, { TERM: 'screen-256color' }, { TERM: 'tmux' }];
  expect([...known, { NCURSES_NO_UTF8_ACS: '1' }].map(isMultiplexed)).toEqual(Array(5).fill(true));
  expect([{ TERM: 'xterm' }, { TMUX: '' }, {}].map(isMultiplexed)).toEqual([false, false, false]);
});

test('a multiplexer and the Linux console are not asked for margins', () => {
  expect([{ TMUX: '/tmp/x,1,0' }, { TERM: 'linux' }].map(asksTerminal)).toEqual([false, false]);
  expect([{ TERM: 'xterm-256color' }, { TERM: 'vt420' }].map(asksTerminal)).toEqual([true, true]);
});

test.for([
  [{}, 'unicode'],
  [{ LANG: 'de_DE.UTF-8' }, 'unicode'],
  [{ LANG: 'C.utf8' }, 'unicode'],
  [{ LANG: 'C' }, 'ascii'],
  [{ LANG: 'POSIX' }, 'ascii'],
  [{ LANG: 'de_DE.ISO-8859-1' }, 'ascii'],
  [{ LANG: 'de_DE' }, 'ascii'],
  [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, 'unicode'],
  [{ LANG: 'en_US.UTF-8', LC_CTYPE: 'C' }, 'ascii'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: '' }, 'unicode'],
  [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, 'ascii signs'],
  [{ LANG: 'C', TERM: 'linux' }, 'ascii'],
] as const)('in %j what may be written is %s', ([env, charset]) => {
  expect(charsetOf(env)).toBe(charset);
});
