import { expect, test } from 'vitest';
import { decodeText } from '../../src/text/decode-text.ts';

test.for([
  ['plain UTF-8', Buffer.from('Grüße, 田中'), 'text/plain', 'Grüße, 田中'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße'), 'text/plain', 'Grüße'],
  ['UTF-16', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/plain', 'Grüße'],
  ['the charset of its type', Buffer.from([0x93, 0x63, 0x92, 0x86]), 'text/csv; charset="shift_jis"', '田中'],
  ['Latin letters without a charset', Buffer.from([0x47, 0x72, 0xfc, 0xdf]), 'text/plain', 'Grüß'],
  ['an unknown charset', Buffer.from('Grüße'), 'text/plain; charset=klingon', 'Grüße'],
  ['a wrong charset', Buffer.from('Grüße'), 'text/plain; charset=utf-16be; x=y', 'Grüße'],
  ['escapes', Buffer.from('a\u001b]52;c;aGk=\u0007b\u202ec'), 'text/plain', 'a^[]52;c;aGk=^Gbc'],
] as const)('%s becomes safe text', ([, bytes, type, text]) => {
  expect(decodeText(bytes, type, true)).toBe(text);
});

test('a file that is cut in the middle of a character is still UTF-8', () => {
  const bytes = Buffer.from('Grüße, 田').subarray(0, -1);
  expect(decodeText(bytes, 'text/plain', false)).toBe('Grüße, ');
});

test('a file with binary bytes is not text, with any type', () => {
  expect(decodeText(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'text/plain', true)).toBeUndefined();
});
