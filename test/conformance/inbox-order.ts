import { describe, expect, test } from 'vitest';
import type { Conversation, Inbox } from '../../src/contract/model.ts';
import { UNKNOWN_ID, type World } from './world.ts';

async function orderOf(world: World): Promise<number[]> {
  const inboxes = await world.get<Inbox[]>('/inboxes');
  expect(
    inboxes.map(({ sort }) => sort),
    'positions are dense',
  ).toEqual(inboxes.map((_, at) => at));
  return inboxes.map(({ id }) => id);
}

function without(ids: readonly number[], ...gone: readonly number[]) {
  return ids.filter(id => !gone.includes(id));
}

function checkMoves(world: () => World) {
  test('a moved inbox takes the position and the rest shift', async () => {
    const { id } = await world().make.inbox();
    const before = await orderOf(world());
    for (const [method, path] of [
      ['POST', `/inboxes/${id}/sort`],
      ['PUT', `/inboxes/${id}`],
    ] as const) {
      const first = await world().give<Inbox>({ method, path, body: { sort: 0 } });
      expect(first.sort).toBe(0);
      expect(await orderOf(world())).toEqual([id, ...without(before, id)]);
      await world().give({ method, path, body: { sort: '2' } });
      expect(await orderOf(world())).toEqual(without(before, id).toSpliced(2, 0, id));
      await world().give({ method, path, body: { sort: 999_999 } });
      expect(await orderOf(world())).toEqual([...without(before, id), id]);
    }
  });

  test('a deleted inbox leaves no gap', async () => {
    const [{ id }] = [await world().make.inbox(), await world().make.inbox()];
    const before = await orderOf(world());
    await world().give({ method: 'DELETE', path: `/inboxes/${id}` });
    expect(await orderOf(world())).toEqual(without(before, id));
  });

  test('sort.desc reverses the list, and before[created_at] leaves out newer ones', async () => {
    const ids = await orderOf(world());
    const turned = await world().get<Inbox[]>('/inboxes', 'key', { sort: 'sort.desc' });
    expect(turned.map(({ id }) => id)).toEqual(ids.toReversed());
    world().target.clock?.advance(2_000);
    const { created_at } = await world().make.inbox();
    const all = await world().get<Inbox[]>('/inboxes');
    const older = await world().get<Inbox[]>('/inboxes', 'key', { before: { created_at } });
    expect(older.length).toBeGreaterThan(1);
    expect(older).toEqual(all.filter(one => one.created_at < created_at));
  });
}

function checkSeconds(world: () => World) {
  test('inboxes that were changed in the same second are listed by id', async () => {
    const made = [await world().make.inbox(), await world().make.inbox(), await world().make.inbox()];
    world().target.clock?.advance(2_000 - (world().target.clock!.now() % 1_000));
    for (const { id } of [made[2]!, made[0]!, made[1]!])
      await world().give({ method: 'PUT', path: `/inboxes/${id}`, body: { description: 'New' } });
    const all = await world().get<Inbox[]>('/inboxes', 'key', { sort: 'updated_at.asc' });
    const key = ({ updated_at, id }: Inbox) => `${updated_at} ${String(id).padStart(15, '0')}`;
    expect(all.map(key)).toEqual(all.map(key).toSorted());
    const pages: Inbox[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { sort: 'updated_at.desc', limit: 2, cursor };
      const page = await world().call({ method: 'GET', path: '/inboxes', query });
      pages.push(...(page.data as Inbox[]));
      cursor = page.nextCursor!;
    }
    expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
  });
}

function bulk(world: World, inboxes: readonly object[]) {
  return world.call({ method: 'POST', path: '/inboxes/bulk-sort', body: { inboxes } });
}

