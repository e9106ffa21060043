import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { openTerminal } from '../../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

/** A desk with a draft on the screen whose state folder was deleted meanwhile. */
async function bereft() {
  const env = deskEnvironment(temporaryFolder());
  const args = [launcher, '--sample', '--link', 'fast'];
  const desk = openTerminal({ command: process.execPath, args, env, columns: 120 });
  await desk.sees('Unresolved', { within: 30_000 });
  const folder = join(env.XDG_STATE_HOME!, 'frontdesk');
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, 'no folder');
  desk.press('note.write');
  await desk.sees('agents only');
  desk.type('call her back');
  await desk.sees('call her back');
  return { desk, folder };
}

test('a desk that cannot save a draft says so while it runs, and when it ends', async () => {
  const { desk } = await bereft();
  desk.kill('SIGTERM');
  expect((await desk.exit()).exitCode).toBe(143);
  expect(desk.text().replaceAll('\n', '')).toMatch(/could not be saved/);
});

test('a box that closes long after the failure does not say that its draft is kept', async () => {
  const { desk } = await bereft();
  await desk.sees('Drafts and unsent changes cannot be kept in');
  desk.press('esc');
  await desk.sees(/Draft of #\d+ cannot be kept yet/);
  desk.kill('SIGTERM');
  await desk.exit();
});

test('the draft is saved as soon as that is possible', async () => {
  const { desk, folder } = await bereft();
  desk.press('esc');
  await desk.sees('cannot be kept');
  await desk.seesNot('agents only');
  expect(desk.text()).not.toMatch(/Draft of #\d+ kept/);
  rmSync(folder);
  mkdirSync(folder);
  desk.kill('SIGTERM');
  expect((await desk.exit()).exitCode).toBe(143);
  expect(desk.text()).not.toMatch(/could not be saved/);
});
