import { afterEach, beforeEach, expect, test } from 'vitest';
import { historyOf, makeContact, makeConversation, readConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const { TZ } = process.env;
let desk: OpenCenter;
let contact: number;
beforeEach(async () => {
  desk = await openCenter();
  contact = await makeContact(desk, 'Zoe');
});
afterEach(async () => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  await desk.close();
});

function change(body: object) {
  return desk.call('PUT', `/agents/${desk.agentId}`, { as: 'key', body });
}

/** The agent's conversation. */
function ofAgent() {
  return makeConversation(desk, { assign_to: desk.agentId, contacts: [contact] });
}

/** The assignee of a conversation after its customer has written. */
async function afterAnswer(id: number): Promise<number | null> {
  await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
  return (await readConversation(desk, id)).assign_to;
}

test('an absence says when the agent is back, and ends by itself or by hand', async () => {
  const { status, body } = await change({ away_until: '2026-03-06' });
  expect([status, body.data.away_until, body.data.back_at]).toEqual([200, '2026-03-06', '2026-03-06T00:00:00']);
  const [listed] = (await desk.call('GET', '/agents')).body.data.filter(
    (one: { id: number }) => one.id === desk.agentId,
  );
  expect(listed).toEqual(body.data);
  const back = (await change({ away_until: null })).body.data;
  expect([back.away_until, back.back_at]).toEqual([undefined, undefined]);
  expect((await change({ away_until: 'friday' })).body.error.details).toEqual([
    { path: 'away_until', message: 'must be a day such as 2026-01-31' },
  ]);
});

test('a customer’s answer unassigns the conversation of an agent who is away, and history says so', async () => {
  const [asked, quiet] = [await ofAgent(), await ofAgent()];
  await change({ away_until: '2026-03-06' });
  expect(await afterAnswer(asked)).toBeNull();
  expect((await historyOf(desk, asked)).map(({ event }: { event: string }) => event)).toContain('assignee.updated');
  expect((await readConversation(desk, quiet)).assign_to).toBe(desk.agentId);
  desk.clock.now = Date.parse('2026-03-06T00:00:00Z');
  expect(await afterAnswer(quiet)).toBe(desk.agentId);
});

test('an agent’s message or note takes nothing from an agent who is away', async () => {
  const id = await ofAgent();
  await change({ away_until: '2026-03-06' });
  await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'We are on it.' } });
  await desk.call('POST', `/conversations/${id}/notes`, { body: { details: 'Hers' } });
  expect((await readConversation(desk, id)).assign_to).toBe(desk.agentId);
});

test('a conversation that was put off comes back unassigned meanwhile', async () => {
  const id = await ofAgent();
  await desk.call('PUT', `/conversations/${id}`, { body: { snooze: { until: '2026-03-02T09:00:00' } } });
  await change({ away_until: '2026-03-06' });
  desk.clock.now = Date.parse('2026-03-02T09:00:01Z');
  await desk.center.context.jobs.run();
  const { assign_to, snoozed } = await readConversation(desk, id);
  expect([assign_to, snoozed]).toEqual([null, undefined]);
});

test('a rule assigns nothing to an agent who is away', async () => {
  const rule = { name: 'Hers', when: {}, do: { assign_to: desk.agentId, add_tags: ['hers'] } };
  expect((await desk.call('POST', '/rules', { body: rule })).status).toBe(201);
  await change({ away_until: '2026-03-06' });
  const id = await makeConversation(desk, { contacts: [contact] });
  expect([await afterAnswer(id), (await readConversation(desk, id)).tags]).toEqual([null, ['hers']]);
  await change({ away_until: null });
  expect(await afterAnswer(id)).toBe(desk.agentId);
});

test.each([
  ['Pacific/Auckland', '2026-03-05T11:00:00'],
  ['America/New_York', '2026-03-06T05:00:00'],
])('it ends when its day begins in %s, where the help center is', async (zone, at) => {
  process.env.TZ = zone;
  const [early, late] = [await ofAgent(), await ofAgent()];
  expect((await change({ away_until: '2026-03-06' })).body.data.back_at).toBe(at);
  desk.clock.now = Date.parse(`${at}Z`) - 1;
  expect(await afterAnswer(early)).toBeNull();
  desk.clock.now += 1;
  expect(await afterAnswer(late)).toBe(desk.agentId);
});
