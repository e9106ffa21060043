import { expect, it } from 'vitest';
import { noteFailure } from '../../../../src/center/model/outgoing/delivery.ts';
import { historyOf, makeConversation, readConversation } from '../../conversations.ts';
import { centerOfEach, type Who } from '../../open-center.ts';

const desk = centerOfEach();

const NO_USER = 'zoe@customer.example: 550 5.1.1 no such user';

/** A closed and archived conversation with an answer of ours, and the answer's id. */
async function answered(over: Readonly<Record<string, unknown>> = {}) {
  const id = await makeConversation(desk, over);
  const path = `/conversations/${id}`;
  const { body } = await desk.call('POST', `${path}/messages`, { as: 'agent', body: { body_text: 'Here it is' } });
  await desk.call('PUT', path, { body: { conversation_status_id: 2 } });
  await desk.call('POST', `${path}/archive`);
  return { id, messageId: body.data.id as number };
}

function fail(messageId: number, reason = NO_USER) {
  return desk.center.write(work =>
    noteFailure(work, { messageId, reason }, { agentId: null, byMail: true, now: work.now }),
  );
}

async function isShown(id: number): Promise<boolean> {
  return (await readConversation(desk, id)).delivery_failed;
}

function see(id: number, messageId: number, as: Who) {
  return desk.call('PUT', `/conversations/${id}/read`, { as, body: { message_id: messageId } });
}

it('a mail of ours that bounced says why, and its conversation shows it, but reopens not and has no new message', async () => {
  const { id, messageId } = await answered();
  const before = await readConversation(desk, id);
  expect(before).toMatchObject({ status: 'closed', archived: true, delivery_failed: false });
  desk.clock.now += 60_000;
  expect(await fail(messageId)).toBe('failed');
  const after = await readConversation(desk, id);
  const changed = { delivery_failed: true, version: before.version + 1, updated_at: after.updated_at };
  expect(after).toEqual({ ...before, ...changed });
  expect((await desk.call('GET', `/conversations/${id}/messages/${messageId}`)).body.data.delivery).toEqual({
    state: 'failed',
    at: after.updated_at,
    reason: NO_USER,
  });
  expect((await historyOf(desk, id)).at(-1)).toMatchObject({
    event: 'message.failed',
    agent_id: null,
    changes: { message_id: { from: null, to: messageId }, reason: { from: null, to: NO_USER } },
  });
  const listed = await desk.call('GET', '/conversations', { query: { fields: 'list', archived: 1 } });
  expect(listed.body.data).toMatchObject([{ id, delivery_failed: true }]);
});

it('more reports about the same message change nothing once they say nothing new, and its reason stays short', async () => {
  const { id, messageId } = await answered();
  await fail(messageId);
  const { version } = await readConversation(desk, id);
  expect(await fail(messageId)).toBe('known');
  expect(await readConversation(desk, id)).toMatchObject({ version });
  const done = new Set<string>();
  for (let number = 0; number < 100; number += 1) done.add(await fail(messageId, `kim${number}@x.example: 550 no`));
  expect([...done]).toEqual(['failed', 'known']);
  const { reason } = (await desk.call('GET', `/conversations/${id}/messages/${messageId}`)).body.data.delivery;
  expect(reason.startsWith(`${NO_USER}; kim0@x.example: 550 no; kim1@`)).toBe(true);
  expect(reason.length).toBeLessThanOrEqual(600);
  expect((await readConversation(desk, id)).version).toBeLessThan(version + 30);
});

it('without an assignee any agent who reads the conversation has seen it, and all are told; an API key has not', async () => {
  const { id, messageId } = await answered();
  await fail(messageId);
  const { version } = await readConversation(desk, id);
  expect((await see(id, messageId, 'key')).status).toBe(403);
  expect(await isShown(id)).toBe(true);
  const { body } = await see(id, messageId, 'agent');
  expect(body.data).toMatchObject({ delivery_failed: false, version });
  const last = await desk.center.read(({ db }) =>
    db.selectFrom('event_log').select('changes').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  );
  expect(JSON.parse(last!.changes).conversations.map(([one]: number[]) => one)).toEqual([id]);
});

it('with an assignee only this agent has to see it, unless that agent is disabled', async () => {
  const { id, messageId } = await answered({ assign_to: desk.agentId });
  await fail(messageId);
  await see(id, messageId, 'admin');
  expect(await isShown(id)).toBe(true);
  await see(id, messageId, 'agent');
  expect(await isShown(id)).toBe(false);
  await fail(messageId, 'another reason');
  await desk.call('PUT', `/agents/${desk.agentId}`, { as: 'admin', body: { disabled: true } });
  await see(id, messageId, 'admin');
  expect(await isShown(id)).toBe(false);
});

it('a merge takes it along, and a report that comes afterwards finds the message in the survivor', async () => {
  const [one, other, target] = [await answered(), await answered(), await answered()];
  await fail(one.messageId);
  const body = { conversation_ids: [one.id, other.id] };
  await desk.call('POST', `/conversations/${target.id}/merge`, { body });
  expect([await isShown(one.id), await isShown(target.id)]).toEqual([false, true]);
  await see(target.id, target.messageId, 'agent');
  expect(await fail(other.messageId)).toBe('failed');
  expect([await isShown(other.id), await isShown(target.id)]).toEqual([false, true]);
});

it('nothing happens if the message was deleted, or is a customer’s', async () => {
  const { id, messageId } = await answered();
  await desk.call('DELETE', `/conversations/${id}/messages/${messageId}`);
  const contact = (await desk.call('POST', '/contacts', { body: { name: 'Zoe', email: 'zoe@x.example' } })).body.data
    .id;
  const asked = { body_text: 'Hello', contact_id: contact };
  const { body } = await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: asked });
  expect([await fail(messageId), await fail(body.data.id)]).toEqual(['gone', 'gone']);
  expect(await isShown(id)).toBe(false);
});

it('reports that come at the same time are all kept, also during a merge', async () => {
  const [one, target] = [await answered(), await answered()];
  const body = { conversation_ids: [one.id] };
  const merging = desk.call('POST', `/conversations/${target.id}/merge`, { body });
  const reasons = ['kim@x.example: full', 'sam@x.example: gone', 'zoe@x.example: unknown'];
  expect(await Promise.all(reasons.map(reason => fail(one.messageId, reason)))).toEqual(reasons.map(() => 'failed'));
  await merging;
  const { body: read } = await desk.call('GET', `/conversations/${target.id}/messages/${one.messageId}`);
  expect(read.data.delivery.reason.split('; ').sort()).toEqual(reasons);
  expect([await isShown(one.id), await isShown(target.id)]).toEqual([false, true]);
});
