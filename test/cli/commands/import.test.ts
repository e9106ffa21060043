import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importPaths } from '../../../src/cli/commands/import.ts';
import { runs } from '../../harness/full.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';
import { runWithEnv, shellHere } from '../shell-here.ts';

const DAY_MS = 86_400_000;

function letter(id: number, days: number, field = ''): string {
  return `From x Mon Mar  3 10:00:00 2025\n${field}From: Zoe <zoe@x.example>\nMessage-ID: <${id}@x.example>\nDate: ${new Date(Date.now() - days * DAY_MS).toUTCString()}\n\nHello ${id}\n\n`;
}

const ARCHIVE = [letter(1, 1), letter(2, 60), letter(3, 2, 'X-Gmail-Labels: Trash\n'), letter(4, 3, 'X-Status: T\n')];

test('an archive from standard input: waiting conversations are open, and everything is counted', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const run = (args: readonly string[], input = ARCHIVE.join('')) => runShell(['import', ...args], { env, input });
  const dry = await run(['--dry-run', '-']);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout.split('\n')).toEqual([
    '4 mails read: 2 would be imported, 0 were there already, 0 set aside.',
    'Left out: 1 draft and 1 deleted mail; --include-deleted takes them.',
    'Nothing was stored.',
    '',
  ]);
  expect((await run(['-'])).stdout.split('\n')).toEqual([
    '4 mails read: 2 imported into 2 conversations, 0 were there already, 0 set aside.',
    'Of the conversations 1 is open, 1 closed or archived.',
    'Left out: 1 draft and 1 deleted mail; --include-deleted takes them.',
    '',
  ]);
  const since = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
  const path = join(folder, 'again.mbox');
  writeFileSync(path, ARCHIVE.join(''));
  const again = await run(['--json', '--since', since, '--include-deleted', '--status', 'closed', path]);
  expect(JSON.parse(again.stdout)).toMatchObject({
    read: 4,
    imported: 2,
    doubles: 1,
    leftOut: { drafts: 0, deleted: 0, otherDates: 1 },
    conversations: 2,
    open: 0,
    isDryRun: false,
    isStopped: false,
  });
});

test('an import that cannot be as it is wished for is refused before anything is stored', async () => {
  const env = deskEnvironment(temporaryFolder());
  const run = (...args: string[]) => runWithEnv(['import', ...args, '-'], { env, input: ARCHIVE.join('') });
  expect(await run('--status', 'nope')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'frontdesk: There is no status nope, only open, closed. Nothing was imported.\n',
  });
  expect(await run('--since', 'soon')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It must be a date, such as 2026-01-31.'),
  });
});

const EMPTY = 'From x Mon Mar  3 10:00:00 2025\n\n';

test('of many mails set aside the first thousand are listed, and the rest counted', async () => {
  const env = deskEnvironment(temporaryFolder());
  const input = EMPTY.repeat(3_000) + letter(1, 1);
  const { code, stdout, stderr } = await runWithEnv(['import', '-', '/nope'], { env, input });
  expect(code).toBe(1);
  expect(stdout).toContain('3,001 mails read: 1 imported into 1 conversation, 0 were there already, 3,001 set aside.');
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(1_002);
  expect(lines.slice(0, 2)).toEqual([
    'set aside: /nope: There is no such file or folder.',
    'set aside: standard input, mail 1: The mail is empty.',
  ]);
  expect(lines.at(-1)).toBe('set aside: 2,000 more mails');
  const told = JSON.parse((await runWithEnv(['import', '--json', '-'], { env, input })).stdout);
  expect([told.setAside.length, told.setAsideCount]).toEqual([1_000, 3_000]);
});

/** Its first mail is always imported; the second, of blank lines, and the last one only if the whole file is read. */
function bomb(): string {
  const path = join(temporaryFolder(), 'bomb.gz');
  writeFileSync(path, gzipSync(letter(1, 1) + EMPTY + '\n'.repeat(runs(13_000_000)) + letter(2, 1)));
  return path;
}

const GROWS =
  'It grows to more than 100 times its size. The mails before that were read. Add --any-size to read all of it.';

test('without a terminal, a compressed file that grows far beyond its size is read to its end only with --any-size', async () => {
  const env = deskEnvironment(temporaryFolder());
  const path = bomb();
  const refused = await runWithEnv(['import', path], { env });
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining(' 1 imported into 1 conversation,') });
  expect(refused.stderr).toContain(`set aside: ${path}: ${GROWS}\n`);
  const whole = await runWithEnv(['import', '--any-size', path], { env });
  expect(whole).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(' 2 imported into 2 conversations, 1 were there'),
  });
  expect(whole.stderr).not.toContain(GROWS);
});

test.for([
  ['yes\r', { imported: 3, isStopped: false }, 0],
  ['no\r', { imported: 1, isStopped: false }, 0],
  ['\u0003', { imported: 1, isStopped: true }, 1],
] as const)('on a terminal it asks; after %j', async ([typed, told, code]) => {
  const { shell, stdout, stderr } = shellHere();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(typed);
  const path = bomb();
  const asking = { ...shell, stdin: stdin as unknown as NodeJS.ReadStream };
  const database = join(temporaryFolder(), 'center.db');
  expect(await importPaths(asking, [path], { json: true, database })).toBe(code);
  expect(JSON.parse(stdout())).toMatchObject(told);
  expect(stderr().split(`${path} grows to more than 100 times its size. Read all of it? Type yes: `)).toHaveLength(2);
});
