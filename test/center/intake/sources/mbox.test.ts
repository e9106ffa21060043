import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineEnd } from '../../../../src/center/intake/mime/line-end.ts';
import { type MboxMail, splitMbox, unquoteFrom } from '../../../../src/center/intake/sources/mbox.ts';
import { runs } from '../../../harness/full.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function split(
  text: string | Buffer,
  size = 1_000_000,
  most = 1_000_000,
  lineEnd?: LineEnd,
): Promise<MboxMail[]> {
  return Array.fromAsync(splitMbox(inChunks(Buffer.from(text), size), most, lineEnd));
}
function texts(mails: readonly MboxMail[]): string[] {
  return mails.map(mail => mail.bytes.toString());
}

const line = 'From ana@example.org Mon Mar  3 10:00:00 2025';
function eol(text: string) {
  return text.replaceAll('\n', '\r\n');
}

describe('an mbox', () => {
  it('is split at its separator lines, and the empty line before them belongs to no mail', async () => {
    const mails = await split(`${line}\nSubject: a\n\none\n\n${line}\nSubject: b\n\ntwo\n`);
    expect(texts(mails)).toEqual(['Subject: a\n\none\n', 'Subject: b\n\ntwo\n']);
    expect(mails[0]!.fileTime).toBe(Date.UTC(2025, 2, 3, 10));
  });

  it('is split with CRLF as well', async () => {
    const mails = await split(eol(`${line}\nSubject: a\n\none\n\n${line}\nSubject: b\n\ntwo\n`));
    expect(texts(mails)).toEqual([eol('Subject: a\n\none\n'), eol('Subject: b\n\ntwo\n')]);
  });

  it.each([1, 7, 1_000_000])('is split if only a carriage return ends its lines, in pieces of %i', async size => {
    const text = `${line}\nSubject: a\n\none\n>From me\n\n${line}\nSubject: b\n\nFrom time\nto time\n`;
    const mails = await split(text.replaceAll('\n', '\r'), size, 1_000_000, 13);
    expect(texts(mails)).toEqual(['Subject: a\r\rone\r>From me\r', 'Subject: b\r\rFrom time\rto time\r']);
    expect(mails[0]!.fileTime).toBe(Date.UTC(2025, 2, 3, 10));
    expect(unquoteFrom(mails[0]!.bytes).toString()).toContain('\rFrom me\r');
  });

  it.each([
    ['a separator without an empty line before it', `${line}\nA: 1\n\nx\n${line}\nB: 2\n\ny\n`, 2],
    ['a separator without a date, before header fields', `From ana\nTo: 1\n\nx\n\nFrom bob\nCc: 2\n\ny\n`, 2],
    ['a sentence that begins with From', `${line}\nA: 1\n\nFrom then on it was broken.\nFrom me\nyours\n`, 1],
    [
      'a sentence with a day and a time',
      `${line}\nA: 1\n\nHello,\n\nFrom Mon 3 Nov 09:30 on nobody was in.\n\nyours\n`,
      1,
    ],
    ['a sentence with a date and a time', `${line}\nA: 1\n\nFrom 2025-11-03 09:30 on\nnobody was in.\n`, 1],
    ['a date in a form of its own, before header fields', `From x 2025-11-03 09:30\nX-Odd: 1\n\nx\n`, 1],
    ['a quoted From', `${line}\nA: 1\n\n>From ana Mon Mar  3 10:00:00 2025\n`, 1],
    ['a zone after the year', `From user@domain  Sat Mar 24 23:00:00 2007 +0200\nA: 1\n\nx\n`, 1],
    ['a Content-Length that lies', `${line}\nContent-Length: 9999\n\nx\n\n${line}\nA: 1\n\ny\n`, 2],
    ['two separators in a row', `${line}\n${line}\nA: 1\n\ny\n`, 2],
    ['a separator at the very end', `${line}\nA: 1\n\nx\n\n${line}\n`, 2],
    ['no end of line at the end', `${line}\nA: 1\n\nx`, 1],
    ['nothing at all', '', 0],
    ['text before the first separator', `some words\n${line}\nA: 1\n\nx\n`, 1],
  ])('counts mails right with %s', async (_, text, count) => {
    expect(await split(text)).toHaveLength(count);
  });

  it('is split the same in any pieces', async () => {
    const body = fc.array(fc.constantFrom('', 'From here', line, `>${line}`, 'Subject: x', 'word', 'From x\nTo: b'));
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 6 }), fc.integer({ min: 1, max: 9_000 }), async (bodies, size) => {
        const padding = 'padding that fills the look-ahead of the reader\n'.repeat(60);
        const text = bodies.map(lines => `${line}\nA: b\n\n${lines.join('\n')}\n${padding}\n`).join('');
        expect(texts(await split(text, size))).toEqual(texts(await split(text)));
      }),
      { numRuns: runs(60), seed: 7 },
    );
  });

  it('loses no byte: separators and mails together are the file', async () => {
    const bodies = fc.array(fc.stringMatching(/^[a-zF>: \n]{0,200}$/), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(bodies, async parts => {
        const text = parts.map(part => `${line}\nA: b\n\n${part}\n\n`).join('');
        const mails = await split(text);
        expect(mails.map(mail => `${line}\n${mail.bytes}\n`).join('')).toBe(text);
      }),
      { numRuns: runs(50), seed: 11 },
    );
  });

  it('skips a mail that is too long and goes on with the next', async () => {
    const long = `${line}\nA: 1\n\n${'x'.repeat(50_000)}\n\n`;
    const mails = await split(`${long}${line}\nB: 2\n\ny\n`, 1_000, 20_000);
    expect(mails.map(mail => mail.isTooLong)).toEqual([true, false]);
    expect(mails[1]!.bytes.toString()).toBe('B: 2\n\ny\n');
  });

  it('cut anywhere has all mails before the cut whole', async () => {
    const whole = `${line}\nA: 1\n\nfirst\n\n${line}\nB: 2\n\nsecond\n`;
    for (let at = whole.indexOf('B: 2'); at < whole.length; at += 1)
      expect(texts(await split(whole.slice(0, at)))[0]).toBe('A: 1\n\nfirst\n');
  });
});

describe('quoting of From lines', () => {
  it.each([
    ['>From the start', 'From the start'],
    ['>>From twice', '>From twice'],
    ['a\n>From b\n> From c', 'a\nFrom b\n> From c'],
    ['no > From here', 'no > From here'],
  ])('%j is read as %j', (quoted, plain) => {
    expect(unquoteFrom(Buffer.from(quoted)).toString()).toBe(plain);
  });
});
