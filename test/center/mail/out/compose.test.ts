import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';
import { compose, type LetterFile } from '../../../../src/center/mail/out/compose.ts';
import type { Letter } from '../../../../src/center/model/outgoing/letter.ts';
import { codePoint } from '../../../harness/code-point.ts';
import { isFull, runs } from '../../../harness/full.ts';

const letter: Letter = {
  messageId: 'c7.m12.0123456789abcdef0123@shop.example',
  date: Date.UTC(2026, 10, 22, 9, 40, 2),
  from: { name: 'Ada Byron', email: 'support@shop.example' },
  to: [{ name: 'Zoe Quinn', email: 'zoe@there.example' }],
  cc: [],
  bcc: [],
  subject: 'Re: My parcel',
  inReplyTo: 'one@there.example',
  references: ['zero@there.example', 'one@there.example'],
  text: 'Hello Zoe,\n\nit is on its way.\n\n-- \nThe shop',
  attachmentIds: [],
  automatic: null,
  hasNullSender: false,
};

async function wireOf(given: Partial<Letter>, files: readonly LetterFile[] = []): Promise<string> {
  return (await compose({ ...letter, ...given }, files)).toString('latin1');
}

async function readBack(given: Partial<Letter>, files: readonly LetterFile[] = []) {
  const bytes = await compose({ ...letter, ...given }, files);
  return { ours: parseMail(bytes, { now: 0 }), others: await PostalMime.parse(bytes), bytes };
}

