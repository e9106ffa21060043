import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFull, runs } from '../../harness/full.ts';
import { openKeys } from './keys-driver.ts';

const ESC = '\x1b';
const OPEN = `${ESC}[200~`;
const CLOSE = `${ESC}[201~`;

/** What one script of bytes gives, however it is cut: name, bytes, keys, acknowledgements. */
const SCRIPTS: readonly [string, string, readonly string[], number?][] = [
  ['plain keys', 'jJ?', ['j', 'J', '?']],
  ['a run of equal keys', 'jjjjjjjjjj', Array(10).fill('j')],
  ['space and Enter', ' \r', ['space', 'enter']],
  ['letters beyond ASCII', 'é宽ß', ['é', '宽', 'ß']],
  ['an emoji beyond the BMP', '👍', ['👍']],
  ['control keys', '\x04\x15\x01\x1a\x03', ['ctrl-d', 'ctrl-u', 'ctrl-a', 'ctrl-z', 'ctrl-c']],
  ['the rarer control keys', '\0\x1c\x1d\x1e\x1f', ['ctrl-space', 'ctrl-\\', 'ctrl-]', 'ctrl-^', 'ctrl-_']],
  ['both backspaces', '\x7f\b', ['backspace', 'backspace']],
  ['a line feed is not Enter', '\n', ['ctrl-j']],
  ['Tab and Shift-Tab', `\t${ESC}[Z`, ['tab', 'shift-tab']],
  ['arrows', `${ESC}[A${ESC}[B${ESC}[C${ESC}[D`, ['up', 'down', 'right', 'left']],
  ['application arrows', `${ESC}OA${ESC}OB${ESC}OH${ESC}OF`, ['up', 'down', 'home', 'end']],
  ['arrows among letters', `j${ESC}[Be`, ['j', 'down', 'e']],
  [
    'Home and End in all their forms',
    `${ESC}[H${ESC}[1~${ESC}[7~${ESC}[F${ESC}[4~${ESC}[8~`,
    ['home', 'home', 'home', 'end', 'end', 'end'],
  ],
  ['the editing block', `${ESC}[2~${ESC}[3~${ESC}[5~${ESC}[6~`, ['insert', 'delete', 'pgup', 'pgdn']],
  [
    'F1 to F4 in all their forms',
    `${ESC}OP${ESC}OQ${ESC}OR${ESC}OS${ESC}[11~${ESC}[[B${ESC}[13~${ESC}[S`,
    ['f1', 'f2', 'f3', 'f4', 'f1', 'f2', 'f3', 'f4'],
  ],
  [
    'F5 to F12',
    [15, 17, 18, 19, 20, 21, 23, 24].map(n => `${ESC}[${n}~`).join(''),
    ['f5', 'f6', 'f7', 'f8', 'f9', 'f10', 'f11', 'f12'],
  ],
  [
    'keys with modifiers',
    `${ESC}[1;5D${ESC}[1;2A${ESC}[1;6C${ESC}[3;5~${ESC}[1;5P`,
    ['ctrl-left', 'shift-up', 'ctrl-shift-right', 'ctrl-delete', 'ctrl-f1'],
  ],
  [
    'keys with modifiers as rxvt sends them',
    `${ESC}Oa${ESC}[a${ESC}[7^${ESC}[8$${ESC}[3@`,
    ['ctrl-up', 'shift-up', 'ctrl-home', 'shift-end', 'ctrl-shift-delete'],
  ],
  [
    'keys as kitty numbers them',
    `${ESC}[106u${ESC}[100;5u${ESC}[27u${ESC}[13u${ESC}[9;2u${ESC}[32;5u`,
    ['j', 'ctrl-d', 'esc', 'enter', 'shift-tab', 'ctrl-space'],
  ],
  [
    'kitty: shifted, with text, in capitals, on the keypad',
    `${ESC}[97:65;2u${ESC}[47;2;63u${ESC}[97;65u${ESC}[57404u${ESC}[57414u${ESC}[57419u`,
    ['A', '?', 'A', '5', 'enter', 'up'],
  ],
  ['kitty: a key that is held and let go', `${ESC}[106;1:1u${ESC}[106;1:2u${ESC}[106;1:3u${ESC}[1;1:3B`, ['j', 'j']],
  [
    'kitty: Ctrl is what it is elsewhere',
    `${ESC}[105;5u${ESC}[109;5u${ESC}[91;5u${ESC}[104;5u`,
    ['tab', 'enter', 'esc', 'backspace'],
  ],
  [
    'kitty: keys that are not ours',
    `${ESC}[106;9u${ESC}[57358u${ESC}[57441u${ESC}[1;9A${ESC}[1114200u${ESC}[55296u${ESC}[3u`,
    [],
  ],
  [
    'modifyOtherKeys',
    `${ESC}[27;5;100~${ESC}[27;2;65~${ESC}[27;6;68~${ESC}[27;5;13~`,
    ['ctrl-d', 'A', 'ctrl-d', 'ctrl-enter'],
  ],
  ['an Alt that nothing can mistake, bound to nothing', `${ESC}[101;3u${ESC}[1;3D`, []],
  ['Esc and a letter in one read', `${ESC}e`, ['esc', 'e']],
  ['Esc and Enter in one read', `${ESC}\r`, ['esc', 'enter']],
  ['Esc twice, then an arrow', `${ESC}${ESC}[A`, ['esc', 'up']],
  [
    'Esc and keys that only begin like a sequence',
    `${ESC}Px${ESC}]x${ESC}_x${ESC}Ox${ESC}[j`,
    ['esc', 'P', 'x', 'esc', ']', 'x', 'esc', '_', 'x', 'esc', 'O', 'x', 'esc', '[', 'j'],
  ],
  ['an acknowledgement among keys', `j${ESC}[0nk`, ['j', 'k'], 1],
  ['three acknowledgements', `${ESC}[0n${ESC}[0n${ESC}[0n`, [], 3],
  ['another status report', `${ESC}[3n${ESC}[?10n`, []],
  ['who the terminal is, and its modes', `${ESC}[?62;22c${ESC}[>41;370;0c${ESC}[?69;1$y${ESC}[?2026;2$yk`, ['k']],
  ['where the cursor is (not F3)', `${ESC}[1;2R${ESC}[12;40R`, []],
  ['kitty flags, window size, focus', `${ESC}[?1u${ESC}[8;24;80t${ESC}[I${ESC}[O`, []],
  ['mouse reports that another program left on', `${ESC}[<0;10;20M${ESC}[<0;10;20m${ESC}[M !!j`, ['j']],
  ['a colour answer ended by BEL', `${ESC}]11;rgb:1e1e/2020/2a2a\x07j`, ['j']],
  ['a colour answer ended by ST', `${ESC}]11;rgb:1e1e/2020/2a2a${ESC}\\j`, ['j']],
  ['DCS and APC answers', `${ESC}P>|XTerm(370)${ESC}\\${ESC}P1$r0m${ESC}\\${ESC}_Gi=1;OK${ESC}\\j`, ['j']],
  ['SOS and PM strings', `${ESC}Xe q!${ESC}\\${ESC}^dd é${ESC}\\${ESC}X${ESC}\\${ESC}^x\x07j`, ['j']],
  ['8-bit SOS and PM strings, as characters', '\u0098e q!\u009cj\u009edd\u009ck\u001bX\u009cl', ['j', 'k', 'l']],
  ['Ctrl-C inside an SOS that never ends', `${ESC}Xq!\x03j`, ['ctrl-c', 'j']],
  ['Ctrl-C inside a string that never ends', `${ESC}]11;rgb\x03j`, ['ctrl-c', 'j']],
  ['Ctrl-C inside a CSI', `${ESC}[1;\x03j`, ['ctrl-c', 'j']],
  ['a string that an arrow breaks off', `${ESC}]11;rgb${ESC}[A`, ['up']],
  [
    '8-bit answers, as characters',
    '\u009b0n\u009b?62c\u009d11;rgb:0/0/0\u009cj\u0090>|x\u009ck\u009f1\x07',
    ['j', 'k'],
    1,
  ],
  ['8-bit keys', '\u009bA\u008fP\u0085j', ['up', 'f1', 'j']],
  ['a paste', `${OPEN}eee q!${CLOSE}`, ['<eee q!>']],
  ['a paste of lines', `${OPEN}one\rtwo\r\nthree\n${CLOSE}`, ['<one\ntwo\nthree\n>']],
  ['a paste with keys and letters in it', `${OPEN}é${ESC}[A\x03\x04宽${CLOSE}`, [`<é${ESC}[A\x03\x04宽>`]],
  ['a paste with an answer in its midst', `${OPEN}one ${ESC}[0ntwo${CLOSE}`, ['<one two>'], 1],
  ['an empty paste', `${OPEN}${CLOSE}`, []],
  ['keys before a paste', `jk${OPEN}eee${CLOSE}`, ['j', 'k', '<eee>']],
  ['a pasted end, keys and the real end', `${OPEN}one${CLOSE}eQy${CLOSE}`, ['<oneeQy>']],
  ['many pasted ends and starts', `${OPEN}a${OPEN}b${CLOSE}${CLOSE}${OPEN}c${CLOSE}`, ['<abc>']],
];

