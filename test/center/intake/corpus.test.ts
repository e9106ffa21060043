import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailsIn } from '../../../src/center/intake/sources/read.ts';
import { corpusFolder, corpusPath, whyNoCorpus } from '../../harness/corpus.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { importMail, openIntake, readMailSource, seeAll } from './open-intake.ts';

const folders = ['bigbang-3gpp', 'ruby-mail', 'enmime', 'postal-mime', 'imaptest', 'ponymail', 'stalwart-mail-parser'];

const whyNoPython = (): string | undefined => {
  const { error } = spawnSync('python3', ['--version']);
  return error && 'python3 is not on this machine';
};

const mailsOf = async (path: string) => {
  const { size } = { size: readFileSync(path).length };
  return Array.fromAsync(mailsIn({ path, size, modified: 0 }, () => undefined));
};

const importTwice = async (path: string, maySetAside: RegExp): Promise<void> => {
  const center = await openIntake();
  const first = await importMail(center, [path]);
  expect(first.imported).toBeGreaterThan(0);
  const unread = first.setAside.filter(({ reason }) => !reason.startsWith('It is no mail'));
  expect(first.imported + first.doubles + unread.length).toBe(first.read);
  for (const { source, reason } of first.setAside) expect(`${source}: ${reason}`).toMatch(maySetAside);
  const before = await seeAll(center);
  const second = await importMail(center, [path]);
  expect(second).toMatchObject({ imported: 0, doubles: first.imported + first.doubles });
  expect(await seeAll(center)).toEqual(before);
};

const importBytes = async (path: string): Promise<void> => {
  const center = await openIntake();
  await importMail(center, [path]);
  expect((await readMailSource(center, 1))!.equals(readFileSync(path))).toBe(true);
};

const own = join(import.meta.dirname, '../../fixtures/mail');

describe('mail of our own', () => {
  it('is imported, or set aside with a reason, once', () => importTwice(own, /expected\.json/));

  it.for(['alternative.eml', 'bounce.eml', 'charsets/iso-2022-jp.eml'])('is kept byte for byte: %s', name =>
    importBytes(join(own, name)),
  );
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
    'has as many mails an mbox as an independent reader finds',
    skippedFor(whyNoCorpus('imaptest') ?? whyNoPython()),
    async () => {
      const paths = (await Array.fromAsync(glob('**/*.mbox', { cwd: corpusFolder }))).map(path => corpusPath(path));
      const script = 'import mailbox,sys\nfor p in sys.argv[1:]: print(len(mailbox.mbox(p, create=False)))';
      const counts = execFileSync('python3', ['-c', script, ...paths], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number);
      expect(paths.length).toBeGreaterThan(30);
      const ours = await Promise.all(paths.map(async path => (await mailsOf(path)).length));
      expect(Object.fromEntries(paths.map((path, at) => [path, ours[at]]))).toEqual(
        Object.fromEntries(paths.map((path, at) => [path, counts[at]])),
      );
    },
  );

  it('threads the 3GPP lists as their Message-IDs say', skippedFor(whyNoCorpus('bigbang-3gpp')), async () => {
    const paths = (await Array.fromAsync(glob('bigbang-3gpp/**/*.mbox', { cwd: corpusFolder }))).map(path =>
      corpusPath(path),
    );
    const parent = new Map<string, string>();
    const find = (id: string): string => {
      const up = parent.get(id) ?? id;
      return up === id ? id : find(up);
    };
    const headers: Record<string, string>[] = [];
    for (const path of paths)
      for (const raw of readFileSync(path, 'latin1')
        .split(/^From MAILER-DAEMON .*\n/m)
        .slice(1)) {
        const head = raw.split('\n\n')[0]!.replace(/\n[ \t]+/g, ' ');
        const fields = head
          .split('\n')
          .map(each => /^([^:]+):\s*(.*)$/.exec(each))
          .filter(match => match !== null);
        headers.push(Object.fromEntries(fields.map(match => [match[1]!.toLowerCase(), match[2]!])));
      }
    expect(headers).toHaveLength(109);
    const ids = (text = '') => text.match(/[^<>\s,;"]+@[^<>\s,;"]+/g) ?? [];
    for (const fields of headers)
      for (const id of [...ids(fields.references), ...ids(fields['in-reply-to'])])
        parent.set(find(id), find(ids(fields['message-id'])[0]!));
    const threads = Map.groupBy([...new Set(headers.map(fields => ids(fields['message-id'])[0]!))], id => find(id));
    const expected = [...threads.values()].map(each => each.toSorted().join(' ')).sort();

    const center = await openIntake();
    await importMail(center, paths);
    const mails = await center.read(({ db }) =>
      db.selectFrom('mail').select(['message_key', 'conversation_id']).execute(),
    );
    const found = Map.groupBy(mails, mail => mail.conversation_id);
    const ours = [...found.values()]
      .map(each => [...new Set(each.map(mail => mail.message_key!))].sort().join(' '))
      .sort();
    expect(ours).toEqual(expected);
    expect(expected.length).toBeLessThan(90);
  });
});
