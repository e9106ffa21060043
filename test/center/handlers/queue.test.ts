import { expect, onTestFinished, test } from 'vitest';
import { createAgent, createAgentToken } from '../../harness/agents.ts';
import { openCenter, startTime } from '../open-center.ts';

const MINUTE_MS = 60_000;

/** A help center with conversations of customers who have waited for so many minutes, oldest first. */
async function open(waits: readonly number[], inboxId?: number) {
  const desk = await openCenter();
  onTestFinished(desk.close);
  const contact = await desk.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
  const write = async (title: string, ago: number, inbox_id = inboxId ?? desk.inboxId): Promise<number> => {
    desk.clock.now = startTime - ago * MINUTE_MS;
    const body = { title, inbox_id, contacts: [contact.body.data.id] };
    const { id } = (await desk.call('POST', '/conversations', { body })).body.data;
    await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'Hello?' }, as: 'key' });
    desk.clock.now = startTime;
    return id;
  };
  const ids: number[] = [];
  for (const ago of waits) ids.push(await write(`Waits ${ago}`, ago));
  const next = async (as: 'admin' | 'agent' | `fd${string}` = 'agent', body: object = {}) => {
    const answer = await desk.call('POST', '/conversations/next', { as, body });
    expect(answer.status).toBe(200);
    return answer.body.data[0] as { id: number; assign_to: number } | undefined;
  };
  const put = (id: number, body: object) => desk.call('PUT', `/conversations/${id}`, { body });
  return { desk, ids, write, next, put };
}

test('the longest waiting comes first, is the agent’s from then on, and comes once', async () => {
  const { desk, ids, next } = await open([30, 20, 10]);
  const [oldest, middle, newest] = ids;
  expect(await next('agent')).toMatchObject({ id: oldest, assign_to: desk.agentId });
  expect(await next('admin')).toMatchObject({ id: middle, assign_to: desk.adminId });
  expect((await next('agent', { skip: [oldest] }))?.id).toBe(newest);
  expect(await next('agent', { skip: ids })).toBeUndefined();
});

test('an agent’s own come before all others: first the unread ones, then those that wait', async () => {
  const { desk, ids, next, put } = await open([30, 20, 10]);
  const [, middle = 0, newest = 0] = ids;
  for (const id of [middle, newest]) await put(id, { assign_to: desk.agentId });
  const { data: messages } = (await desk.call('GET', `/conversations/${middle}/messages`)).body;
  await desk.call('PUT', `/conversations/${middle}/read`, { as: 'agent', body: { message_id: messages[0].id } });
  expect((await next('agent'))?.id).toBe(newest);
  expect((await next('agent', { skip: [newest] }))?.id).toBe(middle);
});

test('of many unread ones the one comes first that has not changed for longest, however old its last message is', async () => {
  const { desk, ids, next, put } = await open(Array.from({ length: 60 }, (_, at) => 200 - at));
  for (const id of ids) await put(id, { assign_to: desk.agentId });
  desk.clock.now += MINUTE_MS;
  for (const id of ids.slice(0, 57)) await put(id, { title: 'Changed' });
  expect((await next('agent', { assign: false }))?.id).toBe(ids[57]);
  expect((await next('agent', { assign: false, skip: ids.slice(57) }))?.id).toBe(ids[0]);
  expect((await next('agent', { skip: [...ids.slice(0, 56), ...ids.slice(57)] }))?.id).toBe(ids[56]);
});

test('the agent’s conversations of a deleted inbox come as well, and are counted', async () => {
  const { desk, ids, write, next, put } = await open([30]);
  const { id: inboxId } = (await desk.call('POST', '/inboxes', { body: { name: 'Former' } })).body.data;
  const orphan = await write('Orphan', 20, inboxId);
  await desk.call('DELETE', `/inboxes/${inboxId}`);
  await put(orphan, { assign_to: desk.agentId });
  await desk.call('POST', `/conversations/${orphan}/messages`, { body: { body_text: 'Hello?' }, as: 'key' });
  const counted = await desk.call('POST', '/conversations/next?count=1', { as: 'agent', body: { assign: false } });
  expect([counted.body.data[0].id, counted.body.meta.total]).toEqual([orphan, 2]);
  expect((await next('agent', { skip: [orphan] }))?.id).toBe(ids[0]);
  expect(await next('agent', { skip: [orphan, ids[0]] })).toBeUndefined();
});

