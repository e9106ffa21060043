import { describe, expect, test } from 'vitest';
import type { Conversation, Message } from '../../src/contract/model.ts';
import { put, statusOf } from './conversations.ts';
import type { World } from './world.ts';

function read(world: World, id: number) {
  return world.get<Conversation>(`/conversations/${id}`);
}

async function since(world: World, id: number) {
  return (await read(world, id)).waiting_since;
}

function post(world: World, id: number, what: string, body?: object) {
  return world.give<Conversation>({ method: 'POST', path: `/conversations/${id}/${what}`, body });
}

/** A second later, as the help center's answers tell times. */
function later(world: World) {
  return world.target.clock?.advance(1_000);
}

/** A conversation in which a customer has asked once, and since when. */
async function asked(world: World, over: Readonly<Record<string, unknown>> = {}) {
  const { id } = await world.make.conversation(over);
  later(world);
  const { created_at } = await world.make.message(id);
  later(world);
  return { id, at: created_at };
}

function checkSince(world: () => World) {
  test('a conversation waits since the first message that no agent has answered', async () => {
    const { id, at } = await asked(world());
    await world().make.message(id);
    expect(await since(world(), id)).toBe(at);
    await world().make.agentMessage(id);
    expect(await since(world(), id)).toBeNull();
    later(world());
    const again = await world().make.message(id);
    expect(await since(world(), id)).toBe(again.created_at);
  });

  test('a conversation without a message does not wait, and a note is not an answer', async () => {
    const { id, waiting_since } = await world().make.conversation();
    expect(waiting_since).toBeNull();
    const { created_at } = await world().make.message(id);
    await world().make.note(id);
    expect(await since(world(), id)).toBe(created_at);
  });

  test('a closed or archived conversation does not wait; opened or restored it waits as before', async () => {
    const { id, at } = await asked(world());
    const [open, closed] = [await statusOf(world(), 'open'), await statusOf(world(), 'closed')];
    await put(world(), id, { conversation_status_id: closed.id });
    expect(await since(world(), id)).toBeNull();
    await put(world(), id, { conversation_status_id: open.id });
    expect(await since(world(), id)).toBe(at);
    expect((await post(world(), id, 'archive')).waiting_since).toBeNull();
    expect((await post(world(), id, 'restore_archive')).waiting_since).toBe(at);
  });

  test('a customer’s message that opens a closed one again makes it wait', async () => {
    const { id } = await asked(world());
    await world().make.agentMessage(id);
    await put(world(), id, { conversation_status_id: (await statusOf(world(), 'closed')).id });
    later(world());
    const { created_at } = await world().make.message(id);
    expect(await since(world(), id)).toBe(created_at);
  });

  test('if the answer is deleted it waits again', async () => {
    const { id, at } = await asked(world());
    const answer: Message = await world().make.agentMessage(id);
    await world().give({ method: 'DELETE', path: `/conversations/${id}/messages/${answer.id}` });
    expect(await since(world(), id)).toBe(at);
  });

  test('a merged conversation waits since the first message that is unanswered in all', async () => {
    const [first, second] = [await asked(world()), await asked(world())];
    await world().give({ method: 'POST', path: `/conversations/${second.id}/merge`, body: [first.id] });
    expect(await since(world(), second.id)).toBe(first.at);
    expect(await since(world(), first.id), 'what was merged away').toBeNull();
    const answered = await world().make.conversation();
    await world().make.agentMessage(answered.id);
    await world().give({ method: 'POST', path: `/conversations/${answered.id}/merge`, body: [second.id] });
    expect(await since(world(), answered.id), 'the answer is newer').toBeNull();
  });

  test('if an inbox is deleted with its messages no customer waits there', async () => {
    const { id } = await world().make.inbox();
    const one = await asked(world(), { inbox_id: id });
    await world().give({ method: 'DELETE', path: `/inboxes/${id}` });
    expect(await since(world(), one.id)).toBeNull();
  });
}

async function listed(world: World, query: object, as: 'key' | 'insider' = 'key'): Promise<number[]> {
  return (await world.get<Conversation[]>('/conversations', as, { limit: 200, ...query })).map(({ id }) => id);
}

function checkLists(world: () => World) {
  test('waiting=1 lists those that wait, alone and with each other filter', async () => {
    const { id: inbox_id } = await world().make.inbox();
    const tags = [world().unique('tag')];
    const waits = await asked(world(), { inbox_id, tags });
    const other = await asked(world(), { inbox_id: world().inbox.id, tags });
    const quiet = await world().make.conversation({ inbox_id, tags });
    await world().make.agentMessage(quiet.id);
    const inboxes = { inbox_ids: [inbox_id] };
    expect(await listed(world(), { waiting: 1, ...inboxes })).toEqual([waits.id]);
    expect(await listed(world(), { waiting: 1, tags })).toEqual([other.id, waits.id]);
    expect(await listed(world(), { waiting: 1, tags, ...inboxes })).toEqual([waits.id]);
    expect(await listed(world(), { waiting: 1, ...inboxes, status: ['closed'] })).toEqual([]);
    expect(await listed(world(), { waiting: 1, ...inboxes, archived: 1 })).toEqual([]);
    expect(await listed(world(), { waiting: 0, ...inboxes })).toEqual([quiet.id, waits.id]);
    expect((await listed(world(), { waiting: 1 }, 'insider')).includes(world().foreignConversationId)).toBe(false);
  });

  test('a list sorted by waiting_since leaves out those that do not wait, also across pages', async () => {
    const { id: inbox_id } = await world().make.inbox();
    const tags = [world().unique('tag')];
    const [one, two, three] = [
      await asked(world(), { inbox_id, tags }),
      await asked(world(), { inbox_id, tags }),
      await asked(world(), { inbox_id, tags }),
    ];
    await world().make.message(one.id);
    await world().make.conversation({ inbox_id, tags });
    const ids = [one.id, two.id, three.id];
    for (const query of [{ inbox_ids: [inbox_id] }, { tags }, { tags, inbox_ids: [inbox_id], q: 'parcel' }]) {
      expect(await listed(world(), { ...query, sort: 'waiting_since.asc' })).toEqual(ids);
      expect(await listed(world(), { ...query, sort: 'waiting_since.desc' })).toEqual(ids.toReversed());
    }
    const query = { inbox_ids: [inbox_id], sort: 'waiting_since.asc', limit: 2 };
    const first = await world().call({ method: 'GET', path: '/conversations', query });
    expect((first.data as Conversation[]).map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(await listed(world(), { ...query, cursor: first.nextCursor })).toEqual([three.id]);
  });
}

/** The service's answers about customers who wait. */
export function registerWaiting(world: () => World): void {
  describe('waiting', () => {
    checkSince(world);
    checkLists(world);
  });
}
