import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startQuickTime } from '../harness/quick-time.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { apiKey, startServing } from './serving.ts';

/** The clock of the help center: its twenty seconds take half a second. */
const RATE = 40;
const PARTS = 12;
const PART_BYTES = 10_000;
const PAUSE_MS = 100;

test('a body that comes without a long rest is taken, however long it takes', async () => {
  const folder = temporaryFolder();
  const location = join(folder, 'center.db');
  const serving = await startServing({ location, folder }, startQuickTime(RATE).flags);
  onTestFinished(() => serving.kill());
  const body = JSON.stringify({ name: 'Slowly' }).padEnd(PARTS * PART_BYTES);
  const status = await new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const asking = request(`${serving.url}/api/agent/v1/inboxes`, { method: 'POST', headers }, answer => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on('error', reject);
    const send = async () => {
      for (let at = 0; at < body.length; at += PART_BYTES) {
        asking.write(body.slice(at, at + PART_BYTES));
        await sleep(PAUSE_MS);
      }
      asking.end();
    };
    send().catch(reject);
  });
  expect(status).toBe(201);
});
