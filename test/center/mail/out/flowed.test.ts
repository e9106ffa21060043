import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';
import { flowed } from '../../../../src/center/mail/out/flowed.ts';
import { codePoint } from '../../../harness/code-point.ts';
import { isFull, runs } from '../../../harness/full.ts';

function linesOf(text: string): string[] {
  return flowed(text).replace(/\r\n$/, '').split('\r\n');
}

/** The text as our own reader of mail understands it. */
function readBack(text: string): string {
  const head = 'From: a@b.example\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n';
  return parseMail(Buffer.from(head + flowed(text)), { now: 0 }).text;
}

function word(length: number): string {
  return 'w'.repeat(length);
}

describe('a text in the form of format=flowed', () => {
  it.each<[string, string, string[]]>([
    ['a short line stays', 'Hello', ['Hello']],
    ['a long one is broken at 72', `${word(40)} ${word(30)} ${word(5)}`, [`${word(40)} ${word(30)} `, word(5)]],
    ['a word is never broken', `see ${word(100)} there`, ['see ', `${word(100)} `, 'there']],
    ['spaces at its end are lost', 'Hello   \nthere ', ['Hello', 'there']],
    ['spaces within it stay', `${word(60)}     ${word(20)}`, [`${word(60)}     `, word(20)]],
    ['a space at its beginning is stuffed', ' - one', ['  - one']],
    ['a line that begins as in a mailbox file is stuffed', 'From now on', [' From now on']],
    ['so is one where a long line is broken', `${word(70)} From here`, [`${word(70)} `, ' From here']],
    ['a quote stays as it is', `> ${word(50)} ${word(50)} `, [`> ${word(50)} ${word(50)}`]],
    ['a line is not broken if its rest looks like a quote', `${word(70)} >x`, [`${word(70)} >x`]],
    ['the line above a signature stays', 'Hello\n-- \nAda', ['Hello', '-- ', 'Ada']],
    ['two hyphens are not left alone', `-- ${word(80)}`, [`-- ${word(80)}`]],
    ['Chinese without blanks is not broken', '你好'.repeat(60), ['你好'.repeat(60)]],
    ['line breaks of all kinds are one', 'a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['an empty line stays', 'a\n\nb', ['a', '', 'b']],
  ])('%s', (_, text, lines) => expect(linesOf(text)).toEqual(lines));

  it('comes back as it was, except for spaces at the end of lines', () => {
    const piece = fc.oneof(
      fc.constantFrom(' ', '  ', '\n', '> ', '>', 'From ', '-- ', '--', '. ', '.\n', '\t', '你好', 'é', '👩‍👧', '=20'),
      fc.string({ maxLength: 90 }),
      fc.string({ unit: codePoint, maxLength: 12 }),
    );
    const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(text, written => {
        const clean = written.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n');
        const kept = clean.split('\n').map(line => (line === '-- ' ? line : line.replace(/ +$/, '')));
        expect(readBack(clean).trimEnd()).toBe(kept.join('\n').trimEnd());
      }),
      { numRuns: isFull ? 5_000 : runs(40) },
    );
  });
});