/** The names of the header's fields. */
function fieldsOf(wire: string): string[] {
  const head = wire.slice(0, wire.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
  return head.split('\r\n').map(line => line.split(':', 1)[0]!);
}

function asOneLine(text: string): string {
  return text
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .toWellFormed();
}

const sign = fc.constantFrom(
  ...[
    '\r\n',
    '\n',
    '\r',
    '\0',
    '\u0085',
    '\u2028',
    '\u000b',
    '\t',
    ' ',
    '     ',
    '"',
    '\\',
    '<',
    '>',
    ',',
    ';',
    ':',
    '(',
    ')',
    '@',
  ],
  ...[
    '=?utf-8?Q?x?=',
    '=?',
    '?=',
    '=?UTF-8?B?Zm9v?=',
    'Bcc: eve@evil.example',
    '\r\nBcc: eve@evil.example',
    "'",
    '..',
    '/',
    '%0D%0A',
  ],
  ...['é', '你', '👩‍👧', '\u202e', '\ud800', 'İ', '--_NmP', '\r\n.\r\n', '\r\n\r\n', 'Re: '],
);
const hostile = fc
  .array(fc.oneof(sign, fc.string({ maxLength: 30 }), fc.string({ unit: codePoint, maxLength: 8 })), { maxLength: 14 })
  .map(pieces => pieces.join('').slice(0, 240));

describe('a letter that is sent', () => {
  it('goes out as plain text that programs may flow, with the fields that join it to its thread', async () => {
    expect(await wireOf({})).toBe(
      [
        'Date: Sun, 22 Nov 2026 09:40:02 +0000',
        'Message-ID: <c7.m12.0123456789abcdef0123@shop.example>',
        'From: Ada Byron <support@shop.example>',
        'To: Zoe Quinn <zoe@there.example>',
        'Subject: Re: My parcel',
        'Thread-Topic: My parcel',
        'In-Reply-To: <one@there.example>',
        'References: <zero@there.example> <one@there.example>',
        'Content-Transfer-Encoding: 7bit',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8; format=flowed',
        '',
        'Hello Zoe,',
        '',
        'it is on its way.',
        '',
        '-- ',
        'The shop',
        '',
      ].join('\r\n'),
    );
  });

  it('is the same each time, files included', async () => {
    const files = [{ name: 'a.txt', content_type: 'text/plain', content: Buffer.from('a') }];
    expect(await wireOf({}, files)).toBe(await wireOf({}, files));
  });

  it('names no one of Bcc', async () => {
    expect(await wireOf({ bcc: [{ name: 'Eve', email: 'eve@there.example' }] })).not.toMatch(/eve|bcc/i);
  });

  it('says if no person wrote it', async () => {
    const wire = await wireOf({ automatic: 'auto-replied' });
    expect(wire).toContain('\r\nAuto-Submitted: auto-replied\r\n');
    expect(wire).toContain('\r\nX-Auto-Response-Suppress: All\r\n');
  });

  it('comes back as it was, in our own reader and in another one', async () => {
    const names = fc.array(hostile, { minLength: 7, maxLength: 7 });
    const expected = await wireOf({ cc: letter.to, replyTo: letter.from }, [
      { name: 'x', content_type: 'text/plain', content: Buffer.from('x') },
    ]);
    await fc.assert(
      fc.asyncProperty(names, hostile, async ([subject, from, to, cc, reply, file, type], text) => {
        const content = Buffer.from(text);
        const given = {
          subject: subject!,
          from: { name: from!, email: letter.from.email },
          to: [{ name: to!, email: letter.to[0]!.email }],
          cc: [{ name: cc!, email: 'cc@there.example' }],
          replyTo: { name: reply!, email: 'reply@there.example' },
          text,
        };
        const name = asOneLine(file!) || 'x';
        const { ours, others, bytes } = await readBack(given, [{ name, content_type: type!, content }]);
        // A field that would be empty is left out.
        const fields = fieldsOf(bytes.toString('latin1'));
        expect(fields).toEqual(fieldsOf(expected).filter(one => fields.includes(one)));
        const named = (one: string) => asOneLine(one).replaceAll('=?', '= ?');
        const people = [
          [ours.from, others.from!, given.from],
          [ours.to[0]!, others.to![0]!, given.to[0]!],
          [ours.cc[0]!, others.cc![0]!, given.cc[0]!],
          [ours.replyTo[0]!, others.replyTo![0]!, given.replyTo],
        ] as const;
        for (const [mine, theirs, written] of people) {
          expect([mine.email, theirs.address]).toEqual([written.email, written.email]);
          expect(mine.name).toBe(named(written.name) || written.email);
          expect(theirs.name).toBe(named(written.name));
        }
        expect(asOneLine(others.subject ?? '')).toBe(asOneLine(given.subject));
        expect([ours.files.length, others.attachments.length]).toEqual([1, 1]);
        expect([ours.files[0]!.name, others.attachments[0]!.filename]).toEqual([named(name), named(name)]);
        expect(ours.files[0]!.content.equals(content)).toBe(true);
        expect(ours.messageId).toBe(letter.messageId);
        expect(ours.references).toEqual(letter.references);
      }),
      { numRuns: isFull ? 2_000 : runs(60) },
    );
  });

  it('has no line that a relay may not take', async () => {
    const wire = await wireOf({ text: `${'x'.repeat(3_000)}\n.\n你${'好'.repeat(2_000)}`, subject: 'y'.repeat(255) });
    for (const line of wire.split('\r\n')) expect(line.length).toBeLessThan(998);
    expect(wire).not.toMatch(/[^\r]\n|\r[^\n]/);
  });

  it.each([
    ['multipart/mixed; boundary=x', 'application/octet-stream'],
    ['message/rfc822', 'application/octet-stream'],
    ['text/html; charset="utf-16"', 'text/html'],
    ['nonsense', 'application/octet-stream'],
    ['IMAGE/PNG', 'image/png'],
  ])('sends a file of the type %s as %s', async (given, type) => {
    const { ours } = await readBack({}, [{ name: 'a', content_type: given, content: Buffer.from('content') }]);
    expect(ours.files).toEqual([{ name: 'a', type, content: Buffer.from('content'), isInline: false }]);
  });

  it.each([
    ['UTF-8', Buffer.from('Größe'), 'text/csv; charset=utf-8; name=a'],
    ['another charset', Buffer.from('Größe', 'latin1'), 'text/csv; name=a'],
  ])('names the charset of a text file in %s only if it is UTF-8', async (_, content, type) => {
    const wire = await wireOf({}, [{ name: 'a', content_type: 'text/csv; charset=x', content }]);
    expect(wire).toContain(`\r\nContent-Type: ${type}\r\n`);
  });

  it('writes an address of another alphabet as relays know it', async () => {
    expect(await wireOf({ to: [{ name: '', email: 'zoe@bücher.example' }] })).toContain(
      'To: zoe@xn--bcher-kva.example\r\n',
    );
  });
});
