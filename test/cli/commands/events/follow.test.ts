import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeConversation } from '../../../center/conversations.ts';
import { openCenter } from '../../../center/open-center.ts';
import { openMovingPort } from '../../../faults/moving-port.ts';
import { launcher } from '../../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { runShell } from '../../run-shell.ts';
import { servedCenter } from '../../served-center.ts';

/** Follows events by the built program. */
function follow(folder: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = deskEnvironment(folder, more);
  const child = spawn(process.execPath, [launcher, 'events', '--follow', ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      said[name] += chunk;
    });
  const closed = once(child, 'close');
  const ended = async (): Promise<number> => (await closed)[0];
  const stop = (): Promise<number> => {
    child.kill('SIGTERM');
    return ended();
  };
  const ids = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line).id);
  return { said, ids, stop, ended };
}

test('the help center of this machine is followed too, and SIGTERM ends it', async () => {
  const folder = temporaryFolder();
  const here = (...args: string[]) => runShell(args, { env: deskEnvironment(folder) });
  const create = (title: string) => here('api', 'POST', '/conversations', '--body', JSON.stringify({ title }));
  expect((await create('One')).code).toBe(0);
  const { said, ids, stop } = follow(folder, ['--since', 'start']);
  await expect.poll(ids).toEqual(['1']);
  await create('Two');
  await expect.poll(ids).toEqual(['1', '2']);
  expect(JSON.parse(said.stdout.split('\n')[1]!)).toMatchObject({ via: 'shell', conversation: { title: 'Two' } });
  expect([await stop(), said.stderr]).toEqual([0, '']);
});

test('a help center that goes away is waited for, said once, and nothing is left out', async () => {
  const desk = await openCenter();
  onTestFinished(desk.close);
  const port = await openMovingPort();
  onTestFinished(port.close);
  const first = await servedCenter(desk);
  port.lead(first.url);
  await makeConversation(desk);
  const token = { FRONTDESK_TOKEN: desk.tokens.admin };
  const { said, ids, stop } = follow(temporaryFolder(), ['--since', 'start', '--url', port.url], token);
  await expect.poll(ids).toEqual(['1']);
  await first.stop();
  await expect.poll(() => said.stderr).toContain('Trying again until it can be reached. Nothing is left out.\n');
  await makeConversation(desk);
  port.lead((await servedCenter(desk)).url);
  await expect.poll(ids, { timeout: 30_000 }).toEqual(['1', '2']);
  await makeConversation(desk);
  await expect.poll(ids).toEqual(['1', '2', '3']);
  expect(await stop()).toBe(0);
  expect(said.stderr.split('\n')).toHaveLength(3);
  expect(said.stderr).toContain('The help center can be reached again.\n');
});

test('SIGTERM waits for the command that runs, and keeps that its event is handled', async () => {
  const center = await servedCenter();
  const folder = temporaryFolder();
  const [cursor, log] = [join(folder, 'cursor'), join(folder, 'log')];
  for (let at = 0; at < 2; at += 1) await makeConversation(center);
  const exec = `echo begun >> ${log}; sleep 1; echo ended >> ${log}`;
  const args = ['--url', center.url, '--cursor', cursor, '--since', 'start', '--exec', exec];
  const { said, stop } = follow(folder, args, { FRONTDESK_TOKEN: center.tokens.admin });
  await expect.poll(() => existsSync(log)).toBe(true);
  expect([await stop(), said.stderr]).toEqual([0, '']);
  expect(readFileSync(log, 'utf8')).toBe('begun\nended\n');
  expect(readFileSync(cursor, 'utf8')).toMatch(/^1 /);
});

test('a token that is refused ends it, and is not waited for', async () => {
  const { url } = await servedCenter();
  const { said, ended } = follow(temporaryFolder(), ['--url', url], { FRONTDESK_TOKEN: `fda_${'x'.repeat(43)}` });
  expect(await ended()).toBe(3);
  expect(said.stderr).toContain('Sign in again');
});
