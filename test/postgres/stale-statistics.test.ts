import { CompiledQuery, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { filters } from '../bench/center-filters.ts';
import { moreFilters } from '../center/model/listing/more-filters.ts';
import { expectPlain } from '../center/model/listing/plainly.ts';
import { views } from '../center/model/listing/views.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { fillLarge } from './large-data.ts';
import { whyNoPostgres } from './on-postgres.ts';

const COUNT = 20_000;
/** A bulk call changes so many, and two of them 5 % of all. */
const AT_ONCE = COUNT / 40;

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The queries for conversations that a list makes. */
async function queriesOf(desk: OpenCenter, query: Readonly<Record<string, unknown>>): Promise<readonly Query[]> {
  const spy = vi.spyOn(Client.prototype, 'query');
  const { status } = await desk.call('GET', '/conversations', { query });
  const asked = spy.mock.calls.map(([one]) => one as unknown as Query);
  spy.mockRestore();
  expect(status).toBe(200);
  return asked.filter(({ text }) => text?.includes('from conversation as c'));
}

describe('on PostgreSQL, with autovacuum off and 5 % of the conversations changed', skippedFor(whyNoPostgres()), () => {
  let desk: OpenCenter;
  beforeAll(async () => {
    const database = await newPostgresDatabase();
    desk = await openCenter({ database, settings: { rateLimit: 1_000_000 } });
    await fillLarge(desk.center, database, COUNT);
    const { reader } = desk.center.context.store;
    await sql`alter table conversation set (autovacuum_enabled = off)`.execute(reader);
    const changes = [
      [2, 1, { conversation_status_id: 2, assign_to: desk.adminId, added_tags: ['rare'] }],
      [1, 2, { conversation_status_id: 1, assign_to: null, inbox_id: 5, added_tags: ['fresh'] }],
    ] as const;
    for (const [to, from, body] of changes) {
      const found = await sql<{
        id: number;
      }>`select id from conversation where status_id = ${from} and status_id <> ${to}
        and merged_into is null order by id * 7919 % 10007 limit ${AT_ONCE}`.execute(reader);
      const conversation_ids = found.rows.map(({ id }) => id);
      expect(conversation_ids).toHaveLength(AT_ONCE);
      const answer = await desk.call('PUT', '/conversations', { body: { conversation_ids, ...body } });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
  }, 600_000);
  afterAll(() => desk.close());

  test.for(Object.entries(views))('%s is found by its index', async ([, [query, index]]) => {
    const queries = await queriesOf(desk, query);
    expect(queries.length).toBeGreaterThan(0);
    for (const { text, values } of queries) {
      const explain = CompiledQuery.raw(`explain ${text}`, [...values]);
      const { rows } = await desk.center.context.store.reader.executeQuery<{ 'QUERY PLAN': string }>(explain);
      const plan = rows.map(row => row['QUERY PLAN']).join('\n');
      const scans = plan.match(/(?:Scan|using \w+) on conversation(?: c)?(?= )/g);
      expect(scans, plan).toEqual([expect.stringMatching(`conversation_(?:${index}|open) on`)]);
    }
  });

  test('every list is that of its conditions alone', async () => {
    for (const { sort = 'last_message_at.desc', count: _, ...query } of [
      ...Object.values(filters),
      ...Object.values(moreFilters),
    ]) {
      const [field, direction] = String(sort).split('.') as [string, 'asc' | 'desc'];
      await expectPlain(desk, query, field, direction);
    }
  }, 600_000);
});
