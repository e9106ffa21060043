import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../../src/center/http/listen.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter } from '../harness/center.ts';
import { inFile, keptFiles, keptPaths } from '../harness/kept-drafts.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { openBackstage, openDesk } from './open-desk.ts';

function held(environment: Readonly<Record<string, string>>) {
  return [...keptFiles(environment).values()].flatMap(({ pending }) => pending.map(({ state }) => state));
}

/** As if its holds had ended two minutes before. */
function ageHolds(environment: Readonly<Record<string, string>>): void {
  const age = `update operation set value =
    json_set(value, '$.requests[0].heldUntil', value ->> '$.requests[0].heldUntil' - 120000)`;
  for (const path of keptPaths(environment)) inFile(path, database => database.exec(age));
}

test('a merge that was held at a kill, minutes ago, asks at the next start, and is dropped if the agent says so', async () => {
  const backstage = await openBackstage();
  const [first, second] = [await backstage.conversation('Refund, once more'), await backstage.conversation('Refund')];
  const killed = await openDesk(backstage);
  await killed.sees('Refund, once more');
  killed.press('conversation.merge');
  await killed.sees(`Merge into #${second}`);
  killed.press('enter');
  await killed.sees('Held for 10 s');
  killed.press('y');
  await killed.sees('takes it back within');
  killed.kill('SIGKILL');
  await killed.exit();
  expect(held(backstage.environment)).toEqual(['held']);
  ageHolds(backstage.environment);

  const next = await openDesk(backstage);
  await next.sees('Held when the desk ended: Merged');
  next.press('3');
  await next.sees('Not sent: Merged');
  next.press('quit');
  await next.exit();
  expect(held(backstage.environment)).toEqual([]);
  for (const id of [first, second]) {
    expect(await backstage.ask('GET', `/conversations/${id}`)).toMatchObject({ merged_into: null });
  }
});

/** Removes what desks have read, and the frames that they have drawn. */
function forgetCache(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of files) if (/(?:^|\/)(?:cache|frame)-[^/]*$/.test(name)) rmSync(join(folder, name));
}

test('without a help center and a cache the desk opens if something is unsent, says so, and goes on by itself', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  const attachmentsFolder = join(backstage.database, '../attachments');
  const center = await createCenter({ database: backstage.database, attachmentsFolder });
  const { url, close } = await listen(center, { host: '127.0.0.1', port: 0 });
  const ana = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const bob = await createAgent(center, { name: 'Bob Baker', email: 'bob@shop.example', role: 'admin' });
  const [anas, bobs] = [await createAgentToken(center, ana.id), await createAgentToken(center, bob.id)];
  const start = (token: string) =>
    openTerminal({
      command: process.execPath,
      args: [launcher, '--url', url, '--link', 'fast'],
      env: { ...backstage.environment, FRONTDESK_TOKEN: token },
      columns: 120,
      rows: 36,
    });
  const desk = start(anas);
  await desk.sees('Refund for order 7741');
  desk.press('note.write');
  await desk.sees('agents only');
  desk.type('call her back');
  desk.press('esc');
  await desk.seesNot('agents only');
  desk.press('quit-now');
  await desk.exit();

  const other = start(bobs);
  await other.sees('1 draft of Ana Ortiz waits here; you are Bob Baker');
  other.press('quit');
  await other.exit();

  await close();
  await center.close();
  forgetCache(backstage.environment.XDG_STATE_HOME!);
  const cut = start(anas);
  await cut.sees('Kept on this machine: 1 draft of Ana Ortiz.');
  await cut.sees('Not read yet: the list comes');
  await cut.sees(/offline since \d\d:\d\d/);
  const again = await createCenter({ database: backstage.database, attachmentsFolder });
  const { close: closeAgain } = await listen(again, { host: '127.0.0.1', port: Number(new URL(url).port) });
  await cut.sees('Refund for order 7741');
  await cut.seesNot('offline');
  cut.press('draft.list');
  await cut.sees('call her back');
  cut.press('esc');
  cut.press('quit-now');
  await cut.exit();
  await closeAgain();
  await again.close();
});
