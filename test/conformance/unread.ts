import { describe, expect, test } from 'vitest';
import type { Conversation, Message } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import { put, statusOf } from './conversations.ts';
import { openEvents } from './event-stream.ts';
import { UNKNOWN_ID, type World } from './world.ts';

async function isUnread(world: World, id: number, as: Ask['as'] = 'insider') {
  return (await world.get<Conversation>(`/conversations/${id}`, as)).unread;
}

function readAsk(id: number, message_id: unknown, as: Ask['as'] = 'insider'): Ask {
  return {
    method: 'PUT',
    path: `/conversations/${id}/read`,
    body: { message_id },
    as,
  };
}

async function asked(world: World, over: Readonly<Record<string, unknown>> = {}) {
  const { id } = await world.make.conversation(over);
  return { id, message: await world.make.message(id) };
}

function checkField(world: () => World) {
  test('a customer’s last message is unread for each agent until that agent has read it', async () => {
    const { id, message } = await asked(world());
    expect([await isUnread(world(), id), await isUnread(world(), id, 'admin')]).toEqual([true, true]);
    expect(await isUnread(world(), id, 'key'), 'a key reads nothing').toBe(false);
    const answer = await world().give<Conversation>(readAsk(id, message.id));
    expect(answer.unread).toBe(false);
    expect([await isUnread(world(), id), await isUnread(world(), id, 'admin')]).toEqual([false, true]);
    const again = await world().make.message(id);
    expect(await isUnread(world(), id)).toBe(true);
    await world().give(readAsk(id, message.id));
    expect(await isUnread(world(), id), 'what was read before says nothing of the new one').toBe(true);
    await world().give(readAsk(id, String(again.id)));
    expect(await isUnread(world(), id)).toBe(false);
  });

  test('an agent’s answer makes it read for all, and deleting the answer makes it unread again', async () => {
    const { id } = await asked(world());
    const answer: Message = await world().make.agentMessage(id);
    expect([await isUnread(world(), id), await isUnread(world(), id, 'admin')]).toEqual([false, false]);
    await world().give({ method: 'DELETE', path: `/conversations/${id}/messages/${answer.id}` });
    expect(await isUnread(world(), id, 'admin')).toBe(true);
  });

  test('messages older than the agent count as read', async () => {
    const { id } = await asked(world());
    const late = await world().make.agent({ role: 'admin' });
    expect(await isUnread(world(), id, late)).toBe(false);
    await world().make.message(id);
    expect(await isUnread(world(), id, late)).toBe(true);
  });

  test('mail in an inbox that an agent gets to see later is unread, after any other reading', async () => {
    const { id: inbox_id } = await world().make.inbox({ agent_ids: [] });
    const reader = await world().make.agent({ role: 'agent' });
    const hidden = await asked(world(), { inbox_id });
    const { id: own } = await world().make.inbox({ agent_ids: [reader.agent.id] });
    const seen = await asked(world(), { inbox_id: own });
    await world().give(readAsk(seen.id, seen.message.id, reader));
    const body = { id: inbox_id, agent_ids: [reader.agent.id] };
    await world().give({ method: 'POST', path: '/inboxes/save', body });
    expect(await isUnread(world(), hidden.id, reader)).toBe(true);
  });

  test('a question whose answer is taken back is unread only for those who have not read it', async () => {
    const [{ id, message }, other] = [await asked(world()), await asked(world())];
    const answer: Message = await world().make.agentMessage(id);
    // One reads it after the answer; the other one reads all that is unread.
    await world().give(readAsk(id, message.id));
    expect(await isUnread(world(), id)).toBe(false);
    for (const as of ['insider', 'admin'] as const) {
      for (const { id: unread } of await world().get<Conversation[]>('/conversations', as, { unread: 1, limit: 200 })) {
        const [newest] = await world().get<Message[]>(`/conversations/${unread}/messages`, as, {
          sort: 'created_at.desc',
          limit: 1,
        });
        await world().give(readAsk(unread, newest!.id, as));
      }
      expect(await isUnread(world(), other.id, as)).toBe(false);
    }
    await world().give({ method: 'DELETE', path: `/conversations/${id}/messages/${answer.id}` });
    expect([await isUnread(world(), id), await isUnread(world(), id, 'admin')]).toEqual([false, true]);
    const found = await world().get<Conversation[]>('/conversations', 'admin', { unread: 1, limit: 200 });
    expect(found.map(one => one.id)).toEqual([id]);
  });

  test('reading one leaves the others unread, also older ones', async () => {
    const all = [await asked(world()), await asked(world()), await asked(world())];
    await world().give(readAsk(all[1]!.id, all[1]!.message.id));
    expect(await Promise.all(all.map(({ id }) => isUnread(world(), id)))).toEqual([true, false, true]);
    for (const { id, message } of all) await world().give(readAsk(id, message.id));
    expect(await Promise.all(all.map(({ id }) => isUnread(world(), id)))).toEqual([false, false, false]);
  });

  test('reading raises no version and changes no time; the agent’s own tag changes', async () => {
    const { id, message } = await asked(world());
    const get = (as: Ask['as']) => world().call({ method: 'GET', path: `/conversations/${id}`, as });
    const [before, other] = [await get('insider'), await get('admin')];
    await world().give(readAsk(id, message.id));
    const [after, otherAfter] = [await get('insider'), await get('admin')];
    expect(after.data).toEqual({ ...(before.data as object), unread: false });
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(otherAfter.headers.get('etag')).toBe(other.headers.get('etag'));
  });

  test('a read conversation is unread again for that agent alone, and read again with no message named', async () => {
    const [{ id, message }, other] = [await asked(world()), await asked(world())];
    for (const as of ['insider', 'admin'] as const) await world().give(readAsk(id, message.id, as));
    await world().give(readAsk(other.id, other.message.id));
    const { version } = await world().get<Conversation>(`/conversations/${id}`, 'insider');
    expect(await world().give<Conversation>(readAsk(id, null))).toMatchObject({ unread: true, version });
    expect([await isUnread(world(), id, 'admin'), await isUnread(world(), other.id)]).toEqual([false, false]);
    expect(await world().give<Conversation>(readAsk(id, undefined))).toMatchObject({ unread: false, version });
  });

  test('a conversation that an agent answered is unread again for the agent who asks for it, until that agent reads it', async () => {
    const { id, message } = await asked(world());
    await world().give(readAsk(id, message.id));
    await world().make.agentMessage(id);
    expect(await world().give<Conversation>(readAsk(id, null))).toMatchObject({ unread: true });
    expect(await world().give<Conversation>(readAsk(id, undefined))).toMatchObject({ unread: false });
  });

  test('a message of another conversation, or one that does not exist, is 422', async () => {
    const [one, other] = [await asked(world()), await asked(world())];
    for (const id of [other.message.id, UNKNOWN_ID]) {
      const answer = await world().call(readAsk(one.id, id));
      expect([answer.status, answer.details[0]?.path], answer.text).toEqual([422, 'message_id']);
    }
    expect(await isUnread(world(), one.id)).toBe(true);
  });
}

