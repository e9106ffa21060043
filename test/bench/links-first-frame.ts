import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { launcher } from '../harness/launcher.ts';
import { type FarCenter, farDeskProgram, openFarDesk, openWay, type Way } from './far-desk.ts';
import { restOf } from './far-desk-cost.ts';
import { figure, median } from './figures.ts';
import { keptFrameMs } from './first-frame.ts';
import { hasList } from './links-start.ts';

const CACHED = 100_000;
const ROUNDS = 9;
const NAME = 'first-frame';

/** The first frame of a desk that remembers the last one and 100,000 conversations, with and without a link. */
export async function firstFrame(center: FarCenter): Promise<void> {
  const way = await openWay(center, { tls: false });
  const before = openFarDesk(center, way, NAME);
  await before.until(() => hasList(before), 'the list', { within: 20_000 });
  await restOf(way, 2_000);
  before.type('q');
  await before.exit();
  const count = fillCache(join(center.folder, NAME, 'state', 'frontdesk'));
  const cached = `${count.toLocaleString('en')} conversations cached`;
  await compare(center, way, `first frame, ${cached}`);
  await way.close();
  await compare(center, way, 'first frame, the same without a link');
}

/** Copies what is cached until there are so many; returns how many there are. */
function fillCache(folder: string): number {
  const name = readdirSync(folder).find(one => /^cache-.*\.db$/.test(one));
  if (name === undefined) throw new Error('Nothing is cached.');
  const database = new DatabaseSync(join(folder, name));
  const { known } = database.prepare('select count(*) as known from conversation').get() as { known: number };
  database.exec(`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${CACHED - known})
    insert into conversation (id, value, at, inbox_id, used_day)
    select 1000000 + n, json_set(value, '$.id', 1000000 + n), at - n, inbox_id, used_day
    from number, (select * from conversation limit 1)`);
  const { all } = database.prepare('select count(*) as "all" from conversation').get() as { all: number };
  database.close();
  return all;
}

/** In turns with an empty program: the ratio holds on a busy machine too. */
async function compare(center: FarCenter, way: Pick<Way, 'url'>, what: string): Promise<void> {
  const [node, frame]: [number[], number[]] = [[], []];
  const { env } = farDeskProgram(center, way, NAME);
  const desk = { launcher, database: '', args: ['--url', way.url], env };
  await keptFrameMs(desk);
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    node.push(performance.now() - began);
    frame.push(await keptFrameMs(desk));
  }
  const [ours, empty] = [median(frame), median(node)];
  figure(what, '≤ 2 × node -e 0', `${(ours / empty).toFixed(1)} × (${ours.toFixed(0)} / ${empty.toFixed(0)} ms)`);
}