function eachCut(bytes: Buffer): [Buffer, Buffer][] {
  return Array.from({ length: bytes.length + 1 }, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);
}

describe('every script of bytes makes the same keys, cut at any place', () => {
  test.for(SCRIPTS)('%s', ([, script, names, acknowledgements = 0]) => {
    for (const [head, tail] of eachCut(Buffer.from(script, 'utf8'))) {
      const keys = openKeys();
      keys.feed(head);
      keys.feed(tail);
      keys.pass(1200);
      expect(keys.names(), `cut after ${head.length}`).toEqual(names);
      expect(keys.acknowledgements(), `cut after ${head.length}`).toBe(acknowledgements);
    }
  });

  test.for(SCRIPTS)('%s, cut at any two places', ([, script, names, acknowledgements = 0]) => {
    const bytes = Buffer.from(script, 'utf8');
    for (let first = 1; first < bytes.length; first += 1) {
      for (let second = first + 1; second < bytes.length; second += isFull ? 1 : 5) {
        const keys = openKeys();
        for (const piece of [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)])
          keys.feed(piece);
        keys.pass(1200);
        expect(keys.names(), `cut after ${first} and ${second}`).toEqual(names);
        expect(keys.acknowledgements(), `cut after ${first} and ${second}`).toBe(acknowledgements);
      }
    }
  });

  test.for(SCRIPTS.filter(([, script]) => Buffer.byteLength(script) <= (isFull ? 12 : 8)))(
    '%s, in every possible number of pieces',
    ([, script, names, acknowledgements = 0]) => {
      const bytes = Buffer.from(script, 'utf8');
      for (let cuts = 0; cuts < 2 ** (bytes.length - 1); cuts += 1) {
        const keys = openKeys();
        let from = 0;
        for (let to = 1; to <= bytes.length; to += 1) {
          if (to < bytes.length && (cuts & (1 << (to - 1))) === 0) continue;
          keys.feed(bytes.subarray(from, to));
          from = to;
        }
        keys.pass(1200);
        expect(keys.names(), cuts.toString(2)).toEqual(names);
        expect(keys.acknowledgements(), cuts.toString(2)).toBe(acknowledgements);
      }
    },
  );

  test.for(SCRIPTS)('%s, byte by byte', ([, script, names, acknowledgements = 0]) => {
    const keys = openKeys();
    for (const byte of Buffer.from(script, 'utf8')) keys.feedBytes(byte);
    keys.flush();
    expect(keys.names()).toEqual(names);
    expect(keys.acknowledgements()).toBe(acknowledgements);
  });

  test.for(SCRIPTS)('%s, with 90 ms between the pieces', ([, script, names]) => {
    for (const [head, tail] of eachCut(Buffer.from(script, 'utf8'))) {
      const keys = openKeys();
      keys.feed(head);
      keys.pass(90);
      keys.feed(tail);
      keys.pass(1200);
      expect(keys.names(), `cut after ${head.length}`).toEqual(names);
    }
  });

  test.for(SCRIPTS)(
    '%s, with 300 ms between the pieces: at worst an Esc too many',
    ([name, script, names, count = 0]) => {
      // After a pasted end and 300 ms of silence it is unknown that the paste goes on.
      if (name.includes('pasted end')) return;
      for (const [head, tail] of eachCut(Buffer.from(script, 'utf8'))) {
        const keys = openKeys();
        keys.feed(head);
        keys.pass(300);
        keys.feed(tail);
        keys.pass(1200);
        expect(withoutExtraEsc(keys.names(), names), `cut after ${head.length}`).toEqual(names);
        expect(keys.acknowledgements(), `cut after ${head.length}`).toBe(count);
      }
    },
  );

  function withoutExtraEsc(given: readonly string[], wanted: readonly string[]): readonly string[] {
    const extra = given.findIndex((name, index) => name === 'esc' && wanted[index] !== 'esc');
    return extra < 0 ? given : given.toSpliced(extra, 1);
  }
});

