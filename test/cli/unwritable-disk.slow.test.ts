import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { copyTemplate } from '../harness/center.ts';
import { mounted, remount, unmount } from '../harness/mounted.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';
import { runHere } from './shell-here.ts';

const disk = mounted('8m') ?? '';
const onDisk = skippedFor(disk === '' ? 'only root can mount a small disk' : undefined);
const database = join(disk, 'center.db');

function on(...words: readonly string[]) {
  return runHere([...words, '--database', database], {}, 'seven blue lanterns\n');
}

/** Writes until nothing more fits. */
function fill(): void {
  for (const [at, bytes] of [65_536, 4_096, 512, 1].entries())
    try {
      for (let nth = 0; ; nth += 1) writeFileSync(join(disk, `full-${at}-${nth}`), new Uint8Array(bytes));
    } catch {}
}

beforeAll(async () => {
  if (disk === '') return undefined;
  await on('sample', '--conversations', '20');
  // The user's own agent is made by the first command.
  await on('conversations', 'list');
  return () => unmount(disk);
});

/** What a disk that cannot be written says of writes. */
const HOWS = [
  ['read-only', () => remount(disk, 'ro'), () => remount(disk, 'rw'), 'it cannot be written'],
  ['full', fill, () => undefined, 'make room there'],
] as const;

describe.each(HOWS)('a help center on a disk that is %s', (how, breakIt, mend, why) => {
  beforeAll(() => disk !== '' && breakIt());
  afterAll(() => disk !== '' && mend());

  test('is read as ever', onDisk, async () => {
    const folder = temporaryFolder();
    for (const words of [
      ['conversations', 'list', '--limit', '2'],
      ['conversations', 'show', '3'],
      ['conversations', 'export', '--to', join(folder, 'export')],
      ['contacts', 'list'],
      ['inbox', 'list'],
      ['agent', 'list'],
      ['numbers'],
      ['api', 'GET', '/inboxes'],
    ]) {
      const { code, stdout, stderr } = await on(...words);
      expect([code, stdout === '' && words[1] !== 'export', stderr], words.join(' ')).toEqual([
        0,
        false,
        words[1] === 'export' ? expect.stringContaining('20 conversations') : '',
      ]);
    }
    for (const words of [
      ['key', 'list'],
      ['mail', 'queue', 'list'],
    ])
      expect((await on(...words)).code).toBe(0);
    expect(readdirSync(join(folder, 'export'))).toContain('conversations.ndjson');
  });

  test('is shown by a desk that only reads', onDisk, async () => {
    const options = { env: deskEnvironment(temporaryFolder()), input: 'q\n' };
    const desk = ['--plain', '--database', database];
    const { code, stdout, stderr } = await runShell([...desk, '--read-only'], options);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/read-only\.\nUnresolved, [1-9]\d* conversations/);
    expect(await runShell(desk, options)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  });

  test('is saved, verified and copied elsewhere', onDisk, async () => {
    const folder = temporaryFolder();
    const backups = join(folder, 'backups');
    expect(await on('backup', backups)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/has [\d,]+ rows/),
      stderr: 'The database could not be written, so frontdesk doctor does not know of this.\n',
    });
    expect(await on('backup', '--verify', '--restore', backups)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('everything was read, and can be restored'),
    });
    const copied = await runHere(['copy', '--from', database, '--to', join(folder, 'copy.db')]);
    expect(copied).toMatchObject({ code: 0, stderr: '' });
  });

  test('refuses every change at once, and says why', onDisk, async () => {
    for (const words of [
      ['conversations', 'archive', '3'],
      ['agent', 'create', 'A', 'a@shop.example'],
    ])
      expect(await on(...words)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'frontdesk: Nothing was changed: the disk of the help center cannot be written now.\n',
      });
    for (const words of [
      ['key', 'create', 'one'],
      ['serve', '--port', '0'],
      ['import', __filename],
    ])
      expect(await on(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  });

  test('is whole for doctor, which says what is wrong with the disk', onDisk, async () => {
    const { stdout } = await on('doctor');
    expect(stdout).toMatch(/The embedded help center .* is whole/);
    expect(stdout).toMatch(how === 'full' ? /Only 0 B are free where/ : /The help center’s file .* cannot be written/);
  });
});

