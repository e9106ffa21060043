import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeConversation } from '../../../center/conversations.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { runShell } from '../../run-shell.ts';
import { servedCenter } from '../../served-center.ts';
import { follow } from './follow.ts';

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
