import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// Copies of one file would share their secrets: an answer of the one would be known to the other.
import { type Center, createCenter } from '../../../../src/center/center.ts';
import { importMail } from '../../../../src/center/intake/import-mail.ts';
import { exportConversations } from '../../../../src/cli/commands/conversations/export.ts';
import { atPlace } from '../../../../src/cli/commands/conversations/export-folder.ts';
import { safeLine } from '../../../../src/text/safe.ts';
import { createAgent, createAgentToken } from '../../../harness/agents.ts';
import { launcher } from '../../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { runShell } from '../../run-shell.ts';
import { shellHere } from '../../shell-here.ts';

/** A help center of a customer's mails, an answer with a file and a note, in a folder of its own. */
async function shop() {
  const folder = temporaryFolder();
  const database = join(folder, 'data', 'center.db');
  const mails = join(folder, 'mail');
  mkdirSync(mails);
  mkdirSync(join(folder, 'data'));
  const date = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute)).toUTCString();
  const head = (id: number, minute: number) =>
    `From: Zoë <zoe@x.example>\nTo: help@shop.example\nSubject: My parcel\nMessage-ID: <z${id}@x.example>\nDate: ${date(minute)}`;
  writeFileSync(
    join(mails, '1.eml'),
    `${head(1, 0)}\n\nWhere is it?\n\nFrom the shop I hear nothing.\n>From me neither.\n`,
  );
  writeFileSync(join(mails, '2.eml'), `${head(2, 9)}\nIn-Reply-To: <z1@x.example>\n\nHello?\n`);
  writeFileSync(join(mails, '3.eml'), `${head(3, 9)}\n\nAnother one.\n`);
  const open = async (path: string) => {
    const center = await createCenter({ database: path, attachmentsFolder: join(path, '..', 'attachments') });
    const { id } = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
    const call = await caller(center, id);
    await call('POST', '/inboxes/1/emails', { email: 'help@shop.example' });
    return { center, call };
  };
  const { center, call } = await open(database);
  await importMail(center, [mails]);
  const form = new FormData();
  form.set('file', new File(['the label'], 'label.txt', { type: 'text/plain' }));
  const file = await call('POST', '/attachments', form);
  await call('POST', '/conversations/1/messages', {
    body_text: 'It is on\nits way.\nFrom us.',
    attachments: [file.id],
  });
  await call('POST', '/conversations/1/notes', { details: 'A secret between us.' });
  await center.close();
  const run = async (words: readonly string[], flags: object = {}, reader = {}) => {
    const { shell, stdout, stderr } = shellHere({}, '', reader);
    const code = await exportConversations(shell, words, { as: 'ndjson', database, ...flags }).catch(error => {
      if (error.code === undefined) throw error;
      return `${error.code}: ${error.message}`;
    });
    return { code, stdout: stdout(), stderr: stderr() };
  };
  return { folder, database, run, open };
}

async function caller(center: Center, agentId: number) {
  const token = await createAgentToken(center, agentId);
  return async (method: string, path: string, body: object) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) };
    const sent = isForm ? body : JSON.stringify(body);
    const url = `http://desk.example/api/agent/v1${path}`;
    const answer = await center.fetch(new Request(url, { method, headers, body: sent }));
    return ((await answer.json()) as { data: { id: number } }).data;
  };
}

/** Who wrote what in each conversation. */
function threadsIn(center: Center) {
  return center.read(async ({ db }) => {
    const rows = await db.selectFrom('message').selectAll().orderBy('created_at').orderBy('id').execute();
    const threads = Map.groupBy(rows, row => row.conversation_id);
    return [...threads.values()].map(those => those.map(one => [one.kind, one.body_text.trim()])).sort();
  });
}

test('as NDJSON: a new folder with lines and files that only its owner can read, and a filter in the desk’s words', async () => {
  const { run, folder } = await shop();
  const to = join(folder, 'out');
  const all = await run([], { to });
  expect(all).toEqual({
    code: 0,
    stdout: '',
    stderr: `2 conversations with 4 messages exported to ${safeLine(to)}.\n`,
  });
  const lines = readFileSync(join(to, 'conversations.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(lines.map(line => [line.id, line.title, line.inbox])).toEqual([
    ['1', 'My parcel', 'inbox'],
    ['2', 'My parcel', 'inbox'],
  ]);
  const answer = lines[0].messages.find((one: { kind: string }) => one.kind === 'agent');
  expect(answer).toMatchObject({ author: { name: 'Ana Ortiz' }, attachments: [{ name: 'label.txt' }] });
  expect(readFileSync(join(to, answer.attachments[0].path), 'utf8')).toBe('the label');
  expect([statSync(to).mode & 0o777, statSync(join(to, 'conversations.ndjson')).mode & 0o777]).toEqual([0o700, 0o600]);
  expect((await run(['has:note'], { to: join(folder, 'some') })).stderr).toMatch(/^1 conversation with 3 messages/);
  expect((await run([], { agent: ['none'], to: join(folder, 'nobody') })).stderr).toMatch(/^2 conversations/);
});

test('on standard output without files, which it says; a reader may go away', async () => {
  const { run } = await shop();
  const { code, stdout, stderr } = await run([]);
  expect([code, stdout.trimEnd().split('\n').length]).toEqual([1, 2]);
  expect(stdout).not.toContain('attachments');
  expect(stderr).toBe('2 conversations with 4 messages exported.\nWithout 1 files: files need a folder (--to).\n');
  expect(await run([], {}, { readsOnly: 1 })).toMatchObject({ code: 0, stderr: '' });
});