describe('keys', () => {
  test('all keys of one read come in one call', () => {
    const keys = openKeys();
    keys.feedText(`jjj${ESC}[Be\r`);
    keys.feedText('k');
    expect(keys.calls.map(call => call.length)).toEqual([6, 1]);
  });

  test('a printable key carries its text, a named one does not', () => {
    const keys = openKeys();
    keys.feedText(` é\r${ESC}[A`);
    expect(keys.calls).toEqual([
      [
        { kind: 'key', name: 'space', text: ' ' },
        { kind: 'key', name: 'é', text: 'é' },
        { kind: 'key', name: 'enter' },
        { kind: 'key', name: 'up' },
      ],
    ]);
  });

  test.for([
    ['has margins that are off', '?69;2$y', ['known']],
    ['has margins that are on', '?69;1$y', ['known']],
    ['does not know the mode', '?69;0$y', []],
    ['never allows it', '?69;4$y', []],
    ['speaks of another mode', '?2026;2$y', []],
    ['has its cursor at the margin', '2;2R', ['proven']],
    ['has its cursor at the edge', '2;1R', []],
  ] as const)('a terminal that %s is heard, cut at any place and amid keys', ([, answer, states]) => {
    for (const [head, tail] of eachCut(Buffer.from(`j${ESC}[${answer}k`))) {
      const keys = openKeys();
      keys.feed(head);
      keys.feed(tail);
      keys.pass(1200);
      expect(keys.margins).toEqual(states);
      expect(keys.names()).toEqual(['j', 'k']);
    }
  });

  test.for([
    ['3;2R', [1]],
    ['3;3R', [2]],
    ['3;4R', []],
    ['1;3R', []],
  ] as const)('the place behind the trial sign (%s) is heard, cut at any place and amid keys', ([answer, columns]) => {
    for (const [head, tail] of eachCut(Buffer.from(`j${ESC}[${answer}k`))) {
      const keys = openKeys();
      keys.feed(head);
      keys.feed(tail);
      keys.pass(1200);
      expect(keys.signs).toEqual(columns);
      expect(keys.names()).toEqual(['j', 'k']);
    }
  });

  test('runs are split by the characters that a person sees', () => {
    const keys = openKeys();
    keys.feedText('👨‍👩‍👧e\u0301🇨🇭');
    expect(keys.names()).toEqual(['👨‍👩‍👧', 'e\u0301', '🇨🇭']);
  });

  test('the keys of a read are delivered before its acknowledgement', () => {
    const order: string[] = [];
    const keys = openKeys({ onKeys: () => order.push('keys'), onAcknowledge: () => order.push('acknowledged') });
    keys.feedText(`${ESC}[0nj`);
    expect(order).toEqual(['keys', 'acknowledged']);
  });

  test('no key is lost or made up, for any keys cut at any place', () => {
    const typing = fc.array(fc.constantFrom('j', 'K', 'é', '宽', '👍', '\r', `${ESC}[A`, `${ESC}[1;5D`, `${ESC}[0n`), {
      maxLength: 16,
    });
    fc.assert(
      fc.property(typing, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (pieces, cuts) => {
        const whole = openKeys();
        for (const piece of pieces) whole.feedText(piece);
        const cut = openKeys();
        const bytes = Buffer.from(pieces.join(''));
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const length = cuts[turn % cuts.length] as number;
          cut.feed(bytes.subarray(at, at + length));
          at += length;
        }
        expect(cut.names()).toEqual(whole.names());
        expect(cut.acknowledgements()).toBe(whole.acknowledgements());
      }),
      { seed: 20261121, numRuns: runs(300) },
    );
  });

  test('no bytes make it throw, and afterwards it still reads keys', () => {
    const soup = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x1b, 0x5b, 0x9b, 0x5d, 0x3b, 0x32, 0x7e)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(fc.array(soup, { maxLength: 4 }), reads => {
        const keys = openKeys();
        for (const read of reads) {
          keys.feedBytes(...read);
          keys.pass(40);
        }
        keys.pass(2000);
        keys.pass(2000);
        const before = keys.names().length;
        keys.feedText('\x03');
        keys.pass(2000);
        expect(keys.names().slice(before).at(-1)).toBe('ctrl-c');
      }),
      { seed: 20261121, numRuns: runs(500) },
    );
  });
});

