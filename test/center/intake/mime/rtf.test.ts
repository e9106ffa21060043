import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRtf, unpackRtf } from '../../../../src/center/intake/mime/rtf.ts';
import { runs } from '../../../harness/full.ts';

// The two examples of MS-OXRTFCP.
const hello = '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232' + '0af32068656c090020627705b06c647d0a800fa0';
const run = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0';
function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

describe('packed rich text', () => {
  it('is unpacked, including runs of itself and of the dictionary', () => {
    expect(String(unpackRtf(bytes(hello)))).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    expect(String(unpackRtf(bytes(run)))).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });

  it('may be stored uncompressed', () => {
    const plain = Buffer.concat([bytes('00000000000000004d454c4100000000'), Buffer.from('{\\rtf1 x}')]);
    expect(String(unpackRtf(plain))).toBe('{\\rtf1 x}');
  });

  it('never throws, cut or changed anywhere', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(48), fc.nat(255), (end, at, byte) => {
        const changed = bytes(hello);
        changed[at] = byte;
        expect(typeof readRtf(unpackRtf(changed.subarray(0, end))).text).toBe('string');
      }),
      { seed: 7 },
    );
  });
});

describe('rich text', () => {
  const read = (rtf: string) => readRtf(Buffer.from(rtf, 'latin1'));

  it.each([
    ['{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n', 'hello world'],
    [
      '{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red0;}{\\*\\generator x;}\\pard one\\par\r\ntwo\\tab three\\line}',
      'one\ntwo\tthree\n',
    ],
    [
      "{\\rtf1\\ansi\\ansicpg1252 Gr\\'fc\\'dfe \\{a\\}\\~b\\_c\\-d \\ldblquote x\\rdblquote}",
      'Grüße {a}\u00a0b-cd “x”',
    ],
    ["{\\rtf1\\ansi\\ansicpg932 \\'8f\\'a4\\'95i}", '商品'],
    ["{\\rtf1\\uc1 \\u8364?5 {\\uc2\\u-10179 ab\\u-8704\\'3f\\'3fx}}", '€5 😀x'],
    ['{\\rtf1 {\\field{\\*\\fldinst HYPERLINK "http://x.example"}{\\fldrslt a link}} {\\pict 0102}end', 'a link end'],
    ['no rich text', 'no rich text'],
    ['}}}{{{\\', ''],
  ])('%j is read as %j', (rtf, text) => {
    expect(read(rtf)).toEqual({ text, isHtml: false });
  });

  it('that was HTML becomes HTML again', () => {
    const rtf =
      '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Hello ' +
      "{\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 Gr\\'fc\\'dfe\\htmlrtf }\\htmlrtf0{\\*\\htmltag92 </b>}\\htmlrtf\\par}\\htmlrtf0 {\\*\\htmltag72 </p>}}";
    const { text, isHtml } = read(rtf);
    expect(isHtml).toBe(true);
    expect(text.replaceAll(/\s+/g, ' ').trim()).toBe('<p>Hello <b>Grüße</b></p>');
  });

  it('of any signs is read without a throw', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '\\',
      '\\u',
      '\\*',
      "\\'",
      'f',
      '\\htmltag',
      '\\htmlrtf',
      '\\fromhtml',
      '-1',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), pieces => {
        expect(read(pieces.join('')).text.isWellFormed()).toBe(true);
      }),
      { seed: 7, numRuns: runs(500) },
    );
  });
});
