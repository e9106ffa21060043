import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { listen } from '../../src/center/http/listen.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { openBackstage } from './open-desk.ts';

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
    openBuiltDesk(['--url', url, '--link', 'fast'], { ...backstage.environment, FRONTDESK_TOKEN: token });
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
