import { describe, expect, test } from 'vitest';
import { strangersIn } from './terminal-language.ts';

const strangers = (text: string) => strangersIn(Buffer.from(text)).map(({ what }) => what);

describe('the language of the desk', () => {
  test.for([
    ['the way in', '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[m\x1b[H\x1b[J'],
    [
      'a frame with moves, looks and a question',
      '\x1b[?2026h\x1b[7mbar\x1b[27m\x1b[2;40Hé\x1bD\r\x1b[12X\x1b[K\b\b\x1b[5n\x1b[?2026l',
    ],
    ['looks', '\x1b[1;91mNot archived\x1b[m\x1b[;95m●\x1b[39m'],
    ['the way out', '\x1b[?2026l\x1b[m\x1b[H\x1b[J\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l'],
    ['text of many scripts', 'Zoë 配送先 👩‍👩‍👧 नमस्ते'],
  ] as const)('holds %s', ([, bytes]) => {
    expect(strangers(bytes)).toEqual([]);
  });

  test.for([
    ['a clipboard, a title, a link', '\x1b]52;c;aGk=\x07'],
    ['a colour that no look has', '\x1b[33m'],
    ['concealed text', '\x1b[8m'],
    ['two hundred and fifty-six colours', '\x1b[38;5;196m'],
    ['erasing the screen', '\x1b[2J'],
    ['erasing to the end, but not from home', '\x1b[J'],
    ['a question for the place of the cursor', '\x1b[6n'],
    ['another alternate screen', '\x1b[?47h'],
    ['a reset', '\x1bc'],
    ['a string that never ends', '\x1bPq'],
    ['a lone escape', '\x1b'],
    ['a bell', '\x07'],
    ['a line feed', '\n'],
    ['a tab', '\t'],
    ['a deletion', '\x7f'],
    ['the 8-bit CSI', '\u009b'],
    ['an override', '\u202e'],
    ['a space of no width', '\u200b'],
  ] as const)('does not hold %s', ([, bytes]) => {
    expect(strangers(`before${bytes}after`).length).toBeGreaterThan(0);
    expect(strangers(`before\x1b[2;3H${bytes}`).length).toBeGreaterThan(0);
  });

  test('is UTF-8', () => {
    expect(strangersIn(Buffer.from([0x61, 0x9b, 0x32, 0x4a])).length).toBe(1);
  });
});
