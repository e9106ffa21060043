import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventsAfter } from '../../../src/center/model/events/log.ts';
import { createRings } from '../../../src/center/model/events/visible-event.ts';
import { listedIds, makeContact, makeConversation, makeInbox } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let id: number;
beforeEach(async () => {
  desk = await openCenter();
  id = await makeConversation(desk, { contacts: [await makeContact(desk, 'Zoe')] });
});
afterEach(() => desk.close());

function follow(of = id, as: 'agent' | 'admin' | 'key' = 'agent') {
  return desk.call('PUT', `/conversations/${of}/follow`, { as });
}

function unfollow(of = id, as: 'agent' | 'admin' = 'agent') {
  return desk.call('DELETE', `/conversations/${of}/follow`, { as });
}

/** Whether the agent is told that the conversation is followed. */
async function followedOf(as: 'agent' | 'admin' | 'key', of = id) {
  return (await desk.call('GET', `/conversations/${of}`, { as })).body.data?.followed;
}

function listed(as: 'agent' | 'admin' | 'key' = 'agent') {
  return listedIds(desk, { as, query: { followed: 1 } });
}

function write(as: 'key' | 'agent' | 'admin' = 'key', of = id) {
  return desk.call('POST', `/conversations/${of}/messages`, { as, body: { body_text: 'Hello' } });
}

function note(as: 'agent' | 'admin', of = id) {
  return desk.call('POST', `/conversations/${of}/notes`, { as, body: { details: 'Called her.' } });
}

/** The conversations for which an agent's desk has rung, in turn. */
function rings(agentId = desk.agentId): Promise<number[]> {
  return desk.center.read(async ({ db }) => {
    const events = await eventsAfter(db, 0, 500);
    const caller = { agentId, role: 'agent' as const, tokenId: null };
    return events.flatMap(await createRings(db, caller as never, events));
  });
}

test('following is visible only to the agent, changes no version, and is listed', async () => {
  const before = (await desk.call('GET', `/conversations/${id}`)).body.data.version;
  const { status, body } = await follow();
  expect([status, body.data.followed, body.data.version]).toEqual([200, true, before]);
  expect((await follow()).status).toBe(200);
  expect([await followedOf('agent'), await followedOf('admin'), await followedOf('key')]).toEqual([
    true,
    undefined,
    undefined,
  ]);
  expect([await listed(), await listed('admin'), await listed('key')]).toEqual([[id], [], []]);
  expect(await listedIds(desk, { as: 'agent', query: { not: { followed: 1 } } })).toEqual([]);
  expect([(await unfollow()).status, (await unfollow()).status]).toEqual([204, 204]);
  expect([await followedOf('agent'), await listed()]).toEqual([undefined, []]);
});

test('the desk rings for a customer’s message and a colleague’s note, but not for one’s own note, nor for an answer', async () => {
  await follow();
  await note('agent');
  await write('admin');
  expect(await rings()).toEqual([]);
  await write();
  await note('admin');
  expect([await rings(), await rings(desk.adminId)]).toEqual([[id, id], []]);
  await unfollow();
  await write();
  expect(await rings()).toHaveLength(2);
});

test('the desk of an agent who wants no bell does not ring', async () => {
  await follow();
  await desk.call('PUT', '/me', { as: 'agent', body: { notify: 'none' } });
  await write();
  expect(await rings()).toEqual([]);
});

test('following ends with access to the inbox, and does not come back with it', async () => {
  const hidden = await makeInbox(desk, 'Hidden');
  const other = await makeConversation(desk);
  await follow();
  await follow(other);
  await follow(id, 'admin');
  await desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: hidden } });
  expect([(await follow()).status, (await unfollow()).status, await listed()]).toEqual([404, 404, [other]]);
  await write();
  await desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: desk.inboxId } });
  await write();
  expect([await followedOf('agent'), await rings()]).toEqual([undefined, []]);
  await desk.call('DELETE', `/inboxes/${desk.inboxId}/agents/${desk.agentId}`);
  await desk.call('POST', `/inboxes/${desk.inboxId}/agents`, { body: { agent_id: desk.agentId } });
  expect([await listed(), await listed('admin')]).toEqual([[], [id]]);
});

test('an agent who follows a merged conversation follows the one that took it in, unless they do not see that', async () => {
  const [hidden, into] = [await makeInbox(desk, 'Hidden'), await makeConversation(desk)];
  const secret = await makeConversation(desk, { inbox_id: hidden });
  await follow();
  await follow(id, 'admin');
  await desk.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [id] } });
  expect([await listed(), await listed('admin'), (await follow()).status]).toEqual([[into], [into], 409]);
  await desk.call('POST', `/conversations/${secret}/merge`, { body: { conversation_ids: [into] } });
  await desk.call('PUT', `/conversations/${secret}`, { body: { inbox_id: desk.inboxId } });
  expect([await listed(), await listed('admin')]).toEqual([[], [secret]]);
});

test('an agent who follows a split conversation follows both parts', async () => {
  await follow();
  const [first] = [(await write()).body.data.id, await write()];
  const body = { title: 'Apart', message_ids: [first] };
  const apart = (await desk.call('POST', `/conversations/${id}/split`, { body })).body.data.id;
  expect((await listed()).toSorted()).toEqual([id, apart]);
});

test('an API key cannot follow', async () => {
  const { status, body } = await follow(id, 'key');
  expect([status, body.error.code]).toEqual([403, 'agent_token_required']);
});