describe('UTF-8', () => {
  test.for([
    ['a lone continuation byte', [0xbf, 0x6a], ['\ufffd', 'j']],
    ['a character cut off by a key', [0xc3, 0x6a], ['\ufffd', 'j']],
    ['a character cut off by Esc and an arrow', [0xe5, 0xae, 0x1b, 0x5b, 0x41], ['\ufffd', 'up']],
    ['an overlong form', [0xe0, 0x80, 0x80, 0x6a], ['\ufffd', 'j']],
    ['a surrogate', [0xed, 0xa0, 0x80, 0x6a], ['\ufffd', 'j']],
    ['bytes that are never used', [0xff, 0xc0, 0x6a], ['\ufffd', '\ufffd', 'j']],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80, 0x6a], ['\ufffd', 'j']],
    ['the last character of Unicode', [0xf4, 0x8f, 0xbf, 0xbd], ['\u{10fffd}']],
    ['raw 8-bit CSI and OSC', [0x9b, 0x41, 0x9d, 0x31, 0x31, 0x3b, 0x78, 0x9c, 0x6a], ['up', 'j']],
    [
      'a continuation byte that looks like ST inside a string',
      [0x1b, 0x5d, 0x31, 0xe2, 0x9c, 0x9c, 0x6a, 0x07, 0x6b],
      ['k'],
    ],
  ] as const)('%s', ([, bytes, names]) => {
    for (const [head, tail] of eachCut(Buffer.from(bytes))) {
      const keys = openKeys();
      keys.feed(head);
      keys.feed(tail);
      const shown = keys.names().filter((name, index, all) => name !== '\ufffd' || all[index - 1] !== '\ufffd');
      expect(shown, `cut after ${head.length}`).toEqual(
        names.filter((name, index) => name !== '\ufffd' || names[index - 1] !== '\ufffd'),
      );
    }
  });

  test('an unfinished character does not delay flushed keys', () => {
    const keys = openKeys();
    keys.feedBytes(0xe5, 0xae);
    expect(keys.names()).toEqual([]);
    keys.flush();
    expect(keys.names()).toEqual(['\ufffd']);
  });
});

