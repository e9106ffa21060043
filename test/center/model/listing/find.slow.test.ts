import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../src/center/database/tables.ts';
import {
  all,
  conditionsOf,
  orderOf,
  type PageRow,
  type Wanted,
} from '../../../../src/center/model/listing/conditions.ts';
import { resolveFilters } from '../../../../src/center/model/listing/filter.ts';
import { countMatches, findPage } from '../../../../src/center/model/listing/find.ts';
import { together } from '../../../../src/center/model/listing/ranges.ts';
import { wantedWords } from '../../../../src/center/model/search/words.ts';
import { fillForFilters, readAllBut } from '../../../bench/center-data.ts';
import { filters, moreFilters } from '../../../bench/center-filters.ts';
import { runs } from '../../../harness/full.ts';
import { createRandom, pick } from '../../../harness/random.ts';
import { listedIds } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

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

const admin = { kind: 'agent', seesAll: true, tokenId: null, key: 'a', name: 'Admin' } as const;

const sorts = ['last_message_at', 'created_at', 'updated_at'] as const;

const parts = [...Object.values(filters), ...Object.values(moreFilters)].flatMap(({ count: _, ...query }) =>
  Object.entries(query).map(([name, value]) => ({ [name]: value })),
);

/** What the conditions alone find, with no regard to any index. */
async function plainly(db: Db, wanted: Wanted): Promise<readonly PageRow[]> {
  const { filter, page } = wanted;
  const text = wantedWords(filter.text);
  const words = text.length > 0 ? { words: { all: text, hasParts: false } } : {};
  const lists: (readonly PageRow[])[] = [];
  for (const place of filter.places) {
    const conditions = all(conditionsOf({ ...wanted, ...words }, place));
    const found = await sql<PageRow>`select c.id, ${sql.ref(`c.${orderOf(page)}`)} as at
      from conversation as c not indexed where ${conditions}`.execute(db);
    lists.push(found.rows);
  }
  return together(lists, { ...page, take: undefined });
}

test('whatever index finds a list, its first pages and its number are those of the conditions alone', async () => {
  const random = createRandom(5);
  for (let at = 0; at < runs(1_500); at += 1) {
    const picked = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, parts));
    const word = random() < 0.1 ? { q: pick(random, ['hello', 'farewell', 'zeppelin', 'hello zeppelin']) } : {};
    const { sort, ...query } = Object.assign({}, ...picked, word, random() < 0.1 ? { mentioned: '1' } : {});
    const field = sort?.split('.')[0] ?? pick(random, sorts);
    const direction = sort?.split('.')[1] ?? pick(random, ['asc', 'desc'] as const);
    const asked = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        typeof value === 'number' && name !== 'due_within' ? String(value) : value,
      ]),
    );
    await desk.center.read(async ({ db, kind, now }) => {
      const order = {
        isWaiting: field === 'waiting_since',
        isDue: field === 'due_at',
        isLater: field === 'snoozed_until',
      };
      const caller = { ...admin, agentId: desk.adminId };
      const found = await resolveFilters({ db, now }, { ...asked, ...order } as never, caller);
      const page = { field, direction, take: 51, from: undefined, close: undefined as never };
      const expected = together(await Promise.all(found.map(filter => plainly(db, { filter, page, kind }))), {
        ...page,
        take: undefined,
      }).map(({ id }) => id);
      const what = JSON.stringify({ ...asked, field, direction });
      let from: readonly [number, number] | undefined;
      for (const start of [0, 51, 102]) {
        const lists = await Promise.all(found.map(filter => findPage(db, { filter, page: { ...page, from }, kind })));
        const rows = together(lists, page);
        expect(
          rows.map(({ id }) => id),
          what,
        ).toEqual(expected.slice(start, start + 51));
        from = rows.length < 51 ? from : [rows[50]!.at, rows[50]!.id];
        if (rows.length < 51) break;
      }
      const number = await countMatches(db, { page: { ...page, take: 10_000 }, kind }, found);
      expect([what, number]).toEqual([what, Math.min(expected.length, 10_000)]);
    });
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
