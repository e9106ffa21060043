import { describe, expect, test } from 'vitest';
import { shortestMove, UNKNOWN } from '../../src/terminal/output/moves.ts';
import { createScreen } from '../../src/terminal/output/screen.ts';
import { applySgr, sgrBetween } from '../../src/terminal/output/sgr.ts';
import { createRandom, pick } from './random.ts';
import { createListener, strangersIn } from './terminal-language.ts';

function strangers(text: string) {
  return strangersIn(Buffer.from(text)).map(({ what }) => what);
}

describe('the language of the desk', () => {
  test.for([
    ['the way in', '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[m\x1b[H\x1b[J'],
    [
      'a frame with moves, looks and a question',
      '\x1b[?2026h\x1b[7mbar\x1b[27m\x1b[2;40Hé\v\r\x1b[12X\x1b[K\b\b\x1b[5n\x1b[?2026l',
    ],
    ['a trial of margins', '\x1b[?69h\x1b[2;9s\x1b[2;5H\r\x1b[6n\x1b[s\x1b[3;4Hx'],
    ['looks', '\x1b[1;91mNot archived\x1b[m\x1b[;95m●\x1b[39m'],
    ['the way out', '\x1b[?2026l\x1b[r\x1b[m\x1b[H\x1b[J\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l'],
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
    ['a place that is never kept', '\x1b8'],
    ['the alternate screen and nothing else', '\x1b[?1049h'],
    ['leaving the screen', '\x1b[?1049l'],
    ['pastes that run as keys', '\x1b[?2004l'],
    ['wrapping', '\x1b[?7h'],
    ['margins', '\x1b[2;5r'],
    ['margins that stay', '\x1b[?69h'],
    ['one and the same place said otherwise', '\x1b[01;2H'],
    ['a number that says nothing', '\x1b[1C'],
    ['a parameter too much', '\x1b[2;3;4H'],
    ['codes that no look has together', '\x1b[1;2m'],
    ['a reset that is written out', '\x1b[0m'],
    ['nine marks', `x${'\u0301'.repeat(9)}`],
    ['a filler', '\u3164'],
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

  test.for([
    ['a part of the screen', '\x1b[2;9r\x1b[31;80s\x1b[2S\x1b[s\x1b[r'],
    ['whole lines', '\x1b[2;9r\x1b[2H\x1b[2M\x1b[r'],
    ['one line', '\x1b[2;9r\x1b[9H\x1bD\x1b[r'],
  ] as const)('holds %s that is moved, and nothing of it alone', ([, moved]) => {
    expect(strangers(moved)).toEqual([]);
    const pieces = moved.split(/(?=\x1b)/);
    for (let left = 0; left < pieces.length; left += 1)
      expect(strangers(`${pieces.toSpliced(left, 1).join('')}text`).length, String(left)).toBeGreaterThan(0);
  });

  test('is UTF-8', () => {
    expect(strangersIn(Buffer.from([0x61, 0x9b, 0x32, 0x4a])).length).toBe(1);
  });
});

const ODD = [0, 1, 2, 3, 5, 9, 10, 12, 120];
function sequencesOf(bytes: string) {
  return bytes.match(/\x1b(?:\[[0-?]*[@-~]|[^[])/g) ?? [];
}

/** Every move that the stage makes between places that are near, far, at the edges or not known. */
function movesMade(): Set<string> {
  const made = new Set<string>();
  const places = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 17, 21, 60, 119, 129, 131, 240, 251];
  for (const toX of places)
    for (const toY of places)
      for (const fromX of [UNKNOWN, ...places])
        for (const fromY of [UNKNOWN, ...places])
          for (const one of sequencesOf(shortestMove(fromX, fromY, toX, toY))) made.add(one);
  return made;
}

describe('the language has exactly the moves and looks that the stage makes', () => {
  test('moves: each that the desk makes, but not with another number or another letter', () => {
    const made = movesMade();
    for (const one of made) expect({ one, strangers: strangers(one) }).toEqual({ one, strangers: [] });
    const numbers = ['', ...ODD.map(String), '01'];
    const parameters = [...numbers, ...numbers.flatMap(row => numbers.map(column => `${row};${column}`))];
    // Sequences that are not moves are distinguished below.
    const others = new Set(['K', 'X', 'm', 'n', 'r', 's', 'S', 'T', 'J']);
    for (let code = 0x40; code <= 0x7e; code += 1) {
      const final = String.fromCharCode(code);
      if (others.has(final)) continue;
      for (const between of parameters) {
        const one = `\x1b[${between}${final}`;
        expect({ one, isOurs: strangers(one).length === 0 }).toEqual({ one, isOurs: made.has(one) });
      }
    }
    for (let code = 0x20; code <= 0x7e; code += 1) {
      const one = `\x1b${String.fromCharCode(code)}`;
      expect({ one, isOurs: strangers(one).length === 0 }).toEqual({ one, isOurs: made.has(one) || one === '\x1b7' });
    }
  });

  test('looks: each change between two looks of the theme, and no other codes', () => {
    const styles = ['', '1', '2', '7', '1;7', '2;7'].flatMap(weight =>
      ['', '91', '95'].map(colour => {
        const ink = { style: 0, isMarked: false };
        applySgr([0, ...[weight, colour].filter(Boolean).join(';').split(';').map(Number)], ink, true);
        return ink.style;
      }),
    );
    const made = new Set(styles.flatMap(from => styles.map(to => sgrBetween(from, to))));
    for (const one of made) expect({ one, strangers: strangers(one) }).toEqual({ one, strangers: [] });
    const codes = ['', '0', '1', '2', '3', '4', '7', '8', '9', '22', '24', '27', '31', '38', '39', '49', '91', '95'];
    const pairs = codes.flatMap(first => codes.map(second => `${first};${second}`));
    for (const between of [...codes, ...pairs, ...pairs.flatMap(pair => codes.map(code => `${pair};${code}`))]) {
      const one = `\x1b[${between}m`;
      expect({ one, isOurs: strangers(one).length === 0 }).toEqual({ one, isOurs: made.has(one) });
    }
  });

  test('erasing: only if it is as short as blanks', () => {
    for (const count of ['', '0', '1', '2', '3', '05', '5;5']) expect(strangers(`\x1b[${count}X`).length).toBe(1);
    for (const count of ['4', '9', '10', '200']) expect(strangers(`\x1b[${count}X`)).toEqual([]);
    for (const what of ['0K', '1K', '2K', '?K', 'J', '0J', '1J', '2J', '3J', '?J'])
      expect(strangers(`\x1b[${what}`).length).toBeGreaterThan(0);
  });
});

describe('the output of the stage', () => {
  const random = createRandom(7);
  const LOOKS = ['', '\x1b[1m', '\x1b[2m', '\x1b[7m', '\x1b[1m\x1b[91m', '\x1b[95m'];
  const TEXTS = ['Refund for order', ' ', '          ', 'Zoë', '配送先', 'a', '👩‍👩‍👧', '│', 'नमस्ते'];
  const line = () => Array.from({ length: 6 }, () => `${pick(random, LOOKS)}${pick(random, TEXTS)}\x1b[0m`).join('');
  const lines = Array.from({ length: 12 }, line);
  const screen = createScreen(70, 12, { color: true });
  const frames = Array.from({ length: 150 }, () => {
    for (let count = 0; count < 3; count += 1) lines[Math.floor(random() * 12)] = line();
    return screen.draw(lines.join('\n'));
  });

  test('is all in the language', () => {
    expect(strangers(frames.join(''))).toEqual([]);
  });

  test('stays in the language, cut at any place', () => {
    const listener = createListener();
    const bytes = Buffer.from(frames.join(''));
    for (let at = 0; at < bytes.length; at += 7) listener.hear(bytes.subarray(at, at + 7));
    expect(listener.end()).toEqual([]);
  });

  test('is not in the language with a sequence of an attack anywhere in it', () => {
    for (const attack of [
      '\x1b[2J',
      '\x1b]0;x\x07',
      '\x1b[31m',
      '\x9b2J',
      '\x1b[?25',
      '\x07',
      '\x1b[1;1H',
      '\x1b[10;1H',
    ])
      for (const frame of frames) {
        const at = Math.floor(random() * frame.length);
        expect(strangers(frame.slice(0, at) + attack + frame.slice(at)).length).toBeGreaterThan(0);
      }
  });
});
