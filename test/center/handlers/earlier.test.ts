import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeContact, makeConversation, makeInbox } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let zoe: number;
beforeEach(async () => {
  desk = await openCenter();
  zoe = await makeContact(desk, 'Zoe');
});
afterEach(() => desk.close());

function ofZoe(title: string, more: object = {}) {
  desk.clock.now += 60_000;
  return makeConversation(desk, { title, contacts: [zoe], ...more });
}

/** The earlier conversations of its requester that the messages of a conversation name. */
async function earlierOf(id: number, query: object = { sort: 'created_at.desc' }, as: 'agent' | 'admin' = 'agent') {
  const { body } = await desk.call('GET', `/conversations/${id}/messages`, { as, query: { ...query } });
  return body.meta.earlier;
}

test('the newest messages name their customer’s earlier conversations, and say nothing of a new customer', async () => {
  const other = await makeConversation(desk, { contacts: [await makeContact(desk, 'Ana')] });
  const [first, second] = [await ofZoe('Refund'), await ofZoe('Lamp')];
  await desk.call('PUT', `/conversations/${first}`, { body: { conversation_status_id: 2 } });
  expect([await earlierOf(other), await earlierOf(first)]).toEqual([undefined, undefined]);
  expect(await earlierOf(second)).toEqual({
    count: 1,
    last: { id: first, title: 'Refund', status: 'closed', closed_at: '2026-03-01T12:02:00' },
  });
  const third = await ofZoe('Chair');
  await desk.call('POST', `/conversations/${first}/archive`);
  expect(await earlierOf(third)).toEqual({ count: 2, last: { id: second, title: 'Lamp', status: 'open' } });
});

test('other pages of messages do not say it', async () => {
  const [, id] = [await ofZoe('Refund'), await ofZoe('Lamp')];
  expect(await earlierOf(id, {})).toBeUndefined();
  expect(await earlierOf(id, { sort: 'created_at.desc', after_id: 1 })).toBeUndefined();
});

test('an agent hears only of conversations that they see, and of none that was merged away', async () => {
  const hidden = await makeInbox(desk, 'Hidden');
  const secret = await ofZoe('Secret', { inbox_id: hidden });
  const [gone, id] = [await ofZoe('Twice'), await ofZoe('Lamp')];
  const into = await makeConversation(desk);
  await desk.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [gone] } });
  expect(await earlierOf(id)).toBeUndefined();
  expect(await earlierOf(id, undefined, 'admin')).toMatchObject({ count: 1, last: { id: secret } });
});
