import fc from 'fast-check';
import { codePoint } from '../harness/code-point.ts';
import { runs } from '../harness/full.ts';

const PIECES = [
  '\x1b]52;c;aGk=\x07',
  '\x1b]0;title\x1b\\',
  '\x1b]8;;https://evil.example\x1b\\text\x1b]8;;\x1b\\',
  '\u009d52;c;aGk=\u009c',
  '\u009b2J',
  '\x1b[31m',
  '\x1bPq\x1b\\',
  '\x1bc',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\b',
  '\0',
  '\x7f',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u0301',
  '\u20e3',
  '\u0904',
  '\u0915\u094d\u0937',
  '\u0e33',
  '\u1100',
  '\u1161',
  '\u11a8',
  '\u3164',
  '\uac00',
  '\u4e00',
  '\u{e0100}',
  '\ufe0e',
  '\ufe0f',
  '\ud800',
  '\udc00',
  '\ufffe',
  '\u0600',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '\u{e0041}',
  '\u{1f1e9}',
  '\u{1f3fd}',
  '\u{1f469}',
  '\u{1f4bb}',
  '❤',
  '0',
  '#',
  'a',
  'Z',
  ' ',
  'é',
  'ß',
  'ي',
  '…',
  '\u0d4e',
];

/** Text built to break a sanitiser: hostile pieces in any order, among any characters and halves of characters. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.nat(0xffff).map(unit => String.fromCharCode(unit)) },
      { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 3 }) },
    ),
    { maxLength: 30 },
  )
  .map(pieces => pieces.join(''));

/** The same runs each time, so that a failure can be seen again. */
export const seeded = { seed: 20_251_120, numRuns: runs(2_000) };
