import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/center/intake/charset.ts';
import { parseMail } from '../../../src/center/intake/parse-mail.ts';

const folder = join(import.meta.dirname, '../../fixtures/mail/charsets');
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

  it('never throws, whatever bytes come under whatever label', () => {
    const labels = fc.oneof(fc.constantFrom(...Object.keys(expected), ''), fc.string());
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), labels, (bytes, label) => {
        expect(typeof decodeText(bytes, label)).toBe('string');
      }),
    );
  });

  it.each(['iso-8859-1', 'windows-1252', 'latin1', 'iso-8859-15'])(
    '%s is not believed where all of it is UTF-8',
    label => {
      expect(decodeText(Buffer.from('naïve café – “quoted” 日本'), label)).toBe('naïve café – “quoted” 日本');
      expect(decodeText(Buffer.from('Grüße', 'latin1'), label)).toBe('Grüße');
      expect(decodeText(Buffer.from('LE CAFÉ\u00a0!', 'latin1'), label)).toBe('LE CAFÉ\u00a0!');
    },
  );

  it('stays UTF-8 where the mail was cut within a character', () => {
    const bytes = Buffer.from('Größe über alles').subarray(0, 4);
    expect(decodeText(Buffer.concat([Buffer.from('Übermäßig '), bytes]), 'utf-8')).toBe('Übermäßig Grö');
    expect(decodeText(Buffer.from('Grö').subarray(0, 3), 'utf-8')).not.toContain('ö');
  });
});
