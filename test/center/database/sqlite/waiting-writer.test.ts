import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openCenter } from '../../open-center.ts';

async function openHeld() {
  const database = join(temporaryFolder(), 'center.db');
  const desk = await openCenter({ database });
  const other = new DatabaseSync(database);
  onTestFinished(async () => {
    other.close();
    await desk.close();
  });
  other.exec('begin immediate');
  return { desk, other };
}

test('while another process writes, a write waits for its turn and reads go on', async () => {
  const { desk, other } = await openHeld();
  const seen: string[] = [];
  const writing = desk.call('POST', '/conversations', { body: { title: 'Later' } }).then(({ status }) => {
    seen.push(`written ${status}`);
  });
  for (let at = 0; at < 20; at += 1) {
    await sleep(10);
    expect((await desk.call('GET', '/inboxes')).status).toBe(200);
  }
  seen.push('read');
  other.exec('commit');
  await writing;
  expect(seen).toEqual(['read', 'written 201']);
});

test('waiting writes are all done, in the order in which they came', async () => {
  const { desk, other } = await openHeld();
  const all = ['one', 'two', 'three'].map(title => desk.call('POST', '/conversations', { body: { title } }));
  await sleep(100);
  other.exec('commit');
  const answers = await Promise.all(all);
  expect(answers.map(({ body }) => [body.data.id, body.data.title])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ]);
});
