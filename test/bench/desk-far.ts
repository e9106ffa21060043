/**
 * A desk far down a long list, measured on the built bundle over a pty: peak memory, work a page and requests a page,
 * beside a help center with few conversations. `npm run bench -- desk-far [conversations]`.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { createCenter } from '../../src/center/center.ts';
import { createClient } from '../../src/client/client.ts';
import { createDesk } from '../../src/state/create-desk.ts';
import { page } from '../../src/state/list/cursor.ts';
import { followCursor } from '../../src/state/sync/follow-cursor.ts';
import { openList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import { everything } from '../../src/state/views.ts';
import { t } from '../../src/text/safe.ts';
import { openCenter } from '../center/open-center.ts';
import { benchFolder, figure } from '../harness/figures.ts';
import { keyNames } from '../harness/key-names.ts';
import { launcher } from '../harness/launcher.ts';
import { peakMemory, processorMs } from '../harness/process-use.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { fill, prepare } from './center-data.ts';

const LIST_ROWS = 36;
const PAGES = 240;
const folder = benchFolder();
const count = Number(process.argv[2] ?? 100_000);

async function make(conversations: number): Promise<string> {
  const place = join(folder, `${conversations}`);
  mkdirSync(place);
  const database = join(place, 'center.db');
  const center = await openCenter({ database });
  await prepare(center);
  await fill(center, conversations);
  await center.close();
  return database;
}

async function press(desk: Terminal, name: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    desk.press(name);
    await sleep(25);
  }
  await sleep(100);
  await desk.settled(300);
}

async function list(desk: Terminal, filter: string): Promise<void> {
  desk.press('list.filter');
  await desk.sees('Enter list');
  desk.press('ctrl-u');
  desk.type(filter);
  await desk.settled(100);
  await press(desk, 'enter');
}

async function open(database: string): Promise<Terminal> {
  const args = ['--database', database, '--link', 'fast'];
  const desk = openTerminal({ command: launcher, args, env: deskEnvironment(folder), columns: 120, rows: 40 });
  await desk.sees('Unresolved', { within: 20_000 });
  // The agent looks at the screen, and the desk collects what its start has left.
  await desk.settled(1_500);
  await list(desk, 'is:any');
  return desk;
}

/** Processor time of one of so many keys. */
async function msEach(desk: Terminal, keys: number, act: () => Promise<void>): Promise<number> {
  const before = processorMs(desk.pid);
  await act();
  return (processorMs(desk.pid) - before) / keys;
}

/** Of one cursor down, without reads: forty of them within the rows that are loaded. */
function keyMs(desk: Terminal): Promise<number> {
  return msEach(desk, 400, async () => {
    for (let turn = 0; turn < 10; turn++) for (const name of ['down', 'up']) await press(desk, name, 20);
  });
}

/** An agent's hour: to the end of the loaded rows, in and out of conversations, through filters. */
async function wander(desk: Terminal): Promise<void> {
  await press(desk, 'end', 5);
  await press(desk, 'home');
  for (let turn = 0; turn < 20; turn++) for (const name of ['enter', 'J', 'esc']) await press(desk, name);
  for (const filter of ['status:closed', 'tag:tag3', 'parcel', 'is:archived', 'assignee:none', 'is:any']) {
    await list(desk, filter);
    await press(desk, 'pgdn', 30);
  }
}

/** Requests while the cursor goes down page by page, the reads always done before the next key. */
async function requestsAPage(database: string): Promise<number> {
  const attachmentsFolder = join(folder, 'attachments');
  const center = await createCenter({ database, attachmentsFolder, settings: { rateLimit: 1_000_000 } });
  const { token } = await createApiKey(center, 'bench');
  let [requests, underWay] = [0, 0];
  const client = createClient({
    baseUrl: 'http://desk.example',
    token: () => token,
    fetch: async request => {
      requests += 1;
      underWay += 1;
      return center.fetch(request).finally(() => {
        underWay -= 1;
      });
    },
  });
  const idle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise(resolve => setImmediate(resolve));
      if (underWay > 0) quiet = 0;
    }
  };
  const desk = createDesk({
    keyNames,
    client,
    center: t`bench`,
    now: Date.now,
    elapsed: () => performance.now(),
    newKey: () => 'key',
    setTimer: () => () => {},
  });
  desk.set({ viewport: { ...desk.world().viewport, listRows: LIST_ROWS } });
  await Promise.all([loadPlaces(desk), openList(desk, everything)]);
  const stop = followCursor(desk, { isPreviewShown: () => false });
  await idle();
  const before = requests;
  for (let at = 0; at < PAGES; at++) {
    desk.set({ list: page(desk.world().list, 1, LIST_ROWS) });
    await idle();
  }
  stop();
  desk.stop();
  await center.close();
  return (requests - before) / PAGES;
}

const [few, many] = [await make(100), await make(count)];
const near = await open(few);
const nearMs = await keyMs(near);
near.close();
const far = await open(many);
const farMs = await keyMs(far);
const pageMs = await msEach(far, PAGES, () => press(far, 'pgdn', PAGES));
await wander(far);
const deepMs = await keyMs(far);
const peak = peakMemory(far.pid);
far.close();

function per(ms: number): string {
  return `${ms.toFixed(2)} ms (${(ms / nearMs).toFixed(2)} ×)`;
}
figure('a key with 100 conversations, processor time', '–', `${nearMs.toFixed(2)} ms`);
figure(`the same with ${count}`, 'as with 100', per(farMs));
figure('the same far down, after all else', 'as with 100', per(deepMs));
figure(`PgDn through 8,600 of ${count}, reads included`, '–', `${pageMs.toFixed(2)} ms`);
figure('requests a PgDn of 36 rows (pages of 200)', '≤ 0.2', (await requestsAPage(many)).toFixed(3));
figure(`peak memory of the desk, ${count} conversations`, '≤ 120 MiB', peak);
process.exit(0);
