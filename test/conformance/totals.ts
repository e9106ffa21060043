import { describe, expect, test } from 'vitest';
import type { Conversation, Inbox } from '../../src/contract/model.ts';
import { sampled } from '../harness/full.ts';
import { put, statusOf } from './conversations.ts';
import type { World } from './world.ts';

type Query = Readonly<Record<string, unknown>>;

async function metaOf(world: World, query: Query, as: 'key' | 'insider' = 'key') {
  const answer = await world.call({ method: 'GET', path: '/conversations', query, as });
  return (answer.json as { meta: Readonly<Record<string, unknown>> }).meta;
}

async function totalOf(world: World, query: Query, as: 'key' | 'insider' = 'key') {
  return (await metaOf(world, { ...query, count: 1, limit: 1 }, as)).total;
}

const counted = [
  {},
  { status: ['open'] },
  { status: ['open'], assign_to: ['none'] },
  { status: ['open'], assign_to: ['me'] },
  { archived: 1 },
  { archived: 'any' },
  { merged: 1 },
  { not: { status: ['closed'] } },
  { waiting: 1 },
  { unread: 1 },
  { has: ['note'] },
  { q: 'parcel' },
  { sort: 'waiting_since.asc' },
] as const;

function checkTotals(world: () => World) {
  test('count=1 returns the total, on any page, after each kind of change', async () => {
    const { id: inbox_id } = await world().make.inbox();
    const made: Conversation[] = [];
    for (let at = 0; at < 6; at += 1) made.push(await world().make.conversation({ inbox_id }));
    const ids = made.map(({ id }) => id) as [number, number, number, number, number, number];
    const closed = (await statusOf(world(), 'closed')).id;
    const changes = [
      () => put(world(), ids[0], { conversation_status_id: closed }),
      () => put(world(), ids[1], { assign_to: world().insider.agent.id }),
      () => world().give({ method: 'POST', path: `/conversations/${ids[2]}/archive` }),
      () => world().make.message(ids[3]),
      () => world().make.note(ids[4]),
      () => world().give({ method: 'POST', path: `/conversations/${ids[3]}/merge`, body: [ids[5]] }),
      () => put(world(), ids[4], { inbox_id: world().inbox.id }),
    ];
    for (const change of changes) {
      await change();
      for (const query of sampled(counted))
        for (const as of ['key', 'insider'] as const) {
          const all = { ...query, inbox_ids: [inbox_id] };
          const rows = await world().get<Conversation[]>('/conversations', as, { ...all, limit: 200 });
          expect(await totalOf(world(), all, as), `${as} ${JSON.stringify(query)}`).toBe(rows.length);
        }
    }
  });

  test('only callers who ask get the total, and the next page may do without', async () => {
    const { id: inbox_id } = await world().make.inbox();
    for (let at = 0; at < 3; at += 1) await world().make.conversation({ inbox_id });
    const query = { inbox_ids: [inbox_id], limit: 2 };
    expect(await metaOf(world(), query)).toEqual({ next_cursor: expect.any(String) });
    const first = await metaOf(world(), { ...query, count: 1 });
    expect(first).toEqual({ next_cursor: expect.any(String), total: 3 });
    expect(await metaOf(world(), { ...query, cursor: first.next_cursor })).toEqual({ next_cursor: null });
    expect(await metaOf(world(), { ...query, count: 1, status: ['no such'] })).toEqual({ next_cursor: null, total: 0 });
  });

  test('an agent’s total counts only conversations that it sees', async () => {
    const { id } = await world().make.inbox({ agent_ids: [] });
    await world().make.conversation({ inbox_id: id });
    expect([
      await totalOf(world(), { inbox_ids: [id] }),
      await totalOf(world(), { inbox_ids: [id] }, 'insider'),
    ]).toEqual([1, 0]);
  });
}

function checkCounts(world: () => World) {
  test('an inbox counts conversations that are neither closed nor archived', async () => {
    const { id: inbox_id } = await world().make.inbox();
    const counts = async () => (await world().get<Inbox>(`/inboxes/${inbox_id}`)).counts;
    expect(await counts()).toEqual({ open: 0, unassigned: 0, unresolved: 0 });
    const [one, two, three] = [
      await world().make.conversation({ inbox_id }),
      await world().make.conversation({ inbox_id }),
      await world().make.conversation({ inbox_id }),
    ];
    const custom = await world().make.status();
    await put(world(), one.id, { conversation_status_id: custom.id });
    expect(await counts()).toEqual({ open: 2, unassigned: 2, unresolved: 3 });
    await put(world(), two.id, { conversation_status_id: (await statusOf(world(), 'closed')).id });
    await world().give({ method: 'POST', path: `/conversations/${three.id}/archive` });
    expect(await counts()).toEqual({ open: 0, unassigned: 0, unresolved: 1 });
    const listed = (await world().get<Inbox[]>('/inboxes')).find(({ id }) => id === inbox_id);
    expect(listed?.counts.unresolved).toBe(1);
  });
}

/** How many conversations there are. */
export function registerTotals(world: () => World): void {
  describe('numbers', () => {
    checkTotals(world);
    checkCounts(world);
  });
}
