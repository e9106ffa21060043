import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
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

describe('on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('a list is walked in its order until the page is full, whatever else it asks for', async () => {
    const desk = await openFilled();
    const page = { field: 'created_at', direction: 'asc', take: 51, from: undefined } as const;
    const wanted = {
      kind: 'postgres',
      page: { ...page, close: () => ({ rows: [], nextCursor: null }) },
      filter: {
        ...{ shelves: [0], statuses: [1], homes: [1, 2], assignees: [desk.agentId], tags: undefined, times: [] },
        ...{ waiting: false, orphansOf: undefined, text: '' },
      },
    } as const;
    const explained = async (plan: ReturnType<typeof walkPlan>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${plan}`.execute(desk.center.context.store.reader);
      return rows.map(row => row['QUERY PLAN']).join('\n');
    };
    const walk = await explained(walkPlan(wanted, 'nothing'));
    expect(walk).toContain('conversation_by_shelf_created_at');
    expect(walk).not.toContain('Sort');
    expect(await explained(sortedPlan(wanted, 'assignees'))).toContain('conversation_by_assign_key');
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
