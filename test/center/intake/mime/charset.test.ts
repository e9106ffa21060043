import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCharset } from '../../../../src/center/intake/mime/charset.ts';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';

const folder = join(import.meta.dirname, '../../../fixtures/mail/charsets');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  string,
  { text: string; subject: string }
>;
const names = readdirSync(folder).filter(name => name.endsWith('.eml'));

describe('the charset of a mail', () => {
  it('has a fixture for every expectation', () => {
    expect(names.length).toBe(Object.keys(expected).length);
    expect(names.length).toBeGreaterThan(40);
  });

  it.each(names)('%s is read as its sender wrote it', name => {
    const mail = parseMail(readFileSync(join(folder, name)), { now: Date.UTC(2026, 0, 1) });
    const want = expected[name.replace(/\.eml$/, '')]!;
    expect(mail.text.trim()).toBe(want.text);
    expect(mail.subject).toBe(want.subject);
  });

  it('never throws, for any bytes under any label', () => {
    const labels = fc.oneof(fc.constantFrom(...Object.keys(expected), ''), fc.string());
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), labels, (bytes, label) => {
        expect(typeof decodeCharset(bytes, label)).toBe('string');
      }),
    );
  });

  it.each(['iso-8859-1', 'windows-1252', 'latin1', 'iso-8859-15'])(
    '%s is ignored if all of the mail is UTF-8',
    label => {
      expect(decodeCharset(Buffer.from('naïve café – “quoted” 日本'), label)).toBe('naïve café – “quoted” 日本');
      expect(decodeCharset(Buffer.from('Grüße', 'latin1'), label)).toBe('Grüße');
      expect(decodeCharset(Buffer.from('LE CAFÉ\u00a0!', 'latin1'), label)).toBe('LE CAFÉ\u00a0!');
    },
  );

  it('stays UTF-8 if the mail was cut inside a character', () => {
    const bytes = Buffer.from('Größe über alles').subarray(0, 4);
    expect(decodeCharset(Buffer.concat([Buffer.from('Übermäßig '), bytes]), 'utf-8')).toBe('Übermäßig Grö');
    expect(decodeCharset(Buffer.from('Grö').subarray(0, 3), 'utf-8')).not.toContain('ö');
  });

  const shifted = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
  // 配送先 and 変更, each in a separate word with its shifts.
  const first = shifted('1b2442475b417740681b2842');
  const second = shifted('1b24424a5139391b2842');

  it('of a subject may switch in each of its words', () => {
    const subject = `Subject: =?ISO-2022-JP?B?${first}?=\n =?ISO-2022-JP?B?${second}?=\n\nhi`;
    expect(parseMail(Buffer.from(subject), { now: 0 }).subject).toBe('配送先変更');
  });

  it('of a body may shift twice without a character between', () => {
    const bytes = Buffer.concat([Buffer.from(first, 'base64'), Buffer.from(second, 'base64')]);
    expect(decodeCharset(bytes, 'iso-2022-jp')).toBe('配送先変更');
  });

  it.each([
    ['utf-7', 'Q', 'Gr+APwA3w-e', 'Grüße'],
    ['unicode-1-1-utf-7', 'B', Buffer.from('Gr+APwA3w-e').toString('base64'), 'Grüße'],
    ['iso-2022-jp', 'Q', '=1B$B=47=5B=41=77=40=68=1B(B', '配送先'],
  ])('%s is known in an encoded word (%s)', (charset, how, content, text) => {
    expect(parseMail(Buffer.from(`Subject: =?${charset}?${how}?${content}?=\n\nhi`), { now: 0 }).subject).toBe(text);
  });

  it('of a header field may switch without encoded words', () => {
    const [jis, name] = [Buffer.from('1b2442475b417740681b2842', 'hex').toString('latin1'), '配送先.pdf'];
    const mail = parseMail(Buffer.from(`Subject: ${jis} ok\nContent-Type: image/png; name="${jis}.pdf"\n\nx`), {
      now: 0,
    });
    expect([mail.subject, mail.files[0]!.name]).toEqual(['配送先 ok', name]);
  });

  it.each([`'koi8-r'`, '"koi8-r"', ' KOI8-R '])('is known as %s', label => {
    expect(decodeCharset(Buffer.from('f0d2c9d7c5d4', 'hex'), label)).toBe('Привет');
  });

  it.each([
    ['iso-2022-jp', 'c7dbc1f7c0e8', '配送先'],
    ['iso-2022-jp', '947a919790e6', '配送先'],
    ['iso-2022-jp', Buffer.from('配送先').toString('hex'), '配送先'],
    ['iso-2022-kr', 'b0a1b3aab4d9', '가나다'],
    ['iso-2022-jp', Buffer.from('Grüße aus Köln', 'latin1').toString('hex'), 'Grüße aus Köln'],
    ['utf-7', Buffer.from('Grüße', 'latin1').toString('hex'), 'Grüße'],
    ['iso-2022-jp', `1b2442475b417740681b284220${Buffer.from('配送先 ok').toString('hex')}`, '配送先 配送先 ok'],
    ['iso-2022-jp', `1b2442475b417740681b284220c7dbc1f7c0e8`, '配送先 配送先'],
    ['', `1b2442475b417740681b284220${Buffer.from('配送先').toString('hex')}`, '配送先 配送先'],
  ])('of seven bits (%s) is ignored if bytes have eight', (label, hex, text) => {
    expect(decodeCharset(Buffer.from(hex, 'hex'), label)).toBe(text);
  });
});
