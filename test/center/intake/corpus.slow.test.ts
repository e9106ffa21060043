import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailsIn } from '../../../src/center/intake/sources/read.ts';
import { corpusFolder, corpusPath, whyNoCorpus } from '../../harness/corpus.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { importMail, openIntake, readMailSource, seeAll } from './open-intake.ts';

const folders = ['bigbang-3gpp', 'ruby-mail', 'enmime', 'postal-mime', 'imaptest', 'ponymail', 'stalwart-mail-parser'];

function whyNoPython(): string | undefined {
  const { error } = spawnSync('python3', ['--version']);
  return error && 'python3 is not on this machine';
}

async function mailsOf(path: string) {
  const { size } = { size: readFileSync(path).length };
  return Array.fromAsync(mailsIn({ path, size, modified: 0 }, () => undefined));
}

async function importTwice(path: string, maySetAside: RegExp): Promise<void> {
  const center = await openIntake();
  const first = await importMail(center, [path]);
  expect(first.imported).toBeGreaterThan(0);
  const unread = first.setAside.filter(({ reason }) => !reason.startsWith('It is not a mail'));
  expect(first.imported + first.doubles + unread.length).toBe(first.read);
  for (const { source, reason } of first.setAside) expect(`${source}: ${reason}`).toMatch(maySetAside);
  const before = await seeAll(center);
  const second = await importMail(center, [path]);
  expect(second).toMatchObject({ imported: 0, doubles: first.imported + first.doubles });
  expect(await seeAll(center)).toEqual(before);
}

async function importBytes(path: string): Promise<void> {
  const center = await openIntake();
  await importMail(center, [path]);
  expect((await readMailSource(center, 1))!.equals(readFileSync(path))).toBe(true);
}

const own = join(import.meta.dirname, '../../fixtures/mail');
async function mboxesOf(folder: string): Promise<string[]> {
  return (await Array.fromAsync(glob('**/*.mbox', { cwd: folder }))).sort().map(path => join(folder, path));
}

async function countMails(paths: readonly string[]): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all(paths.map(async path => [basename(path), (await mailsOf(path)).length])));
}

