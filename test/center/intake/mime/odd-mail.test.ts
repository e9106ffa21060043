import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';

interface Expected {
  readonly subject: string;
  readonly from: string;
  readonly text: string;
  /** The names of its files, in order. */
  readonly files: readonly string[];
}

const folder = join(import.meta.dirname, '../../../fixtures/mail/odd');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, Expected>;
const names = readdirSync(folder)
  .filter(name => name.endsWith('.eml'))
  .map(name => name.replace(/\.eml$/, ''));

describe('a mail that is built in an unusual way, or broken', () => {
  it('has an expectation for every fixture', () => {
    expect(Object.keys(expected).sort()).toEqual(names.sort());
  });

  it.each(names)('is read: %s', name => {
    const mail = parseMail(readFileSync(join(folder, `${name}.eml`)), { now: Date.UTC(2026, 0, 1) });
    expect({
      subject: mail.subject,
      from: mail.from.email,
      text: mail.text.trim(),
      files: mail.files.map(file => file.name),
    }).toEqual(expected[name]);
  });
});