function checkBulk(world: () => World) {
  test('bulk sort gives each the position it asks for; the others keep their order around them', async () => {
    for (let count = 0; count < 4; count += 1) await world().make.inbox();
    const before = await orderOf(world());
    const last = before.length - 1;
    const [a, b, c] = before as [number, number, number];
    const sorted = async (...places: readonly (readonly [id: number, sort: number])[]) => {
      const answer = await bulk(
        world(),
        places.map(([id, sort]) => ({ id, sort })),
      );
      expect(answer.status, answer.text).toBe(200);
      return (answer.data as Inbox[]).map(({ id }) => id);
    };
    const back = () => sorted(...before.map((id, at) => [id, at] as const));
    expect(await sorted([a, 3], [c, 1])).toEqual(without(before, a, c).toSpliced(1, 0, c).toSpliced(3, 0, a));
    expect(await back()).toEqual(before);
    expect(await sorted([b, last + 7])).toEqual([...without(before, b), b]);
    expect(await back()).toEqual(before);
    expect(await sorted([b, 999_999], [a, last + 7], [c, last])).toEqual([...without(before, a, b, c), c, a, b]);
    expect(await back()).toEqual(before);
  });

  test('bulk sort puts the first ones in order; those left out follow in their old order', async () => {
    const made = [await world().make.inbox(), await world().make.inbox(), await world().make.inbox()];
    const [a, b, c] = made.map(({ id }) => id) as [number, number, number];
    const before = await orderOf(world());
    const answer = await bulk(world(), [
      { id: a, sort: 2 },
      { id: String(b), sort: 0 },
      { id: c, sort: '1' },
    ]);
    expect((answer.data as Inbox[]).map(({ id }) => id)).toEqual([b, c, a, ...without(before, a, b, c)]);
    expect(await orderOf(world())).toEqual([b, c, a, ...without(before, a, b, c)]);
    await bulk(
      world(),
      before.map((id, sort) => ({ id, sort })),
    );
    expect(await orderOf(world())).toEqual(before);
  });

  test('an unknown or repeated id, or two equal positions, change nothing', async () => {
    const [first, second] = await orderOf(world());
    const before = await orderOf(world());
    const unknown = await bulk(world(), [
      { id: second, sort: 0 },
      { id: UNKNOWN_ID, sort: 1 },
    ]);
    expect([unknown.status, unknown.details.map(({ path }) => path)]).toEqual([404, ['inboxes.1.id']]);
    const doubled = await bulk(world(), [
      { id: second, sort: 0 },
      { id: first, sort: 1 },
      { id: String(second), sort: 2 },
    ]);
    expect([doubled.status, doubled.details.map(({ path }) => path)]).toEqual([422, ['inboxes.2.id']]);
    const equal = await bulk(world(), [
      { id: first, sort: 1 },
      { id: second, sort: '1' },
    ]);
    expect([equal.status, equal.details.map(({ path }) => path)]).toEqual([422, ['inboxes.1.sort']]);
    const both = await bulk(world(), [
      { id: first, sort: 1 },
      { id: first, sort: 1 },
    ]);
    expect([both.status, both.details.map(({ path }) => path)]).toEqual([422, ['inboxes.1.id', 'inboxes.1.sort']]);
    expect(await orderOf(world())).toEqual(before);
  });
}

function checkCounts(world: () => World) {
  test('counts are what status=open lists in it, and how many of those have no assignee', async () => {
    const { id: inboxId } = await world().make.inbox();
    const make = (over = {}) => world().make.conversation({ inbox_id: inboxId, ...over });
    const closed = (await world().get<{ id: number; kind: string }[]>('/conversation_statuses')).find(
      ({ kind }) => kind === 'closed',
    )!;
    const assign_to = world().insider.agent.id;
    const made = [await make(), await make({ assign_to }), await make(), await make(), await make({ assign_to })];
    const [a, b, c, d, e] = made.map(({ id }) => `/conversations/${id}`) as [string, string, string, string, string];
    const check = async (what: string) => {
      const { counts } = await world().get<Inbox>(`/inboxes/${inboxId}`);
      const query = { inbox_ids: [inboxId], status: ['open'], limit: 200 };
      const open = await world().get<Conversation[]>('/conversations', 'key', query);
      const unassigned = open.filter(one => one.assign_to === null).length;
      const unresolved = await world().get<Conversation[]>('/conversations', 'key', {
        inbox_ids: [inboxId],
        not: { status: ['closed'] },
        limit: 200,
      });
      expect(counts, what).toEqual({ open: open.length, unassigned, unresolved: unresolved.length });
      return counts.open;
    };
    expect(await check('as made')).toBe(5);
    await world().give({ method: 'PUT', path: a, body: { conversation_status_id: closed.id } });
    await world().give({ method: 'PUT', path: b, body: { assign_to: null } });
    expect(await check('closed and unassigned')).toBe(4);
    await world().give({ method: 'POST', path: `${c}/archive` });
    expect(await check('archived')).toBe(3);
    await world().give({ method: 'POST', path: `${d}/merge`, body: { conversation_ids: [made[4]!.id] } });
    expect(await check('merged')).toBe(2);
    await world().give({ method: 'POST', path: `${c}/restore_archive` });
    await world().give({ method: 'POST', path: `${a}/messages`, body: { body_text: 'Again' } });
    expect(await check('restored, opened again')).toBe(4);
    await world().give({ method: 'PUT', path: a, body: { inbox_id: world().inbox.id } });
    expect(await check('moved away')).toBe(3);
    expect((await world().get<Conversation>(e)).merged_into).toBe(made[3]!.id);
  });
}

/** What the service says of the order of inboxes, and of their counts. */
export function registerInboxOrder(world: () => World): void {
  describe('the order of inboxes', () => {
    checkMoves(world);
    checkSeconds(world);
    checkBulk(world);
    checkCounts(world);
  });
}
