/**
 * A desk far down a long list, measured on the built bundle over a pty: peak memory, work a page and requests a page,
 * beside a help center with few conversations. `npm run bench -- desk-far`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { createCenter } from '../../src/center/center.ts';
import { createClient } from '../../src/client/client.ts';
import { createDesk } from '../../src/state/desk.ts';
import { page } from '../../src/state/list/cursor.ts';
import { followCursor } from '../../src/state/sync/follow-cursor.ts';
import { openList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import { everything } from '../../src/state/views.ts';
import { t } from '../../src/text/safe.ts';
import { openCenter } from '../center/open-center.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { fill, prepare } from './center-data.ts';
import { figure } from './figures.ts';

const LIST_ROWS = 36;
const JIFFIES_PER_SECOND = 100;

async function make(database: string, count: number): Promise<void> {
  const center = await openCenter({ database });
  await prepare(center);
  await fill(center, count);
  await center.close();
}

/** `VmHWM` is the most that was in memory at a time; `RssFile` is what of it now are files, most of it Node's own. */
function memoryMiB({ pid }: Terminal, field: 'VmHWM' | 'RssFile'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

function workMs({ pid }: Terminal): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / JIFFIES_PER_SECOND;
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
  desk.type('/');
  await desk.sees('Enter list');
  desk.press('ctrl-u');
  desk.type(filter);
  await desk.settled(100);
  await press(desk, 'enter');
}

async function open(database: string, environment: Record<string, string>): Promise<Terminal> {
  const desk = openTerminal({
    command: launcher,
    args: ['--database', database, '--link', 'fast'],
    env: environment,
    columns: 120,
    rows: 40,
  });
  await desk.sees('Unresolved', { within: 20_000 });
  // The agent looks at the screen, and the desk collects what its start has left.
  await desk.settled(1_500);
  await list(desk, 'is:any');
  return desk;
}

/** Processor time of one cursor down, without reads: forty of them within the rows that are loaded. */
async function keyMs(desk: Terminal): Promise<number> {
  const before = workMs(desk);
  for (let turn = 0; turn < 10; turn++) {
    for (const name of ['down', 'up']) await press(desk, name, 20);
  }
  return (workMs(desk) - before) / 400;
}

/** An agent's hour: far down, to the end of the loaded rows, in and out of conversations, through filters. */
async function wander(desk: Terminal): Promise<number> {
  const before = workMs(desk);
  await press(desk, 'pgdn', 240);
  const pageMs = (workMs(desk) - before) / 240;
  await press(desk, 'end', 5);
  await press(desk, 'home');
  for (let turn = 0; turn < 20; turn++) {
    await press(desk, 'enter');
    await press(desk, 'J');
    await press(desk, 'esc');
  }
  for (const filter of ['status:closed', 'tag:tag3', 'parcel', 'is:archived', 'assignee:none', 'is:any']) {
    await list(desk, filter);
    await press(desk, 'pgdn', 30);
  }
  return pageMs;
}

/** Requests while the cursor goes down page by page, the reads always done before the next key. */
async function requestsAPage(database: string, pages: number): Promise<number> {
  const attachmentsFolder = join(folder, 'attachments');
  const center = await createCenter({ database, attachmentsFolder, settings: { rateLimit: 1_000_000 } });
  const { token } = await createApiKey(center, 'bench');
  let requests = 0;
  let underWay = 0;
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
  for (let at = 0; at < pages; at++) {
    desk.set({ list: page(desk.world().list, 1, LIST_ROWS) });
    await idle();
  }
  stop();
  desk.stop();
  await center.close();
  return (requests - before) / pages;
}

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const environment = deskEnvironment(folder);
const [few, many] = [join(folder, 'few', 'center.db'), join(folder, 'many', 'center.db')];
await make(few, 100);
await make(many, 100_000);

const near = await open(few, environment);
const nearMs = await keyMs(near);
near.close();
const far = await open(many, environment);
const farMs = await keyMs(far);
const pageMs = await wander(far);
const deepMs = await keyMs(far);
const [peak, files] = [memoryMiB(far, 'VmHWM'), memoryMiB(far, 'RssFile')];
far.close();
const perPage = await requestsAPage(many, 240);

function per(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}
figure('a key with 100 conversations, processor time', '–', per(nearMs));
figure('the same with 100,000', 'as with 100', `${per(farMs)} (${(farMs / nearMs).toFixed(2)} ×)`);
figure('the same 1,000 rows down, after all else', 'as with 100', `${per(deepMs)} (${(deepMs / nearMs).toFixed(2)} ×)`);
figure('PgDn through 8,600 of 100,000, reads included', '–', per(pageMs));
figure('requests a PgDn of 36 rows (pages of 200)', '≤ 0.2', perPage.toFixed(3));
figure(
  'peak memory of the desk, 100,000 conversations',
  '≤ 120 MiB',
  `${peak.toFixed(0)} MiB (${files.toFixed(0)} of files)`,
);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
