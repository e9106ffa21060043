import { execFileSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../../../../src/center/intake/sources/find.ts';
import { mailsIn } from '../../../../src/center/intake/sources/read.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { foundIn } from './found-in.ts';

const MAIL = 'From: a@b.example\nSubject: One\n\nbody\n';
const SEPARATOR = 'From a@b.example Mon Mar  3 10:00:00 2025\n';
const MBOX = Array.from({ length: 3 }, (_, at) => `${SEPARATOR}${MAIL}${at}\n\n`).join('');

function file(name: string, content: string | Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const THREE = [0, 1, 2].map(at => `${MAIL}${at}\n`);

describe('a file that gzip compressed', () => {
  it('is an mbox or a mail, with any name', async () => {
    expect(await foundIn(file('all.mbox.gz', gzipSync(MBOX)))).toEqual(THREE);
    expect(await foundIn(file('one', gzipSync(MAIL)))).toEqual([MAIL]);
    expect(await foundIn(file('parts.gz', Buffer.concat([gzipSync(MBOX), gzipSync(`${SEPARATOR}${MAIL}`)])))).toEqual([
      ...THREE,
      MAIL,
    ]);
  });

  it('is not a mail, with the reason by its content', async () => {
    const tar = `${'x'.repeat(257)}ustar`;
    for (const [content, reason] of [
      [gzipSync('no mail'), /not a mail/],
      [gzipSync(tar), /TAR/],
      [gzipSync(gzipSync(MBOX)), /gzip\) twice/],
      [gzipSync(''), /empty/],
    ] as const)
      expect(await foundIn(file('x.gz', content))).toEqual([expect.stringMatching(reason)]);
  });

  it('and is cut or damaged is read up to there', async () => {
    const many = Array.from(
      { length: 3_000 },
      (_, at) => `${SEPARATOR}${MAIL}${(at * 2_654_435_761) % 4_294_967_296}\n\n`,
    );
    const packed = gzipSync(many.join(''));
    const cut = await foundIn(file('cut.gz', packed.subarray(0, packed.length - 100)));
    expect(cut.length).toBeGreaterThan(1_000);
    expect(cut.at(-1)).toBe('Its end is missing or damaged. The mails before that were read.');
    expect(cut.slice(0, -1)).toEqual(many.slice(0, cut.length - 1).map(text => text.slice(SEPARATOR.length, -1)));
  });
});

describe('a file that grows to more than 100 times its size', () => {
  const large = `${SEPARATOR}${MAIL}${'Nothing else. '.repeat(200_000)}\n\n`;
  const bomb = gzipSync(MBOX + large.repeat(4));
  const sources: Record<string, () => [path: string, stdin?: Readable]> = {
    'a file': () => [file('bomb.gz', bomb)],
    'standard input': () => ['-', Readable.from([bomb])],
  };

  it.each(Object.keys(sources))('%s is read up to there without consent, or to its end', async name => {
    expect(bomb.length * 100).toBeLessThan(large.length * 4);
    const left = await foundIn(...sources[name]!());
    expect(left.slice(0, 3)).toEqual(THREE);
    expect(left.length).toBeLessThan(7);
    expect(left.at(-1)).toBe(
      'It grows to more than 100 times its size. The mails before that were read. Add --any-size to read all of it.',
    );
    const asked: string[] = [];
    const [path, stdin] = sources[name]!();
    const whole = await foundIn(path, stdin, undefined, async source => asked.push(source) > 0);
    expect(whole).toEqual([...THREE, ...Array.from({ length: 4 }, () => large.slice(SEPARATOR.length, -1))]);
    expect(asked).toEqual([stdin ? 'standard input' : path]);
  });

  it('but is small is read without asking', async () => {
    const mail = `${MAIL}${'Nothing else. '.repeat(50_000)}`;
    expect(gzipSync(mail).length * 100).toBeLessThan(mail.length);
    expect(await foundIn(file('small.gz', gzipSync(mail)))).toEqual([mail]);
  });
});

describe('a pipe', () => {
  it('is read once, compressed or not', async () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    for (const content of [MBOX, gzipSync(MBOX)]) {
      createWriteStream(path).end(content);
      expect(await foundIn(path)).toEqual(THREE);
    }
  });

  it('without a writer is not waited for in a folder', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await foundIn(folder)).toEqual(['It is neither a file nor a folder.']);
  });
});

describe('standard input', () => {
  it('is read as it comes, in pieces of any size', async () => {
    const bytes = Buffer.from(MBOX);
    for (const size of [1, 7, 1_000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await foundIn('-', Readable.from(pieces))).toEqual(THREE);
    }
    expect(await foundIn('-', Readable.from([Buffer.from(MAIL)]))).toEqual([MAIL]);
    expect(await foundIn('-', Readable.from([]))).toEqual(['The file is empty.']);
  });

  it('that never ends is left when the import is stopped', async () => {
    const stop = new AbortController();
    const stdin = new Readable({ read: () => undefined });
    stdin.push(MBOX);
    setTimeout(() => stop.abort(), 20);
    expect(await foundIn('-', stdin, stop.signal)).toContainEqual(expect.stringMatching(/aborted/));
  });

  it('is a file of that name if there is none', async () => {
    expect(await foundIn('-')).toEqual(['There is no such file or folder.']);
  });
});

describe('an .emlx file', () => {
  const properties = (flags: number) =>
    `<?xml version="1.0"?>\n<plist><dict><key>flags</key>\n\t<integer>${flags}</integer></dict></plist>\n`;
  const marksIn = async (flags: number) => {
    const path = file('1.emlx', `${MAIL.length}      \n${MAIL}${properties(flags)}`);
    for await (const each of filesUnder(path, new Set()))
      if (!('reason' in each)) for await (const mail of mailsIn(each, () => undefined)) return mail;
    throw new Error('nothing was found');
  };

  it.each([
    [8_590_195_713, []],
    [2, ['deleted']],
    [64, ['draft']],
    [0x100_0000, ['spam']],
    [0, []],
  ] as const)('is the mail in it; its flags %i say %j', async (flags, marks) => {
    expect(await marksIn(flags)).toMatchObject({ raw: Buffer.from(MAIL), marks });
  });

  it('that is cut is read as far as it goes, and another file that begins with a number is not a mail', async () => {
    expect(await foundIn(file('cut.emlx', `900\n${MAIL}`))).toEqual([MAIL]);
    expect(await foundIn(file('number.txt', '900\nNo mail\n'))).toEqual([expect.stringMatching(/not a mail/)]);
  });
});
