import { describe, expect, test } from 'vitest';
import { openKeys } from './keys-driver.ts';

const ESC = '\x1b';

/** Every kind of sequence that a terminal sends, with the keys that it is. The letters in it act in a list. */
const SEQUENCES: readonly [string, string, readonly string[]][] = [
  ['an arrow', '[A', ['up']],
  ['an arrow with a modifier', '[1;5D', ['ctrl-left']],
  ['an application arrow', 'OA', ['up']],
  ['a function key', 'OP', ['f1']],
  ['a function key with a number', '[24~', ['f12']],
  ['a function key of the Linux console', '[[C', ['f3']],
  ['a shifted key of rxvt', '[7$', ['shift-home']],
  ['Shift-Tab', '[Z', ['shift-tab']],
  ['the 5 of the keypad', '[E', []],
  ['a key of kitty', '[97:65;2u', ['A']],
  ['a key of kitty with its text', '[47;2;63u', ['?']],
  ['a key of kitty that is let go', '[106;1:3u', []],
  ['a key of modifyOtherKeys', '[27;5;100~', ['ctrl-d']],
  ['a status report', '[0n', []],
  ['the cursor’s place', '[12;40R', []],
  ['who the terminal is', '[?62;22c', []],
  ['a further answer of who it is', '[>41;370;0c', []],
  ['a mode', '[?2026;2$y', []],
  ['a mode of ANSI', '[4;1$y', []],
  ['the window’s size', '[8;24;80t', []],
  ['the flags of kitty', '[?1u', []],
  ['the focus', '[I', []],
  ['a mouse', '[M !!', []],
  ['a mouse with numbers', '[<0;10;20M', []],
  ['a mouse of urxvt', '[32;10;20M', []],
  ['a colour with BEL', ']11;rgb:1e1e/2020/2a2a\x07', []],
  ['a colour with ST', ']11;rgb:1e1e/2020/2a2a\x1b\\', []],
  ['a clipboard', ']52;c;ZWVl\x07', []],
  ['a title', ']lee\x1b\\', []],
  ['a name of the terminal', 'P>|XTerm(370)\x1b\\', []],
  ['a capability', 'P1+r4d73=65\x1b\\', []],
  ['a setting', 'P1$r0m\x1b\\', []],
  ['a picture', '_Gi=1;OK\x1b\\', []],
  ['an SOS', 'Xe q!\x1b\\', []],
  ['a PM', '^dd e\x1b\\', []],
  ['a paste', '[200~eQy\x1b[201~', ['<eQy>']],
  ['an empty paste', '[200~\x1b[201~', []],
  ['the end of a paste', '[201~', []],
];

/** The controls of 8 bits, by the second character of their form of 7 bits. */
const C1: Readonly<Record<string, string>> = {
  '[': '\u009b',
  O: '\u008f',
  ']': '\u009d',
  P: '\u0090',
  _: '\u009f',
  X: '\u0098',
  '^': '\u009e',
};

/** The same sequence in characters of 8 bits, with the end of a string. */
function inEightBits(sequence: string): string {
  return (C1[sequence[0]!] + sequence.slice(1)).replaceAll(`${ESC}\\`, '\u009c');
}

const STALLS = [1, 99, 101, 999, 1001, 5000, 600_000];

/** Where a sequence can be cut: at every byte, but not directly behind an Esc that is also a key. */
function cutsOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length - 1 }, (_, at) => at + 1).filter(at => bytes[at - 1] !== 0x1b);
}

/** At each place alone, and at all of them. The text of a paste that comes a byte a second is typed, as no end may come. */
function waysToCut(bytes: Buffer): (readonly number[])[] {
  const cuts = cutsOf(bytes);
  const alone = cuts.map(at => [at]);
  return bytes.includes('[200~') ? alone : [...alone, cuts];
}

function feedCut(bytes: Buffer, cuts: readonly number[], stall: number): readonly string[] {
  const keys = openKeys();
  [0, ...cuts].forEach((from, index) => {
    keys.feed(bytes.subarray(from, cuts[index]));
    keys.pass(stall);
  });
  keys.pass(1200);
  keys.feedText('j');
  return keys.names();
}

/** A paste that stalls comes in parts, or is dropped; of its marks nothing is ever text. */
function isPartOf(names: readonly string[], whole: readonly string[]): boolean {
  if (names.every((name, at) => name === whole[at])) return true;
  const pasted = names.filter(name => name.startsWith('<')).map(name => name.slice(1, -1));
  return pasted.length === names.length && whole.join('').includes(pasted.join(''));
}

/** No terminal marks pastes by controls of 8 bits. */
function formsOf(sequence: string): (readonly [string, Buffer])[] {
  const seven = ['7 bits', Buffer.from(ESC + sequence)] as const;
  if (sequence.startsWith('[200~')) return [seven];
  const eight = inEightBits(sequence);
  return [seven, ['8 bits, in UTF-8', Buffer.from(eight)], ['8 bits', Buffer.from(eight, 'latin1')]];
}

describe.for(SEQUENCES)('%s that stalls is its key or nothing, then the next key is itself', ([, sequence, wanted]) => {
  for (const [form, bytes] of formsOf(sequence))
    test(`in ${form}, cut at any one place or everywhere, for any time`, () => {
      for (const stall of STALLS)
        for (const cuts of waysToCut(bytes)) {
          const names = feedCut(bytes, cuts, stall);
          const said = `cut after ${cuts} for ${stall} ms: ${names}`;
          expect(names.at(-1), said).toBe('j');
          expect(isPartOf(names.slice(0, -1), wanted), said).toBe(true);
        }
    });
});

test('a chord that begins like a sequence is itself after a second', () => {
  const keys = openKeys({ isAltBound: name => name === 'alt-O' });
  keys.feedText(`${ESC}O`);
  keys.pass(1000);
  expect(keys.names()).toEqual(['alt-O']);
});

test('a string that never ends stops at Esc, Enter or Ctrl-C', () => {
  for (const [control, name] of [
    ['\r', 'enter'],
    ['\x03', 'ctrl-c'],
    [`${ESC}[A`, 'up'],
  ] as const) {
    const keys = openKeys();
    keys.feedText(`${ESC}]1e`);
    keys.pass(5000);
    keys.feedText(`e${control}j`);
    expect(keys.names()).toEqual([name, 'j']);
  }
});

test('nothing waits for a sequence that stalls: no timer is left', () => {
  let timers = 0;
  const keys = openKeys({
    setTimer: fn => {
      timers += 1;
      if (timers < 10) fn();
      return () => undefined;
    },
  });
  keys.feedText(`${ESC}[1;`);
  expect(timers).toBe(1);
  expect(keys.names()).toEqual([]);
});
