import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FarCenter,
  farDeskProgram,
  hasList,
  openFarDesk,
  openWay,
  restOf,
  type Way,
} from '../harness/far-desk.ts';
import { figure } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { processorMs } from '../harness/process-use.ts';
import { typedAfterMs } from '../harness/shaped-desk.ts';
import { besideNode, keptFrame } from './first-frame.ts';

const CACHED = 100_000;
const NAME = 'first-frame';

/** The first frame of a desk that remembers the last one and 100,000 conversations, with and without a link. */
export async function firstFrame(center: FarCenter): Promise<void> {
  const way = await openWay(center, { tls: false });
  const before = openFarDesk(center, way, NAME);
  await before.until(() => hasList(before), 'the list', { within: 20_000 });
  await restOf(way, 2_000);
  before.press('quit');
  await before.exit();
  const count = fillCache(join(center.folder, NAME, 'state', 'frontdesk'));
  const compare = async (what: string, { url }: Pick<Way, 'url'>) => {
    const { env } = farDeskProgram(center, { url }, NAME);
    const frame = () => keptFrame({ launcher, args: ['--url', url], env });
    figure(what, '≤ 2 × node -e 0', (await besideNode({ frame })).frame);
  };
  await compare(`first frame, ${count.toLocaleString('en')} conversations cached`, way);
  await way.close();
  await compare('first frame, the same without a link', way);
}

/** Copies what is cached until there are so many; returns how many there are. */
function fillCache(folder: string): number {
  const name = readdirSync(folder).find(one => /^cache-.*\.db$/.test(one));
  if (name === undefined) throw new Error('Nothing is cached.');
  const database = new DatabaseSync(join(folder, name));
  const count = () => Number(database.prepare('select count(*) as count from conversation').get()!.count);
  database.exec(`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${CACHED - count()})
    insert into conversation (id, value, at, inbox_id, used_day)
    select 1000000 + n, json_set(value, '$.id', 1000000 + n), at - n, inbox_id, used_day
    from number, (select * from conversation limit 1)`);
  const all = count();
  database.close();
  return all;
}

const PRESSES = 30;
const PRESS_MS = 50;
const BLOCKED_MS = 17_000;

/** The figures of the terminal's side, which what a desk remembers must not make worse. */
export async function terminal(center: FarCenter): Promise<void> {
  const way = await openWay(center, { tls: false });
  for (const bytesPerSecond of [300, 1_200, 8_000]) {
    const ms = await typedAfterMs({
      ...farDeskProgram(center, way, `typed-${bytesPerSecond}`),
      size: { columns: 80, rows: 24 },
      line: { bytesPerSecond, roundTripMs: 300 },
      columnsSeen: 80,
    });
    figure(`a typed character, terminal at 300 ms, ${bytesPerSecond} B/s`, '≤ 340 ms', `${ms.toFixed(0)} ms`);
  }
  const desk = openFarDesk(center, way, 'terminal');
  await desk.until(() => hasList(desk), 'the list', { within: 20_000 });
  await restOf(way, 2_000);
  const before = way.front.exchanges.length;
  for (let press = 0; press < PRESSES; press++) {
    desk.press('cursor.down');
    await sleep(PRESS_MS);
  }
  await restOf(way, 2_000);
  figure('30 j at 20 a second: requests', '≤ 6', String(way.front.exchanges.length - before));
  desk.stall();
  const busyBefore = processorMs(desk.pid);
  for (let at = 0; at < BLOCKED_MS; at += 1_000) {
    desk.press(at % 2_000 === 0 ? 'cursor.down' : 'cursor.up');
    await sleep(1_000);
  }
  const seconds = (processorMs(desk.pid) - busyBefore) / 1_000;
  figure('a blocked pty for 17 s: processor', '≤ 0.24 s', `${seconds.toFixed(2)} s`);
  desk.flow();
  desk.close();
  await way.close();
}
