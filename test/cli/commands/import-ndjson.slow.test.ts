import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

function line(id: string, more: object = {}): string {
  const messages = [{ id: '1', kind: 'contact', body_text: 'Hello', created_at: '2026-01-05T10:00:00Z' }];
  const base = { source: 'zammad', id, title: `Ticket ${id}`, status: 'open', contacts: [{ email: 'zoe@x.example' }] };
  return `${JSON.stringify({ ...base, created_at: '2026-01-05T10:00:00Z', messages, ...more })}\n`;
}

test('prints how much was imported, names each refused line, and fails if a line was refused', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  mkdirSync(join(folder, 'out'));
  const file = join(folder, 'out', 'conversations.ndjson');
  writeFileSync(
    file,
    line('1', { assignee: { name: 'Old', email: 'old@x.example' } }) + line('2', { status: 'nope\u001b[2J' }),
  );
  const run = (...args: string[]) => runShell(['import', '--from', 'ndjson', ...args], { env });
  const first = await run(join(folder, 'out'));
  expect(first).toEqual({
    code: 1,
    stdout:
      '2 lines read: 1 new conversation and 1 messages, notes and ratings imported, 0 had nothing new, 1 refused.\n' +
      'Unknown agents, to whom nothing was assigned: old@x.example. Make them, or run this with --create.\n',
    stderr: 'refused: line 2: status must be one line without control characters.\n',
  });
  writeFileSync(file, line('1') + line('3', { status: 'pending' }));
  const dry = await run('--dry-run', '--create', file);
  expect([dry.code, dry.stdout.split('\n')[1]]).toEqual([0, 'Nothing was stored.']);
  const second = await runShell(['import', '--from', 'ndjson', '--create', '--json', '-'], {
    env,
    input: readFileSync(file, 'utf8'),
  });
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, { imported: 1, doubles: 1, refusedCount: 0 }]);
});

test.for([
  [['/nowhere'], 1, '/nowhere: There is no such file or folder. Nothing was imported.'],
  [['--since', '2026-01-01', 'x'], 2, '--since is for mail, not for --from ndjson. Nothing was imported.'],
  [['--include-deleted', 'x'], 2, '--include-deleted is for mail, not for --from ndjson. Nothing was imported.'],
  [['a', 'b'], 2, '--from ndjson takes one file or folder. Nothing was imported.'],
  [['--inbox', 'nope', '-'], 1, 'There is no inbox with the slug nope. Nothing was imported.'],
] as const)('%j is refused with a sentence', async ([args, code, words]) => {
  const env = deskEnvironment(temporaryFolder());
  const told = await runShell(['import', '--from', 'ndjson', ...args], { env });
  expect(told).toEqual({ code, stdout: '', stderr: `frontdesk: ${words}\n` });
});

test('an agent without a name in the file is named, without advice that was followed already', async () => {
  const file = join(temporaryFolder(), 'one.ndjson');
  writeFileSync(file, line('1', { assignee: { email: 'old@x.example' } }));
  const env = deskEnvironment(temporaryFolder());
  const { stdout } = await runShell(['import', '--from', 'ndjson', '--create', file], { env });
  expect(stdout.split('\n')[1]).toBe(
    'Unknown agents, to whom nothing was assigned: old@x.example. The file has no name for them: make them, and import it again.',
  );
});

test('a compressed file is refused with a remedy', async () => {
  const file = join(temporaryFolder(), 'one.ndjson.gz');
  writeFileSync(file, gzipSync(line('1')));
  const told = await runShell(['import', '--from', 'ndjson', file], { env: deskEnvironment(temporaryFolder()) });
  expect(told).toMatchObject({
    code: 1,
    stderr: `frontdesk: ${file} is compressed. Nothing was imported: unpack it first, as with gunzip.\n`,
  });
});

test('--create without --from ndjson is refused', async () => {
  const told = await runShell(['import', '--create', 'x'], { env: deskEnvironment(temporaryFolder()) });
  expect(told).toMatchObject({ code: 2, stderr: 'frontdesk: --create needs --from ndjson. Nothing was imported.\n' });
});

/** The lines of an export, each message by its place. */
async function exported(folder: string, env: Record<string, string>, database: string, to: string) {
  await runShell(['conversations', 'export', '--database', database, '--to', join(folder, to)], { env });
  const lines = readFileSync(join(folder, to, 'conversations.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(text => {
    const { messages, ...rest } = JSON.parse(text);
    return { ...rest, messages: messages.map((one: object, id: number) => ({ ...one, id })) };
  });
}

/** How many conversations a file holds by now. */
function stored(database: string): number {
  if (!existsSync(database)) return 0;
  const file = new DatabaseSync(database, { readOnly: true });
  try {
    return Number(file.prepare('select count(*) as n from conversation').get()!.n);
  } catch {
    return 0;
  } finally {
    file.close();
  }
}

test('killed again and again, it goes on without a loss or a double', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const [from, to] = [join(folder, 'from', 'center.db'), join(folder, 'to', 'center.db')];
  await runShell(['sample', '--conversations', '500', '--database', from], { env });
  const lines = await exported(folder, env, from, 'one');
  const args = ['import', '--from', 'ndjson', '--create', '--database', to, join(folder, 'one')];
  for (const some of [40, 150, 300]) {
    const child = spawn(process.execPath, [launcher, ...args], { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise(resolve => child.once('close', resolve));
    await expect.poll(() => stored(to), { interval: 5 }).toBeGreaterThan(some);
    child.kill('SIGKILL');
    await ended;
  }
  expect(stored(to)).toBeLessThan(500);
  expect(await runShell(args, { env })).toMatchObject({ code: 0, stderr: '' });
  expect(await exported(folder, env, to, 'two')).toEqual(lines);
});
