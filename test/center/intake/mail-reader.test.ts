import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMailReader, type ReadingLimits } from '../../../src/center/intake/mail-reader.ts';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import type { FoundMail } from '../../../src/center/intake/sources/read.ts';
import { signByFrom, usualRecord } from '../../harness/dkim.ts';
import { runs, sampled } from '../../harness/full.ts';
import { now } from './open-intake.ts';

function found(text: string, isQuoted = false): FoundMail {
  return {
    source: 'test',
    raw: Buffer.from(text),
    isQuoted,
    fileTime: undefined,
  };
}

function letter(number: number, body = `text ${number}`) {
  return found(`From: Ana <ana@customer.example>\nSubject: Topic ${number}\nMessage-ID: <${number}@x>\n\n${body}\n`);
}

/** HTML in so many parts, each of which takes some time to read. */
function html(parts: number, paragraphs: number) {
  const part = `--b\nContent-Type: text/html\n\n${'<p>some <b>text</b></p>\n'.repeat(paragraphs)}`;
  const head = 'From: Ana <ana@customer.example>\nContent-Type: multipart/mixed; boundary=b\n';
  return found([head, ...Array.from({ length: parts }, () => part), '--b--'].join('\n'));
}

/** HTML whose tree is larger than the heap that it is given here, in small pieces. */
const largeTree = found(`From: Ana <ana@customer.example>\nContent-Type: text/html\n\n${'<i>x</i>'.repeat(150_000)}`);

function openReader(limits: Partial<ReadingLimits>) {
  const reader = createMailReader(limits);
  onTestFinished(() => reader.close());
  return reader;
}

describe('the thread that reads mail', () => {
  const reader = createMailReader();
  afterAll(() => reader.close());

  it('returns what the mail says and carries, as if it had been read here', async () => {
    const attachment = 'Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nfile\n';
    const text = `From: Ana <ana@customer.example>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n--b\n${attachment}--b--\n`;
    const read = await reader.read(found(text), now);
    expect(read).toEqual(parseMail(Buffer.from(text), { now }));
    expect(read).toMatchObject({ text: 'hello', files: [{ name: 'a.txt', content: Buffer.from('file') }] });
  });

  it('removes the signs that an mbox puts before lines, and no others', async () => {
    const text = 'From: Ana <ana@customer.example>\n\n>From here\n';
    expect(await reader.read(found(text, true), now)).toMatchObject({ text: 'From here' });
    expect(await reader.read(found(text, false), now)).toMatchObject({ text: '>From here' });
  });

  it.for([
    ['NUL characters', 'text/plain', '\0'],
    ['line ends of old Macs', 'text/plain', '\r'],
    ['runs of UTF-7', 'text/plain; charset=utf-7', '+AGE-'],
    ['Japanese between other letters', 'text/plain; charset=iso-2022-jp', '\x1b$B!!\x1b(Bé'],
  ] as const)('has enough memory for a long text of %s', async ([, type, unit]) => {
    const text = `From: Ana <ana@customer.example>\nContent-Type: ${type}\n\nx${unit.repeat(4_000_000 / unit.length)}`;
    expect(await reader.read(found(text), now)).not.toHaveProperty('reason');
  });

  it('answers in the order of the mails', async () => {
    const mails = [1, 2, 3, 4].map(number => reader.read(letter(number, 'x'.repeat(100_000 * (5 - number))), now));
    const done: number[] = [];
    await Promise.all(mails.map((mail, index) => mail.then(() => done.push(index))));
    expect(done).toEqual([0, 1, 2, 3]);
  });

  it.for<[string, FoundMail, Partial<ReadingLimits>, RegExp]>(
    sampled([
      ['memory', largeTree, { heapMiB: 24 }, /took too much memory/],
      ['time', html(20, 40_000), { cpuMs: 2_000 }, /took too long/],
    ]),
  )(
    'gives up on a mail that needs too much %s, and reads those before and after it',
    { timeout: 60_000 },
    async ([, bomb, limits, reason]) => {
      const reader = openReader(limits);
      const [before, tooMuch, after, last] = await Promise.all(
        [letter(1), bomb, letter(2), letter(3)].map(mail => reader.read(mail, now)),
      );
      expect(tooMuch).toEqual({ reason: expect.stringMatching(reason) });
      expect([before, after, last].map(mail => mail && 'subject' in mail && mail.subject)).toEqual([
        'Topic 1',
        'Topic 2',
        'Topic 3',
      ]);
    },
  );

  it('checks signatures by the keys that are given, and for the next mail without asking for them', async () => {
    const raw = signByFrom(Buffer.from('From: Ana <ana@customer.example>\r\n\r\ntext\r\n'));
    const signed = { ...found(''), raw, arrivedAt: now };
    const keys = { records: { 's._domainkey.customer.example': usualRecord }, until: now + 1 };
    const holds = { checked: [{ result: 'pass' }] };
    expect(await reader.read(signed, now)).not.toHaveProperty('signed.signatures');
    expect(await reader.check(signed, keys, now)).toMatchObject(holds);
    expect(await reader.read(signed, now)).toMatchObject({ signed: { signatures: holds } });
  });

  it('lets this thread go on while it reads a long mail', { timeout: 60_000 }, async () => {
    let isRead = false;
    const read = reader.read(html(1, 4_000), now).then(() => {
      isRead = true;
    });
    let turns = 0;
    for (; !isRead; turns += 1) await turn();
    await read;
    expect(turns).toBeGreaterThan(20);
  });

  it.for([
    ['padded units', 'QQ=='.repeat(runs(6_000_000)), runs(6_000_000)],
    ['line ends', '\r\n'.repeat(runs(10_000_000)), 0],
  ] as const)(
    'reads a file of 20 MB (a tenth in npm test) of %s within its memory limit',
    { timeout: 60_000 },
    async ([, content, length]) => {
      const type = 'Content-Type: application/x-file; name=a.bin\nContent-Transfer-Encoding: base64';
      const read = await reader.read(found(`From: Ana <ana@customer.example>\n${type}\n\n${content}`), now);
      const files = 'files' in read ? read.files : [];
      expect([files.length, files[0]?.content.length]).toEqual([1, length]);
    },
  );
});
