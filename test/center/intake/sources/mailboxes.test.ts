import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { splitMbox } from '../../../../src/center/intake/sources/mbox.ts';
import { foundIn } from './found-in.ts';

const MMDF = '\x01\x01\x01\x01\n';
const LISTSERV = `${'='.repeat(73)}\n`;
const ONE = 'From: a@b.example\nSubject: One\n\n======\nfirst\n';
const TWO = 'Date: Mon, 3 Mar 2025 10:00:00 +0000\nFrom: c@d.example\nSubject: Two\n\n>From me\n';
const ENVELOPE = 'From a@b.example Mon Mar  3 10:00:00 2025\n';

/** What is found in a mailbox that comes as a stream, in pieces of some bytes. */
function foundInPieces(mailbox: string, size: number) {
  const bytes = Buffer.from(mailbox);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return foundIn('-', Readable.from(pieces));
}

describe.each([7, 1_000_000])('in pieces of %i bytes', size => {
  it.each([
    ['MMDF, each between two lines', `${MMDF}${ONE}${MMDF}${MMDF}${TWO}${MMDF}`],
    ['MMDF with an envelope before each', `${MMDF}${ENVELOPE}${ONE}\n${MMDF}${MMDF}${ENVELOPE}${TWO}\n${MMDF}`],
    ['MMDF, one line between them', `${MMDF}${ONE}${MMDF}${TWO}`],
    ['MMDF that was cut', `${MMDF}${ONE}${MMDF}${MMDF}${TWO}`],
    ['an archive of LISTSERV', `${LISTSERV}${ONE}${LISTSERV}${TWO}`],
    ['an archive of LISTSERV with empty lines', `\n${LISTSERV}${ONE}\n${LISTSERV}${TWO}\n`],
  ])('the mails are found in %s', async (_name, mailbox) => {
    expect(await foundInPieces(mailbox, size)).toEqual([ONE, TWO]);
    const windows = await foundInPieces(mailbox.replaceAll('\n', '\r\n'), size);
    expect(windows).toEqual([ONE, TWO].map(mail => mail.replaceAll('\n', '\r\n')));
  });
});

it('an envelope in MMDF says when the mail came', async () => {
  const [mail] = await Array.fromAsync(
    splitMbox(Readable.from([Buffer.from(`${MMDF}${ENVELOPE}${ONE}`)]), 1_000, 10, 'mmdf'),
  );
  expect(mail?.fileTime).toBe(Date.UTC(2025, 2, 3, 10));
});

it.each([
  ['a rule of another length', `${'='.repeat(72)}\n${ONE}`],
  ['a rule above a text', `${LISTSERV}Dear all,\nhello\n`],
  ['four controls within a line', `\x01\x01\x01\x01x\n${ONE}`],
])('is not a mailbox: %s', async (_name, text) => {
  expect(await foundInPieces(text, 1_000)).toEqual([expect.stringMatching(/not a mail/)]);
});

it('a rule within a mail of LISTSERV is its own if no field of mail follows', async () => {
  const mail = `${ONE}${LISTSERV}below\n`;
  expect(await foundInPieces(`${LISTSERV}${mail}${LISTSERV}${TWO}`, 1_000)).toEqual([mail, TWO]);
});
