import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { launcher } from '../harness/launcher.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, namingAttachments, temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();
const apiKey = 'a-key-that-only-this-test-knows';

interface Serving {
  readonly url: string;
  readonly child: ChildProcess;
  readonly log: () => string;
}

async function serve(database: string, env: Record<string, string>): Promise<Serving> {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--database', database], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, log] = ['', ''];
  child.stderr.on('data', chunk => {
    log += chunk;
  });
  while (!out.includes('\n')) out += String((await once(child.stdout, 'data'))[0]);
  return { url: `${out.trim().replace('listening on ', '')}/api/agent/v1`, child, log: () => log };
}

const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

/** Uploads a file to one server, and reads it from another. */
async function through(first: Serving, second: Serving): Promise<[status: number, text: string]> {
  const form = new FormData();
  form.append('file', new Blob(['label'], { type: 'text/plain' }), 'label.txt');
  const { authorization } = headers;
  const sent = await fetch(`${first.url}/attachments`, { method: 'POST', headers: { authorization }, body: form });
  const { id } = ((await sent.json()) as { data: { id: number } }).data;
  const read = await fetch(`${second.url}/attachments/${id}/content`, { headers });
  return [read.status, await read.text()];
}

function twoMachines(): [Record<string, string>, Record<string, string>] {
  const env = () => deskEnvironment(temporaryFolder(), { FRONTDESK_API_KEY: apiKey });
  return [env(), env()];
}

describe('frontdesk serve on PostgreSQL', skippedFor(missing), () => {
  test('several on one new database are one service: they start at once, share events, and one can leave', async () => {
    const env = deskEnvironment(temporaryFolder(), { FRONTDESK_API_KEY: apiKey });
    const database = await newPostgresDatabase();
    const [first, second] = await Promise.all([serve(database, env), serve(database, env)]);
    const events = await fetch(`${second.url}/events`, { headers });
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    const body = JSON.stringify({ title: 'Parcel is late' });
    const made = await fetch(`${first.url}/conversations`, { method: 'POST', headers, body });
    const { id } = ((await made.json()) as { data: { id: number } }).data;
    let text = '';
    while (!text.includes('conversation.changed')) text += (await reader.read()).value;
    expect(text).toContain(`data: {"ids":[${id}]}`);
    const found = await fetch(`${second.url}/conversations?q=parcel`, { headers });
    expect(((await found.json()) as { data: { id: number }[] }).data.map(one => one.id)).toEqual([id]);

    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const next = await fetch(`${second.url}/conversations`, { method: 'POST', headers, body });
    expect([next.status, await next.text()]).toEqual([201, expect.stringContaining('Parcel')]);
    second.child.kill('SIGTERM');
    expect((await once(second.child, 'exit'))[0]).toBe(0);
    expect(second.log()).not.toContain(apiKey);
  });

  test('one with a folder of its own refuses to start, and shares the files as soon as it has the same', async () => {
    const [one, two] = twoMachines();
    const database = await newPostgresDatabase();
    const folder = join(one.XDG_DATA_HOME!, 'files');
    const first = await serve(database, namingAttachments(one, folder));
    const refused = await runShell(['serve', '--port', '0', '--database', database], { env: two });
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(`are in another folder than .*first in \\S+:${folder}\\. Nothing was changed\\.`),
    });
    const examined = await runShell(['doctor', '--database', database], { env: two });
    expect(examined).toMatchObject({ code: 1, stdout: expect.stringContaining('are in another folder than') });

    expect(await through(first, await serve(database, namingAttachments(two, folder)))).toEqual([200, 'label']);
  });

  test('two with default settings see each other’s files, and make no folder', async () => {
    const [one, two] = twoMachines();
    const database = await newPostgresDatabase();
    const [first, second] = [await serve(database, one), await serve(database, two)];
    expect(await through(first, second)).toEqual([200, 'label']);
    for (const env of [one, two]) expect(existsSync(join(env.XDG_DATA_HOME!, 'frontdesk'))).toBe(false);
    const examined = await runShell(['doctor', '--database', database], { env: two });
    expect(examined.stdout).toContain('Its files are in the database.');
  });

  test('sample, agent and key work on it too, and refusals are sentences without the address’s password', async () => {
    const env = deskEnvironment(temporaryFolder());
    const database = await newPostgresDatabase();
    const run = (...args: string[]) => runShell([...args, '--database', database], { env, input: 'a long password\n' });
    expect(await run('sample', '--conversations', '12')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('agent', 'create', 'Ada', 'ada@desk.example', '--role', 'admin')).toMatchObject({ code: 0 });
    expect((await run('key', 'create', 'tests')).stdout).toMatch(/^fdk_/);
    const told = await runShell(['serve', '--database', 'postgres://ada:s3cret@127.0.0.1:1/desk'], { env });
    expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/PGPASSWORD/) });
    expect(told.stderr).not.toContain('s3cret');
    const away = await runShell(['serve', '--database', 'postgres://ada@127.0.0.1:1/desk'], { env });
    expect(away).toMatchObject({ code: 3, stderr: expect.stringMatching(/desk on 127\.0\.0\.1:1 does not answer/) });
  });
});