describe('Esc', () => {
  test('alone, is delivered after 100 ms', () => {
    const keys = openKeys();
    keys.feedText(ESC);
    keys.pass(99);
    expect(keys.names()).toEqual([]);
    keys.pass(1);
    expect(keys.names()).toEqual(['esc']);
  });

  test('waits for the given time, or not at all', () => {
    const patient = openKeys({ escapeDelayMs: 400 });
    patient.feedText(ESC);
    patient.pass(399);
    expect(patient.names()).toEqual([]);
    patient.feedText('[A');
    expect(patient.names()).toEqual(['up']);
    const hasty = openKeys({ escapeDelayMs: 0 });
    hasty.feedText(ESC);
    hasty.pass(0);
    expect(hasty.names()).toEqual(['esc']);
  });

  test('pressed twice, is delivered twice', () => {
    const keys = openKeys();
    keys.feedText(ESC + ESC);
    expect(keys.names()).toEqual(['esc']);
    keys.pass(100);
    expect(keys.names()).toEqual(['esc', 'esc']);
  });

  test.for([
    ['an arrow', '[A', ['esc', 'up'], 0],
    ['an acknowledgement (its n is no new note)', '[0n', ['esc'], 1],
    ['an answer', ']11;rgb:0/0/0\x07', ['esc'], 0],
    ['a paste', `[200~eee${CLOSE}`, ['esc', '<eee>'], 0],
    ['application arrows (its A unassigns nobody)', 'OA', ['esc', 'up'], 0],
  ] as const)('too early, swallows no rest that comes late as keys: %s', ([, rest, names, acknowledgements]) => {
    const keys = openKeys();
    keys.feedText(ESC);
    keys.pass(600);
    keys.feedText(rest);
    keys.pass(1200);
    expect(keys.names()).toEqual(names);
    expect(keys.acknowledgements()).toBe(acknowledgements);
  });

  test('and then other keys are those keys', () => {
    for (const text of ['j', 'Pj', 'O', '[', '[j', 'é', '\r', 'Ox']) {
      const keys = openKeys({ isAltBound: () => true });
      keys.feedText(ESC);
      keys.pass(500);
      keys.feedText(text);
      keys.pass(1200);
      expect(keys.names(), text).toEqual(['esc', ...[...text].map(char => (char === '\r' ? 'enter' : char))]);
    }
  });

  test('long ago, has nothing to do with a bracket typed now', () => {
    const keys = openKeys();
    keys.feedText(ESC);
    keys.pass(5000);
    keys.feedText('[A');
    expect(keys.names()).toEqual(['esc', '[', 'A']);
  });
});