test('as mbox: the mails as they came and the answers composed, without a note; an import gives the same threads', async () => {
  const { run, folder, open, database } = await shop();
  const to = join(folder, 'out');
  expect((await run([], { as: 'mbox', to })).code).toBe(0);
  const mbox = readFileSync(join(to, 'conversations.mbox'), 'latin1');
  expect(mbox).toContain('\n>From the shop I hear nothing.\n>>From me neither.\n');
  expect(mbox).not.toContain('secret between us');
  expect(mbox.match(/^From frontdesk /gm)).toHaveLength(4);
  const source = await createCenter({ database, attachmentsFolder: join(database, '..', 'attachments') });
  const before = await threadsIn(source);
  await source.close();
  mkdirSync(join(folder, 'new'));
  const { center } = await open(join(folder, 'new', 'center.db'));
  expect(await importMail(center, [join(to, 'conversations.mbox')])).toMatchObject({ imported: 4, setAside: [] });
  expect(await threadsIn(center)).toEqual(before);
  const files = await center.read(({ db }) => db.selectFrom('attachment').select(['name', 'size']).execute());
  expect(files).toEqual([{ name: 'label.txt', size: 9 }]);
  await center.close();
});

test('as eml: a file for each message, the bytes of a mail that came as they were', async () => {
  const { run, folder } = await shop();
  const to = join(folder, 'out');
  expect((await run([], { as: 'eml', to })).code).toBe(0);
  expect(readdirSync(to).sort()).toEqual(['1-1.eml', '1-2.eml', '1-4.eml', '2-3.eml']);
  expect(readFileSync(join(to, '1-1.eml'), 'utf8')).toBe(readFileSync(join(folder, 'mail', '1.eml'), 'utf8'));
  expect(readFileSync(join(to, '1-4.eml'), 'utf8')).toMatch(/^In-Reply-To: <z2@x.example>$/m);
  expect((await run([], { as: 'eml' })).code).toMatch(/^2: --as eml makes many files/);
});

test('is all or nothing: existing files stay as they are, and a failed one leaves nothing', async () => {
  const { run, folder } = await shop();
  const there = join(folder, 'there');
  mkdirSync(there);
  expect((await run([], { to: there })).code).toMatch(
    /^2: .*is there already\. Name a new folder\. Nothing was exported\.$/,
  );
  expect((await run(['stauts:open'], { to: join(folder, 'x') })).code).toMatch(/^2: /);
  expect((await run([], { to: join(folder, 'no', 'where') })).code).toMatch(
    /^1: Nothing was exported to .*where: the folder is not there\.$/,
  );
  expect(readdirSync(folder).sort()).toEqual(['data', 'mail', 'there']);
});

test('a file that is gone from the help center is left out and told', async () => {
  const { run, folder } = await shop();
  const attachments = join(folder, 'data', 'attachments');
  for (const name of readdirSync(attachments)) if (/^[0-9a-f]{64}$/.test(name)) rmSync(join(attachments, name));
  for (const as of ['ndjson', 'mbox', 'eml'] as const) {
    const { code, stderr } = await run([], { as, to: join(folder, as) });
    expect([code, stderr.split('\n')[1]]).toEqual([1, 'Without 1 files: they are gone from the help center.']);
  }
  expect(readFileSync(join(folder, 'ndjson', 'conversations.ndjson'), 'utf8')).not.toContain('label.txt');
});

test.for([
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'the disk can only be read'],
  ['EACCES', 'you may not write there'],
] as const)('%s is told in a sentence', ([code, words]) => {
  const told = atPlace('/there', Object.assign(new Error(code), { code })) as Error;
  expect(told.message).toBe(`Nothing was exported to /there: ${words}.`);
});

test('a disk behind standard output that is full fails the command', async () => {
  const { database, folder } = await shop();
  const run = [
    '-c',
    '"$0" "$@" > /dev/full',
    process.execPath,
    launcher,
    'conversations',
    'export',
    '--database',
    database,
  ];
  let told = '';
  try {
    execFileSync('/bin/sh', run, { env: deskEnvironment(folder), stdio: 'pipe' });
  } catch (error) {
    told = String((error as { stderr: Buffer }).stderr);
  }
  expect(told).toBe('frontdesk: What was said could not be written (ENOSPC).\n');
});

test.for(['SIGKILL', 'SIGINT'] as const)(
  '%s in the middle leaves no export, and the next one is whole',
  { timeout: 60_000 },
  async signal => {
    const folder = temporaryFolder();
    const env = deskEnvironment(folder);
    const database = join(folder, 'center.db');
    await runShell(['sample', '--conversations', '400', '--database', database], { env });
    const args = ['conversations', 'export', '--database', database, '--as', 'eml', '--to', join(folder, 'out')];
    const child = spawn(process.execPath, [launcher, ...args], { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const unfinished = join(folder, '.out.unfinished');
    await expect.poll(() => existsSync(unfinished) && readdirSync(unfinished).length > 20).toBe(true);
    const ended = new Promise(resolve => child.once('close', resolve));
    child.kill(signal);
    expect(await ended).toBe(signal === 'SIGINT' ? 1 : null);
    expect([existsSync(join(folder, 'out')), existsSync(unfinished)]).toEqual([false, signal === 'SIGKILL']);
    expect(await runShell(args, { env })).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'out')).length).toBeGreaterThan(1_000);
    expect(existsSync(unfinished)).toBe(false);
  },
);
