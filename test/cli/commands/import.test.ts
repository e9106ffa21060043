import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

const DAY_MS = 86_400_000;

function letter(id: number, days: number, field = ''): string {
  return `From x Mon Mar  3 10:00:00 2025\n${field}From: Zoe <zoe@x.example>\nMessage-ID: <${id}@x.example>\nDate: ${new Date(Date.now() - days * DAY_MS).toUTCString()}\n\nHello ${id}\n\n`;
}

const ARCHIVE = [letter(1, 1), letter(2, 60), letter(3, 2, 'X-Gmail-Labels: Trash\n'), letter(4, 3, 'X-Status: T\n')];

test('an archive from standard input: what waits is open, and everything is counted', async () => {
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
  const run = (...args: string[]) => runShell(['import', ...args, '-'], { env, input: ARCHIVE.join('') });
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