test('changes that are only in the log are not left out in silence', onDisk, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'center.db');
  await runHere(['sample', '--conversations', '2', '--database', file]);
  const writer = new DatabaseSync(file);
  writer.exec("pragma journal_mode = wal; update conversation set title = 'New'");
  const target = mounted('8m')!;
  try {
    cpSync(join(folder, 'attachments'), join(target, 'attachments'), { recursive: true });
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(target, `center.db${end}`));
    remount(target, 'ro');
    const args = ['conversations', 'list', '--database', join(target, 'center.db')];
    expect(await runHere(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('Copy both files') });
    remount(target, 'rw');
    copyFileSync(`${file}-shm`, join(target, 'center.db-shm'));
    remount(target, 'ro');
    expect(await runHere(args)).toMatchObject({ code: 0, stdout: expect.stringContaining('\tNew\t'), stderr: '' });
  } finally {
    writer.close();
    unmount(target);
  }
});

test('a restore to a disk that is too small says so, and leaves nothing on it', onDisk, async () => {
  const folder = temporaryFolder();
  const target = mounted('256k')!;
  onTestFinished(() => unmount(target));
  const [own, backups, to] = [join(folder, 'center.db'), join(folder, 'backups'), join(target, 'center.db')];
  await copyTemplate(own);
  expect(await runHere(['backup', backups, '--database', own])).toMatchObject({ code: 0, stderr: '' });
  expect(await runHere(['restore', backups, '--database', to])).toEqual({
    code: 1,
    stdout: '',
    stderr: `frontdesk: Cannot use ${target}: its disk is full. Make room there. Nothing was restored.\n`,
  });
  expect(readdirSync(target)).toEqual([]);
});

describe('backups on a disk that is read-only', () => {
  /** A help center with an attachment, and its backups on a disk, which `breakIt` damages before it is closed. */
  async function verified(breakIt: (backups: string) => void, ...flags: readonly string[]) {
    const folder = temporaryFolder();
    const target = mounted('8m')!;
    onTestFinished(() => unmount(target));
    const [own, backups] = [join(folder, 'center.db'), join(target, 'backups')];
    writeFileSync(join(folder, 'order.txt'), 'order');
    const line = {
      ...{ source: 'other', id: '1', title: 'One', status: 'open', created_at: '2026-01-05T10:00:00Z' },
      messages: [{ id: '1', kind: 'contact', body_text: 'Hello', attachments: [{ name: 'order', path: 'order.txt' }] }],
    };
    const message = { ...line.messages[0], created_at: line.created_at };
    writeFileSync(join(folder, 'one.ndjson'), JSON.stringify({ ...line, messages: [message] }));
    await runHere(['import', '--from', 'ndjson', join(folder, 'one.ndjson'), '--database', own]);
    expect(await runHere(['backup', backups, '--database', own])).toMatchObject({ code: 0, stderr: '' });
    breakIt(backups);
    remount(target, 'ro');
    return runHere(['backup', '--verify', ...flags, '--database', own]);
  }

  const attachment = (backups: string) =>
    join(backups, readdirSync(backups, { recursive: true, encoding: 'utf8' }).find(path => /[0-9a-f]{64}/.test(path))!);

  test('are verified and restored into a scratch place', onDisk, async () => {
    const { code, stdout, stderr } = await verified(() => undefined, '--restore');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/everything was read, and can be restored\.\nThe newest backup was restored into a scratch/);
  });

  test.each([
    ['an attachment', attachment],
    ['the ledger', (backups: string) => join(backups, 'erasures.head')],
  ])('are named if they are damaged, and not told as mended: %s', onDisk, async (_, pathIn) => {
    const { code, stdout, stderr } = await verified(backups => writeFileSync(pathIn(backups), 'other'));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^damaged: (attachments\/|erasures\.).* broken for it: 000001-.*$/m);
    expect(stderr).not.toContain('mended');
  });
});
