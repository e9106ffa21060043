import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillForFilters, readAllBut } from '../../../bench/center-data.ts';
import { runs, sampled } from '../../../harness/full.ts';
import { makeConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { statementsOf } from '../../statements.ts';
import { moreFilters } from './more-filters.ts';
import { views } from './views.ts';

/** More than are tried first. */
const COUNT = 5_000 + runs(5_000);

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter({ database: ':memory:', settings: { rateLimit: 1_000_000 } });
  await fillForFilters(desk, COUNT);
  await readAllBut(desk, 100);
});
afterAll(() => desk.close());

async function stepsOf(query: string): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${query}`);
  const { rows } = await desk.center.context.store.reader.executeQuery<{ detail: string }>(explain);
  return rows.map(({ detail }) => detail);
}

test.for(Object.entries(views))('%s is found by its index', async ([, [query, index]]) => {
  const { queries } = await statementsOf(() => desk.call('GET', '/conversations', { query }));
  const found = queries.filter(one => one.includes('from conversation as c'));
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) {
    const steps = (await stepsOf(one)).filter(step => /^(?:SEARCH|SCAN) c /.test(step));
    expect(steps).toEqual([expect.stringMatching(new RegExp(`INDEX conversation_${index}\\b`))]);
  }
});

/** The most statements for a page of 50, and the most rows that they return together: also of sets of tags. */
const MOST = { statements: 14, rows: 2_000 } as const;

test.for(sampled(Object.entries(moreFilters)))('%s is found in a few statements', async ([, query]) => {
  for (const as of ['admin', 'agent'] as const) {
    const { queries, rows } = await statementsOf(async () => {
      const { status, body } = await desk.call('GET', '/conversations', { as, query });
      expect(status, JSON.stringify(body)).toBe(200);
    });
    expect(queries.length).toBeLessThanOrEqual(MOST.statements);
    expect(rows).toBeLessThanOrEqual(MOST.rows);
    // No condition is looked up in a whole table.
    const scans = (await Promise.all(queries.map(stepsOf))).flat().filter(step => /^SCAN (?:y|x|link)\b/.test(step));
    expect(scans).toEqual([]);
  }
});

test('a list with five filters takes at most 8 statements, a change of three columns at most 21', async () => {
  const query = { status: ['open'], inbox_ids: [5], assign_to: ['me'], tags: ['tag3'], unread: 1 };
  const list = await statementsOf(() => desk.call('GET', '/conversations', { query }));
  expect(list.queries.length, list.queries.join('\n')).toBeLessThanOrEqual(8);
  const id = await makeConversation(desk);
  const body = { conversation_status_id: 2, assign_to: desk.adminId, title: 'Parcel' };
  const change = await statementsOf(() => desk.call('PUT', `/conversations/${id}`, { body }));
  expect(change.queries.length, change.queries.join('\n')).toBeLessThanOrEqual(21);
});

test('a list that fits on its first page is counted without another statement', async () => {
  for (const title of ['one', 'two', 'three']) await makeConversation(desk, { title, tags: ['counted'] });
  const list = async (more: object) => {
    let total: number | undefined;
    const { queries } = await statementsOf(async () => {
      const query = { tags: ['counted'], archived: 'any', ...more };
      total = (await desk.call('GET', '/conversations', { query })).body.meta.total;
    });
    return { statements: queries.length, total };
  };
  // The first list with these filters looks for sets of tags that later ones know.
  await list({});
  const { statements } = await list({});
  expect(await list({ count: 1 })).toEqual({ statements, total: 3 });
  const longer = await list({ count: 1, limit: 2 });
  expect([longer.total, longer.statements > statements]).toEqual([3, true]);
});