describe('Alt', () => {
  test('a bound chord is one key, in every way a terminal sends it', () => {
    const isAltBound = (name: string) =>
      ['alt-f', 'alt-enter', 'alt-left', 'alt-é', 'alt-space', 'alt-backspace'].includes(name);
    const keys = openKeys({ isAltBound });
    keys.feedText(`${ESC}f${ESC}\r${ESC}[1;3D${ESC}é${ESC} ${ESC}\x7f${ESC}[102;3uj`);
    expect(keys.names()).toEqual([
      'alt-f',
      'alt-enter',
      'alt-left',
      'alt-é',
      'alt-space',
      'alt-backspace',
      'alt-f',
      'j',
    ]);
  });

  test('a bound chord cut at any place is still one, an unbound one is Esc and the key', () => {
    const isAltBound = (name: string) => name === 'alt-f' || name === 'alt-é';
    for (const [head, tail] of eachCut(Buffer.from(`j${ESC}f${ESC}e${ESC}é${ESC}ö${ESC}[102;3uk`))) {
      const keys = openKeys({ isAltBound });
      keys.feed(head);
      keys.feed(tail);
      keys.pass(1200);
      expect(keys.names(), `cut after ${head.length}`).toEqual([
        'j',
        'alt-f',
        'esc',
        'e',
        'alt-é',
        'esc',
        'ö',
        'alt-f',
        'k',
      ]);
    }
  });
});