/** Counts the mails of each mbox with Python's reader. */
function countByPython(paths: readonly string[]): Record<string, number> {
  const script = 'import mailbox,sys\nfor p in sys.argv[1:]: print(len(mailbox.mbox(p, create=False)))';
  const counts = execFileSync('python3', ['-c', script, ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return Object.fromEntries(paths.map((path, at) => [basename(path), Number(counts[at])]));
}

/** The number of mails in each mbox of our own. */
const ownCounts: Readonly<Record<string, number>> = {
  'harbour.mbox': 7,
  'lanterns.mbox': 14,
  'carriage-returns.mbox': 2,
  'crlf.mbox': 3,
  'from-dash.mbox': 2,
  'heads-alone.mbox': 2,
  'mail-in-mail.mbox': 2,
  'no-gap.mbox': 2,
  'no-last-line-end.mbox': 2,
  'quoted-from.mbox': 2,
  'sentences.mbox': 2,
  'wrong-content-length.mbox': 2,
  'zone-after-year.mbox': 2,
};
/** Python splits at every line that begins with `From `, and at no carriage return. */
const notForPython = ['carriage-returns.mbox', 'sentences.mbox'];

/** The header fields of each mail in these mboxes, unfolded, by name in lower case. */
function headersOf(paths: readonly string[]): Record<string, string>[] {
  return paths
    .flatMap(path =>
      readFileSync(path, 'latin1')
        .split(/^From MAILER-DAEMON .*\n/m)
        .slice(1),
    )
    .map(raw => {
      const head = raw.split('\n\n')[0]!.replace(/\n[ \t]+/g, ' ');
      const fields = head
        .split('\n')
        .map(each => /^([^:]+):\s*(.*)$/.exec(each))
        .filter(match => match !== null);
      return Object.fromEntries(fields.map(match => [match[1]!.toLowerCase(), match[2]!]));
    });
}

/** The threads that Message-IDs, References and In-Reply-To make: the ids of each, sorted and joined. */
function threadsOf(headers: readonly Record<string, string>[]): string[] {
  const parent = new Map<string, string>();
  const find = (id: string): string => {
    const up = parent.get(id) ?? id;
    return up === id ? id : find(up);
  };
  const ids = (text = '') => text.match(/[^<>\s,;"]+@[^<>\s,;"]+/g) ?? [];
  for (const fields of headers)
    for (const id of [...ids(fields.references), ...ids(fields['in-reply-to'])])
      parent.set(find(id), find(ids(fields['message-id'])[0]!));
  const all = new Set(headers.map(fields => ids(fields['message-id'])[0]!));
  const threads = Map.groupBy(all, id => find(id));
  return [...threads.values()].map(each => each.toSorted().join(' ')).sort();
}

/** The threads in which the help center holds these mails: as `threadsOf`. */
async function importThreads(paths: readonly string[]): Promise<string[]> {
  const center = await openIntake();
  await importMail(center, paths);
  const mails = await center.read(({ db }) =>
    db.selectFrom('mail').select(['message_key', 'conversation_id']).execute(),
  );
  const found = Map.groupBy(mails, mail => mail.conversation_id);
  return [...found.values()].map(each => [...new Set(each.map(mail => mail.message_key!))].sort().join(' ')).sort();
}

describe('mail of our own', () => {
  it('is imported, or set aside with a reason, once', () => importTwice(own, /expected\.json/));

  it.for([
    'alternative.eml',
    'bounce.eml',
    'charsets/iso-2022-jp.eml',
    'odd/crlf.eml',
    'odd/attachment-name-8-bit.eml',
  ])('is kept byte for byte: %s', name => importBytes(join(own, name)));

  it('has as many mails in an mbox as were written there', async () => {
    expect(await countMails(await mboxesOf(own))).toEqual(ownCounts);
  });

  it('has as many mails in an mbox as an independent reader finds', skippedFor(whyNoPython()), async () => {
    const paths = (await mboxesOf(own)).filter(path => !notForPython.includes(basename(path)));
    expect(countByPython(paths)).toEqual(await countMails(paths));
  });

  it('is threaded as its Message-IDs say, in any order, and if the mail that two answer is lost', async () => {
    const paths = await mboxesOf(join(own, 'lists'));
    const headers = headersOf(paths);
    expect(headers).toHaveLength(21);
    const expected = threadsOf(headers);
    expect(expected).toHaveLength(10);
    expect(await importThreads(paths)).toEqual(expected);
  });
});

describe('the corpus', () => {
  it.for(folders)('%s is imported, or set aside with a reason, once', async (folder, { skip }) => {
    const whyNot = whyNoCorpus(folder);
    skip(whyNot !== undefined, whyNot);
    await importTwice(corpusPath(folder), /SOURCE\.txt|erroneous\.raw/);
  });

  it('keeps single mails byte for byte', skippedFor(whyNoCorpus('enmime')), () =>
    importBytes(corpusPath('enmime/testdata/mail/html-mime-inline.raw')),
  );

  it(
    'has as many mails in an mbox as an independent reader finds',
    skippedFor(whyNoCorpus('imaptest') ?? whyNoPython()),
    async () => {
      const paths = await mboxesOf(corpusFolder);
      expect(paths.length).toBeGreaterThan(30);
      expect(await countMails(paths)).toEqual(countByPython(paths));
    },
  );

  it('threads the 3GPP lists as their Message-IDs say', skippedFor(whyNoCorpus('bigbang-3gpp')), async () => {
    const paths = await mboxesOf(corpusPath('bigbang-3gpp'));
    const headers = headersOf(paths);
    expect(headers).toHaveLength(109);
    const expected = threadsOf(headers);
    expect(await importThreads(paths)).toEqual(expected);
    expect(expected.length).toBeLessThan(90);
  });
});
