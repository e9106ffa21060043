import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';
import type { Report } from '../../../../src/center/intake/mime/report.ts';
import { corpusPath, whyNoCorpus } from '../../../harness/corpus.ts';
import { runs } from '../../../harness/full.ts';
import { skippedFor } from '../../../harness/skipped.ts';

const folder = join(import.meta.dirname, '../../../fixtures/reports');
/** What each mail of the folder says of a mail of ours; null: it is not a report. */
const expected: Record<string, Partial<Report> | null> = JSON.parse(
  readFileSync(join(folder, 'expected.json'), 'utf8'),
);

function reported(name: string): Buffer {
  return readFileSync(join(folder, `${name}.eml`));
}

test('every mail of the folder has an expectation', () => {
  const mails = readdirSync(folder).filter(name => name.endsWith('.eml'));
  expect(
    Object.keys(expected)
      .map(name => `${name}.eml`)
      .toSorted(),
  ).toEqual(mails.toSorted());
});

test.for(Object.entries(expected))('a report is read: %s', ([name, wanted]) => {
  const { report } = parseMail(reported(name), { now: 0 });
  if (wanted === null) expect(report).toBeNull();
  else expect(report).toMatchObject(wanted);
});

test('the reason is one short line without controls, for any text of the server', () => {
  const said = `Diagnostic-Code: smtp; 550 \u001b[2J\u009b31m${'no '.repeat(5_000)}`;
  const many = Array.from({ length: 50 }, (_, at) => [
    `Final-Recipient: rfc822; k${at}@x.example`,
    'Action: failed',
    said,
    '',
  ]);
  const mail = String(reported('postfix')).replace(/^Final-Recipient:[\s\S]*?\n\n/m, `${many.flat().join('\n')}\n`);
  const { reason } = parseMail(Buffer.from(mail), { now: 0 }).report!;
  expect(reason).toMatch(/^k0@x\.example: 550 \[2J 31mno no .*…; k1@x\.example: .*…; k2@x\.example: .*…$/);
  expect(reason).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  expect(reason.length).toBeLessThan(600);
});

test('a damaged report is read as far as it goes: few ids, and a reason of one short line', () => {
  const bytes = reported('postfix');
  const damage = fc.array(fc.tuple(fc.nat(bytes.length), fc.nat(40), fc.uint8Array({ maxLength: 40 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(damage, places => {
      let damaged = bytes;
      for (const [at, length, put] of places)
        damaged = Buffer.concat([damaged.subarray(0, at), put, damaged.subarray(at + length)]);
      const { report: read } = parseMail(damaged, { now: 0 });
      expect(read?.about.length ?? 0).toBeLessThanOrEqual(10);
      expect(read?.reason ?? '').toMatch(/^[^\u0000-\u001f\u007f-\u009f]{0,600}$/);
    }),
    { numRuns: runs(200) },
  );
});

test('a filter’s words about spam are understood, and only those', () => {
  const isSpam = (line: string) => parseMail(Buffer.from(`From: a@x.example\r\n${line}\r\n\r\nHi`), { now: 0 }).isSpam;
  for (const line of ['X-Spam-Flag: YES', 'X-Spam-Status: Yes, score=9.1 required=5.0', 'X-Spam: yes', 'x-spam: Yes'])
    expect(isSpam(line), line).toBe(true);
  for (const line of [
    'X-Spam-Flag: NO',
    'X-Spam-Status: No, score=-1',
    'X-Spam: not yet',
    'X-Spam-Level: yes',
    'X-Spam: yesterday',
  ])
    expect(isSpam(line), line).toBe(false);
});

const CORPUS = 'ruby-mail/spec/fixtures/emails/multipart_report_emails';
const KNOWN: readonly [path: string, hasFailed: boolean, about: string][] = [
  [`${CORPUS}/multi_address_bounce1.eml`, true, '118707422.15521266992174819.JavaMail.root@lvmail01'],
  [`${CORPUS}/multipart_report_multiple_status.eml`, true, '4c2a146147ac8_61ff157c4ec1652df@s.h.c.mail'],
  [`${CORPUS}/report_422.eml`, false, '15655788.13.1200472642578.JavaMail.Administrator@mail.ttttt.com.au'],
  [`${CORPUS}/report_530.eml`, true, '200712232303.lBNN3jDq002941@mail12.rrrr.com.au'],
  ['postal-mime/test/fixtures/bounce.eml', true, 'e85f1c9b-9b51-4028-8ec0-0a657155028e@app.fastmail.com'],
];

test('real reports name the mail that they are about', skippedFor(whyNoCorpus()), () => {
  for (const [path, hasFailed, about] of KNOWN) {
    const { report: read } = parseMail(readFileSync(corpusPath(path)), { now: 0 });
    expect(read, path).toMatchObject({ isStandard: true, hasFailed, about: [about] });
  }
});