describe('a paste', () => {
  test('is one event in any number of reads', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}first `);
    keys.pass(900);
    keys.feedText('second ');
    keys.pass(900);
    keys.feedText(`third${CLOSE}`);
    keys.pass(100);
    expect(keys.names()).toEqual(['<first second third>']);
  });

  test('without an end is delivered after 1 s of silence, and no key is stuck behind it', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}eee`);
    keys.pass(999);
    expect(keys.names()).toEqual([]);
    keys.pass(1);
    expect(keys.names()).toEqual(['<eee>']);
    keys.feedText('\x03');
    expect(keys.names()).toEqual(['<eee>', 'ctrl-c']);
  });

  test('that was given up takes its late rest with it', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}part one`);
    keys.pass(3400);
    keys.feedText(`and part two${CLOSE}`);
    keys.pass(3400);
    keys.feedText('j');
    expect(keys.names()).toEqual(['<part one>', '<and part two>', 'j']);
  });

  test('that was given up a moment ago goes on without brackets', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}part one`);
    keys.pass(1100);
    keys.feedText('eQy');
    expect(keys.names()).toEqual(['<part one>', '<eQy>']);
  });

  test('does not swallow the keys pressed ahead behind it', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}subject${CLOSE}\r`);
    keys.feedText(`${ESC}[0n`);
    keys.feedText('j');
    keys.pass(100);
    expect(keys.names()).toEqual(['<subject>', 'enter', 'j']);
    expect(keys.calls).toHaveLength(1);
    expect(keys.acknowledgements()).toBe(1);
  });

  test('does not hold a key that is kept down behind it for more than a moment', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}x${CLOSE}`);
    for (let press = 0; press < 4; press += 1) {
      keys.pass(33);
      keys.feedText('j');
    }
    expect(keys.names()).toEqual(['<x>', 'j', 'j', 'j', 'j']);
  });

  test('in many reads with a pasted end in it never runs what follows that end as keys', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}${'x'.repeat(4000)}`);
    keys.pass(20);
    keys.feedText(`end${CLOSE}eQy`);
    keys.pass(900);
    keys.feedText(`more${CLOSE}`);
    keys.pass(1200);
    expect(keys.calls.flat().every(key => key.kind === 'paste')).toBe(true);
  });

  test('that trickles in over a slow link never runs what follows a pasted end as keys', () => {
    for (const size of [3, 7, 20, 40]) {
      const keys = openKeys();
      const bytes = Buffer.from(`${OPEN}${'x'.repeat(50)}${CLOSE}${'eQy\r archive all of it '.repeat(5)}${CLOSE}`);
      for (let at = 0; at < bytes.length; at += size) {
        keys.feed(bytes.subarray(at, at + size));
        keys.pass(60);
      }
      keys.pass(200);
      expect(
        keys.calls.flat().filter(key => key.kind === 'key'),
        `${size} bytes a read`,
      ).toEqual([]);
      keys.feedText('j');
      expect(keys.names().at(-1)).toBe('j');
    }
  });

  test('whose own end is cut behind a pasted one leaves no digits of it as keys', () => {
    const keys = openKeys();
    keys.feedText(`${OPEN}one`);
    keys.feedText(`${CLOSE} two${ESC}[2`);
    keys.pass(150);
    keys.feedText('01~');
    keys.pass(1200);
    expect(keys.names()).toEqual(['<one two>']);
  });

  test('of 4 MB is collected over 100,000 reads without copying what came before', () => {
    const keys = openKeys();
    const piece = Buffer.from('0123456789'.repeat(4));
    keys.feedText(OPEN);
    for (let read = 0; read < 100_000; read += 1) keys.feed(piece);
    keys.feedText(CLOSE);
    keys.pass(100);
    expect(keys.names()[0]).toHaveLength(40 * 100_000 + 2);
  });
});

describe('a paste without brackets', () => {
  test.for([
    ['a line with its end', 'Please archive everything\r', ['<Please archive everything\n>']],
    ['lines', 'one two three four\rfive six\r', ['<one two three four\nfive six\n>']],
    [
      'a long line without an end',
      'The quick brown fox jumps over the lazy dog, and then again over another dog.',
      [expect.stringMatching(/^<The quick/)],
    ],
    ['with tabs', 'name\taddress\tsubject\rMia\tmia@example.org\thello\r', [expect.stringMatching(/^<name\taddress/)]],
    ['with an acknowledgement in its midst', `Please archive ${ESC}[0neverything\r`, ['<Please archive everything\n>']],
  ] as const)('is a paste: %s', ([, text, names]) => {
    const keys = openKeys();
    keys.feedText(text);
    expect(keys.names()).toEqual(names);
  });

  test.for([
    ['ten keys typed ahead', 'jjjjjjjjjj'],
    ['a key held for two seconds', 'j'.repeat(60)],
    ['a key held and Enter', `${'j'.repeat(40)}\r`],
    ['several keys held, one after the other', `${'j'.repeat(30)}${'k'.repeat(30)}e\r`],
    ['ten different keys and Enter', '/is:open a\r'],
    ['an address typed while the link stood still', 'someone.with.a.name@example.org, and more'],
  ] as const)('keys typed ahead are keys: %s', ([, text]) => {
    const keys = openKeys();
    keys.feedText(text);
    expect(keys.calls.flat().every(key => key.kind === 'key')).toBe(true);
    expect(keys.names().length).toBe([...text].length);
  });

  describe('was typed if the terminal marks pastes', () => {
    const marks = `${ESC}[?2004;1$y`;

    test.for([
      ['a line and Enter typed ahead', 'refund for order 7741\r', 22],
      ['a long line typed ahead', 'x y '.repeat(40), 160],
    ] as const)('%s', ([, text, count]) => {
      const keys = openKeys();
      keys.feedText(`${marks}${text}`);
      keys.feedText(text);
      expect(keys.names()).toHaveLength(2 * count);
      expect(keys.calls.flat().every(key => key.kind === 'key')).toBe(true);
    });

    test('but the keys after a paste that was given up', () => {
      const keys = openKeys();
      keys.feedText(`${marks}${ESC}[200~Please`);
      keys.pass(1000);
      keys.feedText(' archive everything\r');
      expect(keys.names()).toEqual(['<Please>', '< archive everything\n>']);
    });

    test.for(['0', '2', '4'])('and it is one if the answer is %s', state => {
      const keys = openKeys();
      keys.feedText(`${ESC}[?2004;${state}$y`);
      keys.feedText('Please archive everything\r');
      expect(keys.names()).toEqual(['<Please archive everything\n>']);
    });
  });

  test('goes on in the next read, and ends with a second of silence', () => {
    const keys = openKeys();
    keys.feedText('Please archive everything\rand then de');
    keys.feedText('lete\r');
    keys.pass(1000);
    keys.feedText('eQy');
    expect(keys.names()).toEqual(['<Please archive everything\nand then de>', '<lete\n>', 'e', 'Q', 'y']);
  });
});

test.for(['X', '^'])('a string of ESC %s without its end stops at a control, or at 65,536 characters', kind => {
  const keys = openKeys();
  keys.feedText(`${ESC}${kind}eQy`);
  keys.pass(1000);
  keys.feedText('e\r');
  keys.feedText(`${ESC}${kind}${'e'.repeat(65_536)}`);
  keys.feedText('ee');
  keys.feedText('k');
  expect(keys.names()).toEqual(['enter', 'k']);
});

describe('stop', () => {
  test('nothing is delivered any more, not even waiting keys', () => {
    const keys = openKeys();
    keys.feedText(`${ESC}`);
    keys.stop();
    keys.feedText('j');
    keys.flush();
    keys.pass(5000);
    expect(keys.names()).toEqual([]);
  });
});
