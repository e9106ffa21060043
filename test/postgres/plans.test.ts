import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Wanted } from '../../src/center/model/listing/conditions.ts';
import type { Filter } from '../../src/center/model/listing/filter.ts';
import { selectFrom } from '../../src/center/model/listing/ranges.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

/** A help center with 5,000 conversations of several agents, of which PostgreSQL has statistics. */
async function openFilled(): Promise<OpenCenter> {
  const database = await newPostgresCenter();
  const desk = await openCenter({ database: database.name });
  onTestFinished(async () => {
    await desk.close();
    await database.drop();
  });
  const { reader } = desk.center.context.store;
  await sql`insert into conversation (title, status_id, home_id, assign_to, assign_key, created_at, updated_at, last_message_at)
    select 'No. ' || n, 1 + n % 2, 1 + n % 3, case n % 4 when 0 then ${desk.agentId}::bigint end,
      case n % 4 when 0 then ${desk.agentId}::bigint else 0 end, n * 1000, n * 1000, n * 1000
    from generate_series(1, 5000) as n`.execute(reader);
  await sql`analyze conversation`.execute(reader);
  return desk;
}

/** The last word in each conversation is a customer's, who waits. */
async function askAll({ center }: OpenCenter): Promise<void> {
  const { reader } = center.context.store;
  await sql`update conversation set asked_id = id, asked_at = last_message_at, since = last_message_at,
    due_at = last_message_at + 1000`.execute(reader);
  await sql`analyze conversation`.execute(reader);
}

const every = { statuses: undefined, homes: undefined, assignees: undefined, tagSets: undefined, orphansOf: undefined };

/** The request for the first page of a list in the order of a time, the earliest first. */
function wantedOf(filter: Partial<Filter>, field: string): Wanted {
  return {
    kind: 'postgres',
    page: { field, direction: 'asc', take: 51, from: undefined, close: () => ({ rows: [], nextCursor: null }) },
    filter: { ...every, places: [0], later: undefined, times: [], waiting: false, text: '', ...filter },
  };
}

/** How PostgreSQL would find a list. */
async function explained({ center }: OpenCenter, wanted: Wanted, isFew = false): Promise<string> {
  const plan = sql<{ 'QUERY PLAN': string }>`explain ${selectFrom(wanted, 0, { isFew })}`;
  return (await plan.execute(center.context.store.reader)).rows.map(row => row['QUERY PLAN']).join('\n');
}

describe('on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('a list is walked in its order until the page is full, unless few match', async () => {
    const desk = await openFilled();
    const wanted = wantedOf({ statuses: [1], homes: [1, 2], assignees: [desk.agentId] }, 'created_at');
    const walk = await explained(desk, wanted);
    expect(walk).toContain('conversation_by_created');
    expect(walk).not.toContain('Sort');
    expect(await explained(desk, wanted, true)).toContain('Sort');
  });

  test('those who wait longest are read from the beginning of their index', async () => {
    const desk = await openFilled();
    await askAll(desk);
    const walk = await explained(desk, wantedOf({ waiting: true, homes: [1] }, 'waiting_since'));
    expect(walk).toContain('conversation_waiting');
    expect(walk).not.toContain('Sort');
  });

  test('open conversations are read in order from the index that has no others', async () => {
    const desk = await openFilled();
    const walk = await explained(desk, wantedOf({ statuses: [1, 3] }, 'last_message_at'));
    expect(walk).toContain('conversation_open');
    expect(walk).not.toContain('Sort');
  });

  test('no read and no write starts a compiler or another process for its statements', async () => {
    const desk = await openFilled();
    const { store } = desk.center.context;
    const asked = sql<{ jit: string; workers: string }>`select current_setting('jit') as jit,
      current_setting('max_parallel_workers_per_gather') as workers`;
    for (const run of [store.read, store.write])
      expect((await run(db => asked.execute(db))).rows).toEqual([{ jit: 'off', workers: '0' }]);
  });

  test('a read sees one moment and changes nothing', async () => {
    const { store } = (await openFilled()).center.context;
    await store.read(async db => {
      const before = await db.selectFrom('tag').select('id').execute();
      await store.write(
        async other => void (await other.insertInto('tag').values({ name: 'x', name_key: 'x' }).execute()),
      );
      expect(await db.selectFrom('tag').select('id').execute()).toEqual(before);
    });
    await expect(store.read(db => db.deleteFrom('tag').execute())).rejects.toThrow('read-only');
  });
});
