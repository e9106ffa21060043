import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Filter } from '../../src/center/model/listing/filter.ts';
import type { Wanted } from '../../src/center/model/listing/lead.ts';
import { sortedPlan } from '../../src/center/model/listing/sort.ts';
import { walkPlan } from '../../src/center/model/listing/walk.ts';
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
  await sql`insert into conversation (title, status_id, home_id, assign_to, created_at, updated_at, last_message_at)
    select 'No. ' || n, 1 + n % 2, 1 + n % 3, case n % 4 when 0 then ${desk.agentId}::bigint end, n * 1000, n * 1000, n * 1000
    from generate_series(1, 5000) as n`.execute(reader);
  await sql`analyze conversation`.execute(reader);
  return desk;
}

/** The last word in each conversation is a customer's, who waits. */
async function markAll({ center }: OpenCenter): Promise<void> {
  const { reader } = center.context.store;
  await sql`insert into conversation_mark
      (conversation_id, kind, since, at, message_id, due_at, shelf, status_id, home_id, assign_key, last_message_at)
    select id, 4, last_message_at, last_message_at, id, last_message_at + 1000, shelf, status_id, home_id, assign_key,
      last_message_at from conversation`.execute(reader);
  await sql`analyze conversation_mark`.execute(reader);
}

const every = { statuses: undefined, homes: undefined, assignees: undefined, tags: undefined, orphansOf: undefined };

/** The request for the first page of a list in the order of a time, the earliest first. */
function wantedOf(filter: Partial<Filter>, field: string): Wanted {
  return {
    kind: 'postgres',
    page: { field, direction: 'asc', take: 51, from: undefined, close: () => ({ rows: [], nextCursor: null }) },
    filter: { ...every, shelves: [0], times: [], waiting: false, text: '', ...filter },
  };
}

/** How PostgreSQL would run a plan. */
async function explained({ center }: OpenCenter, plan: ReturnType<typeof walkPlan>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${plan}`.execute(center.context.store.reader);
  return rows.map(row => row['QUERY PLAN']).join('\n');
}

describe('on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('a list is walked in its order until the page is full, whatever else it asks for', async () => {
    const desk = await openFilled();
    const wanted = wantedOf({ statuses: [1], homes: [1, 2], assignees: [desk.agentId] }, 'created_at');
    const walk = await explained(desk, walkPlan(wanted, 'nothing'));
    expect(walk).toContain('conversation_by_shelf_created_at');
    expect(walk).not.toContain('Sort');
    expect(await explained(desk, sortedPlan(wanted, 'assignees'))).toContain('conversation_by_assign_key');
  });

  test('the last words of customers are found from the beginning of their index', async () => {
    const desk = await openFilled();
    await markAll(desk);
    const plan = walkPlan(wantedOf({ waiting: true, homes: [1] }, 'waiting_since'), 'waiting');
    expect(await explained(desk, plan)).toMatch(/waiting_by_home_since.*\n.*Index Cond: \(\(kind = /);
  });

  test('ranges of several inboxes are read in order, and planned once', async () => {
    const desk = await openFilled();
    await markAll(desk);
    const several = wantedOf({ waiting: true, homes: [1, 2, 3] }, 'waiting_since');
    const plan = await explained(desk, walkPlan(several, 'waiting'));
    expect(plan.match(/waiting_by_home_since.*\n.*Index Cond: \(\(kind = .*\(home_id = /g)).toHaveLength(1);
    const { rows } = await walkPlan(several, 'waiting').execute(desk.center.context.store.reader);
    const { rows: sorted } = await sortedPlan(several, 'waiting').execute(desk.center.context.store.reader);
    expect(rows.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  test('what an agent has not read of its own is found among its open conversations alone', async () => {
    const desk = await openFilled();
    await markAll(desk);
    const own = { statuses: [1, 3], assignees: [desk.agentId], homes: [1, 2] };
    const unread = { agentId: desk.agentId, floor: 100, hasWoken: false };
    const walk = await explained(desk, walkPlan(wantedOf({ ...own, unread }, 'last_message_at'), 'unread'));
    expect(walk).toMatch(/open_by_assignee.*\n +Index Cond: \(.*\(assign_key = /);
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