test('conversations with a due time come before those without, the earliest first', async () => {
  const { desk, ids, write, next, put } = await open([90, 80]);
  const other = (await desk.call('POST', '/inboxes/save', { body: { name: 'Soon', agent_ids: [desk.agentId] } })).body;
  const soon = await write('Soon', 10, other.data.id);
  for (const [id, answer_within] of [
    [desk.inboxId, 0],
    [other.data.id, 60],
  ] as const)
    await desk.call('POST', '/inboxes/save', { body: { id, answer_within } });
  await desk.center.context.jobs.run();
  expect((await next('agent', { assign: false }))?.id).toBe(soon);
  expect((await next('agent', { assign: false, skip: [soon] }))?.id).toBe(ids[0]);
  await put(ids[1]!, { assign_to: desk.agentId });
  const message_id = (await desk.call('GET', `/conversations/${ids[1]}/messages`)).body.data[0].id;
  await desk.call('PUT', `/conversations/${ids[1]}/read`, { as: 'agent', body: { message_id } });
  expect((await next('agent'))?.id).toBe(ids[1]);
});

test('a late conversation comes before an unread one of the agent’s own that is not late, its own before all', async () => {
  const { desk, ids, next, put } = await open([90, 80, 20, 10]);
  const [late = 0, ownLate = 0, soon = 0, fresh = 0] = ids;
  await desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, answer_within: 30 } });
  await desk.center.context.jobs.run();
  for (const id of [ownLate, fresh]) await put(id, { assign_to: desk.agentId });
  const order: number[] = [];
  for (const _each of ids) order.push((await next('agent', { assign: false, skip: order }))!.id);
  expect(order).toEqual([ownLate, late, fresh, soon]);
});

test('closed, archived, put off, answered and spam conversations do not come, nor any that the agent may not see', async () => {
  const { desk, ids, write, next, put } = await open([90, 80, 70, 60, 50]);
  const [closed = 0, archived = 0, later = 0, answered = 0, left = 0] = ids;
  await put(closed, { conversation_status_id: 2 });
  await desk.call('POST', `/conversations/${archived}/archive`);
  await put(later, { snooze: { until: null } });
  await desk.call('POST', `/conversations/${answered}/messages`, { as: 'admin', body: { body_text: 'Yes.' } });
  await write('Spam', 100, 2);
  const hidden = await write('Hidden', 100, 1);
  expect((await next('agent'))?.id).toBe(left);
  expect(await next('agent', { skip: [left] })).toBeUndefined();
  expect((await next('admin', { inbox_ids: [1] }))?.id).toBe(hidden);
  expect(await next('agent', { inbox_ids: [1], skip: [left] })).toBeUndefined();
});

test('those that wait are counted without what is passed over, and without what others have', async () => {
  const { desk, ids, put } = await open([90, 80, 70, 60]);
  await put(ids[3]!, { assign_to: desk.adminId });
  await put(ids[2]!, { assign_to: desk.agentId });
  const count = async (skip: readonly number[]) => {
    const body = { assign: false, skip };
    const answer = await desk.call('POST', '/conversations/next?count=1', { as: 'agent', body });
    return answer.body.meta.total;
  };
  expect(await count([])).toBe(3);
  expect(await count([ids[0]!, ids[2]!, ids[3]!])).toBe(1);
  expect(await count(ids)).toBe(0);
});

test('looking ahead assigns nothing', async () => {
  const { ids, next } = await open([30]);
  expect(await next('agent', { assign: false })).toMatchObject({ id: ids[0], assign_to: null });
  expect(await next('admin')).toMatchObject({ id: ids[0] });
  expect(await next('agent', { assign: false })).toBeUndefined();
});

test('forty agents at once never get the same one, and a repeated request gets its own again', async () => {
  const count = 40;
  const { desk, ids, next } = await open(Array.from({ length: count }, (_, at) => 100 - at));
  const tokens = await Promise.all(
    ids.map(async (_, at) => {
      const agent = await createAgent(desk.center, { name: `A${at}`, email: `a${at}@shop.example`, role: 'admin' });
      return (await createAgentToken(desk.center, agent.id)) as `fd${string}`;
    }),
  );
  const got = await Promise.all(tokens.map(token => next(token)));
  expect(got.map(one => one!.id).sort((a, b) => a - b)).toEqual(ids);
  const again = { as: 'admin' as const, body: {}, headers: { 'idempotency-key': 'once' } };
  const answers = [
    await desk.call('POST', '/conversations/next', again),
    await desk.call('POST', '/conversations/next', again),
  ];
  expect(answers[1]!.body).toEqual(answers[0]!.body);
});
