import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillForFilters, readAllBut } from '../../../bench/center-data.ts';
import { filters } from '../../../bench/center-filters.ts';
import { runs } from '../../../harness/full.ts';
import { createRandom, pick } from '../../../harness/random.ts';
import { listedIds } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { moreFilters } from './more-filters.ts';
import { expectPlain } from './plainly.ts';

/** More than two windows of a range. */
const COUNT = 50_000;

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter({ database: ':memory:', settings: { rateLimit: 1_000_000 } });
  await fillForFilters(desk, COUNT);
  await readAllBut(desk, 5_000);
  await desk.center.context.store.write(async db => {
    await sql`insert into search (rowid, words) select id, case when id % 7 > 0 then 'hello' else 'farewell' end
      || case when id % 5000 = 7 then ' zeppelin' else '' end from conversation`.execute(db);
    await sql`insert into conversation_call (agent_id, kind, conversation_id, since)
      select ${desk.adminId}, 1 + id % 2, id, id from conversation where id % 100 = 3`.execute(db);
  });
});
afterAll(() => desk.close());

const sorts = ['last_message_at', 'created_at', 'updated_at'] as const;

const parts = [...Object.values(filters), ...Object.values(moreFilters)].flatMap(({ count: _, ...query }) =>
  Object.entries(query).map(([name, value]) => ({ [name]: value })),
);

test('with any index, the first pages of a list and its number are those of the conditions alone', async () => {
  const random = createRandom(5);
  for (let at = 0; at < runs(1_500); at += 1) {
    const picked = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, parts));
    const word = random() < 0.1 ? { q: pick(random, ['hello', 'farewell', 'zeppelin', 'hello zeppelin']) } : {};
    const { sort, ...query } = Object.assign({}, ...picked, word, random() < 0.1 ? { mentioned: '1' } : {});
    const field = sort?.split('.')[0] ?? pick(random, sorts);
    const direction = sort?.split('.')[1] ?? pick(random, ['asc', 'desc'] as const);
    await expectPlain(desk, query, field, direction);
  }
}, 3_600_000);

test.for(['asc', 'desc'] as const)('no row is lost or doubled where a window of a range ends (%s)', async direction => {
  const ids: number[] = [];
  for (const offset of [1_998, 1_999, 2_000, 2_001, 19_998, 19_999, 20_000, 20_001]) {
    const { rows } = await sql<{ id: number }>`select id from conversation where place = 0
      order by last_message_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit 1 offset ${offset}`.execute(
      desk.center.context.store.reader,
    );
    ids.push(rows[0]!.id);
  }
  await desk.center.context.store.write(async db => {
    await db.updateTable('conversation').set({ by_machine: 0 }).where('by_machine', '=', 1).execute();
    await db.updateTable('conversation').set({ by_machine: 1 }).where('id', 'in', ids).execute();
  });
  for (const limit of [3, 50]) {
    const query = { automatic: 1, limit, sort: `last_message_at.${direction}` };
    expect(await listedIds(desk, { query })).toEqual(ids);
  }
});
