import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeContact, makeConversation } from '../../../center/conversations.ts';
import { openCenter } from '../../../center/open-center.ts';
import { launcher } from '../../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { runShell } from '../../run-shell.ts';

const CONVERSATIONS = 60;

test('an export that is killed leaves no folder that looks whole', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'center.db');
  const center = await openCenter({ database });
  const contact = await makeContact(center, 'Zoe');
  for (let at = 0; at < CONVERSATIONS; at += 1) await makeConversation(center, { contacts: [contact] });
  await center.close();
  const env = deskEnvironment(folder);
  const command = (to: string) => ['contacts', 'export', String(contact), '--to', to, '--database', database];
  const isWhole = (to: string) => readdirSync(join(to, 'conversations')).length === CONVERSATIONS;
  let unfinished = 0;
  for (let ms = 100; ms < 1_500; ms += 100) {
    const to = join(folder, `at-${ms}`);
    const child = spawn(process.execPath, [launcher, ...command(to)], { env, stdio: 'ignore' });
    const ended = new Promise(resolve => child.once('exit', resolve));
    await Promise.race([ended, sleep(ms)]);
    child.kill('SIGKILL');
    await ended;
    if (existsSync(to)) expect(isWhole(to)).toBe(true);
    else unfinished += 1;
  }
  expect(unfinished).toBeGreaterThan(0);
  const to = join(folder, 'whole');
  expect(await runShell(command(to), { env })).toMatchObject({ code: 0 });
  expect(isWhole(to)).toBe(true);
});