function checkEvents(world: () => World) {
  test('reading is reported only to that agent’s own desks, and once', async () => {
    const { id, message } = await asked(world());
    const streams = [
      await openEvents(world(), world().insider.token),
      await openEvents(world(), world().admin.token),
      await openEvents(world(), world().target.apiKey),
    ] as const;
    try {
      await world().give(readAsk(id, message.id));
      await world().give(readAsk(id, message.id));
      const mark = await world().make.conversation();
      const told = { name: 'conversation.changed', data: { ids: [id] } };
      expect(await streams[0].next()).toMatchObject(told);
      for (const stream of streams) expect((await stream.next())!.data).toMatchObject({ ids: [mark.id] });
    } finally {
      for (const stream of streams) await stream.close();
    }
  });
}

function checkUnreadEvents(world: () => World) {
  test('a conversation that an agent makes unread is told to its own desks alone, with its row', async () => {
    const { id, message } = await asked(world());
    await world().give(readAsk(id, message.id));
    const streams = [
      await openEvents(world(), world().insider.token, undefined, { rows: 1 }),
      await openEvents(world(), world().admin.token, undefined, { rows: 1 }),
    ] as const;
    try {
      await world().give(readAsk(id, null));
      const mark = await world().make.conversation();
      expect(await streams[0].next()).toMatchObject({ data: { ids: [id], rows: [{ id, unread: true }] } });
      for (const stream of streams) expect((await stream.next())!.data).toMatchObject({ ids: [mark.id] });
    } finally {
      for (const stream of streams) await stream.close();
    }
  });
}

function checkLists(world: () => World) {
  test('unread=1 lists conversations that the agent has not read, alone and with other filters', async () => {
    const tags = [world().unique('tag')];
    const { id: inbox_id } = await world().make.inbox();
    const all = [
      await asked(world(), { tags, inbox_id }),
      await asked(world(), { tags }),
      await asked(world(), { tags }),
    ];
    const list = async (query: object, as: Ask['as'] = 'insider') => {
      const found = await world().get<Conversation[]>('/conversations', as, { sort: 'created_at.asc', ...query });
      return found.map(({ id }) => all.findIndex(one => one.id === id));
    };
    await world().give(readAsk(all[1]!.id, all[1]!.message.id));
    expect(await list({ tags, unread: 1 })).toEqual([0, 2]);
    expect(await list({ tags, unread: 1, sort: 'last_message_at.desc' })).toEqual([2, 0]);
    expect(await list({ tags, unread: 1, inbox_ids: [inbox_id] })).toEqual([0]);
    expect(await list({ unread: 1, inbox_ids: [inbox_id], sort: 'last_message_at.desc' })).toEqual([0]);
    expect(await list({ tags, unread: 1, waiting: 1 })).toEqual([0, 2]);
    expect(await list({ tags, unread: 1, status: ['closed'] })).toEqual([]);
    expect(await list({ tags, unread: 0 })).toEqual([0, 1, 2]);
    expect(await list({ tags, unread: 1 }, 'admin')).toEqual([0, 1, 2]);
    expect(await list({ tags, unread: 1 }, 'key')).toEqual([]);
    await put(world(), all[2]!.id, { conversation_status_id: (await statusOf(world(), 'closed')).id });
    expect(await list({ tags, unread: 1, status: ['closed'] }), 'closed unread').toEqual([2]);
    for (const { id, message } of all) await world().give(readAsk(id, message.id));
    expect(await list({ tags, unread: 1 })).toEqual([]);
  });
}

/** What each agent has read. */
export function registerUnread(world: () => World): void {
  describe('unread', () => {
    checkField(world);
    checkEvents(world);
    checkUnreadEvents(world);
    checkLists(world);
  });
}
