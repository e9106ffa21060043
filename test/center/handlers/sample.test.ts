import { expect, onTestFinished, test } from 'vitest';
import { makeConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const DAY_MS = 86_400_000;
const TODAY = '2026-03-02';
const OTHER_DAY = '2026-03-03';

/** A help center with conversations of yesterday, every second of which Ben has answered. */
async function open(count = 60) {
  const center = await openCenter();
  onTestFinished(center.close);
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await makeConversation(center));
  for (const id of ids.filter((_, at) => at % 2 === 0)) await answer(center, id, 'agent');
  center.clock.now += DAY_MS;
  return { center, ids };
}

async function answer({ call }: OpenCenter, id: number, as: 'admin' | 'agent'): Promise<void> {
  await call('POST', `/conversations/${id}/messages`, { as, body: { body_text: 'Done.' } });
}

async function listed({ call }: OpenCenter, query: Readonly<Record<string, unknown>>): Promise<number[]> {
  const { status, body } = await call('GET', '/conversations', { query: { limit: 100, ...query } });
  expect(status).toBe(200);
  return body.data.map((one: { id: number }) => one.id);
}

test('by finds the conversations that an agent has answered', async () => {
  const { center, ids } = await open(6);
  await answer(center, ids[1]!, 'admin');
  const found = (by: number[]) => listed(center, { by, sort: 'created_at.asc' });
  expect(await found([center.agentId])).toEqual([ids[0], ids[2], ids[4]]);
  expect(await found([center.adminId])).toEqual([ids[1]]);
  expect(await found([center.agentId, center.adminId])).toEqual([ids[0], ids[1], ids[2], ids[4]]);
  const { body } = await center.call('GET', '/conversations', { query: { by: [center.agentId], count: 1 } });
  expect(body.meta.total).toBe(3);
});

test('a sample is the same for a day, of what the other filters match, and another one the next day', async () => {
  const { center } = await open();
  const query = { by: [center.agentId], sample: `10.${TODAY}` };
  const first = await listed(center, query);
  expect(first).toHaveLength(10);
  const all = await listed(center, { by: [center.agentId] });
  expect(all).toEqual(expect.arrayContaining(first));
  // Conversations of today take nothing out of it.
  for (let at = 0; at < 20; at += 1) await answer(center, await makeConversation(center), 'agent');
  expect(await listed(center, query)).toEqual(first);
  expect(new Set(await listed(center, { ...query, sample: `10.${OTHER_DAY}` }))).not.toEqual(new Set(first));
  expect(await listed(center, { ...query, sample: `100.${TODAY}` })).toEqual(all);
});

test('it is sorted, counted and cut into pages as any list', async () => {
  const { center } = await open();
  const query = { sample: `9.${TODAY}`, sort: 'created_at.asc' };
  const all = await listed(center, query);
  expect(all).toEqual(all.toSorted((one, other) => one - other));
  const pages: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const more = cursor === undefined ? {} : { cursor };
    const { body } = await center.call('GET', '/conversations', { query: { ...query, ...more, limit: 4, count: 1 } });
    pages.push(...body.data.map((one: { id: number }) => one.id));
    expect(body.meta.total).toBe(9);
    cursor = body.meta.next_cursor ?? undefined;
    if (cursor === undefined) break;
  }
  expect(pages).toEqual(all);
});

test('it draws from all of them alike', async () => {
  const { center, ids } = await open();
  const days = Array.from({ length: 28 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')}`);
  const drawn = new Set<number>();
  for (const day of days) for (const id of await listed(center, { sample: `10.${day}` })) drawn.add(id);
  // 28 days of 10 of 60 leave out one of them in 7 of 10,000 cases, and that of these is always the same.
  expect(ids.filter(id => !drawn.has(id)).length).toBeLessThan(3);
});

test('an agent’s sample has only conversations that they see', async () => {
  const { center } = await open();
  const { body } = await center.call('POST', '/inboxes', { body: { name: 'Secret' } });
  const hidden: number[] = [];
  for (let at = 0; at < 10; at += 1) hidden.push(await makeConversation(center, { inbox_id: body.data.id }));
  const query = { limit: 100, sample: '500.2026-03-05' };
  const seen = await center.call('GET', '/conversations', { as: 'agent', query });
  expect(seen.body.data.some((one: { id: number }) => hidden.includes(one.id))).toBe(false);
});

test.each(['20', '0.2026-03-02', '501.2026-03-02', '20.2026-02-31', 'x.2026-03-02'])('%s is refused', async sample => {
  const { center } = await open(1);
  expect((await center.call('GET', '/conversations', { query: { sample } })).status).toBe(422);
});
