import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { put } from './conversations.ts';
import { type EventStream, openEvents } from './event-stream.ts';
import type { World } from './world.ts';

/** Runs `work` with an open stream and closes it whatever happens. */
const withEvents = async (
  world: World,
  token: string,
  work: (events: EventStream) => Promise<void>,
  lastEventId?: string,
): Promise<void> => {
  const events = await openEvents(world, token, lastEventId);
  try {
    await work(events);
  } finally {
    await events.close();
  }
};

const changed = (...ids: number[]) => ({ name: 'conversation.changed', data: expect.objectContaining({ ids }) });

const checkStream = (world: () => World) => {
  test('a stream is text/event-stream, and a change is one event with the ids', async () => {
    const { id } = await world().make.conversation();
    await withEvents(world(), world().insider.token, async events => {
      expect([events.status, events.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/event-stream/),
      ]);
      await put(world(), id, { title: 'New' });
      expect(await events.next()).toMatchObject(changed(id));
      await world().make.note(id);
      expect(await events.next()).toMatchObject(changed(id));
    });
  });

  test('one transaction is one event, however many conversations it changes', async () => {
    const [a, b, mark] = [
      await world().make.conversation(),
      await world().make.conversation(),
      await world().make.conversation(),
    ];
    await withEvents(world(), world().target.apiKey, async events => {
      const body = { conversation_ids: [a.id, b.id], added_tags: ['event'], conversation_status_id: undefined };
      await world().give({ method: 'PUT', path: '/conversations', body });
      await put(world(), mark.id, { title: 'Next' });
      const { ids } = (await events.next())!.data as { ids: number[] };
      expect(ids.toSorted((x, y) => x - y)).toEqual([a.id, b.id]);
      expect(await events.next()).toMatchObject(changed(mark.id));
    });
  });

  test('an inbox’s change is inbox.changed', async () => {
    const { id } = await world().make.inbox();
    await withEvents(world(), world().insider.token, async events => {
      await world().give({ method: 'PUT', path: `/inboxes/${id}`, body: { name: 'New' } });
      expect(await events.next()).toMatchObject({ name: 'inbox.changed', data: { ids: [id] } });
    });
  });

  test('what an agent may not see is in none of its events', async () => {
    const { id } = await world().make.conversation();
    await withEvents(world(), world().insider.token, async events => {
      await put(world(), world().foreignConversationId, { disable_rating: true });
      await put(world(), world().foreignConversationId, { disable_rating: false });
      const { id: foreign, name } = world().foreignInbox;
      for (const body of [{ name: 'Unheard' }, { name }])
        await world().give({ method: 'PUT', path: `/inboxes/${foreign}`, body });
      await put(world(), id, { title: 'Mine' });
      expect(await events.next()).toMatchObject(changed(id));
    });
  });

  test('a refused write and one that changes nothing are no events', async () => {
    const made = await world().make.conversation();
    await withEvents(world(), world().insider.token, async events => {
      await world().call({ method: 'PUT', path: `/conversations/${made.id}`, body: { inbox_id: 999_999_999 } });
      await put(world(), made.id, { title: made.title });
      const mark = await world().make.conversation();
      expect(await events.next()).toMatchObject({ data: { ids: expect.arrayContaining([mark.id]) } });
    });
  });
};

const checkResume = (world: () => World) => {
  test('it resumes after Last-Event-ID, and nothing in between is lost', async () => {
    const [first, second, third] = [
      await world().make.conversation(),
      await world().make.conversation(),
      await world().make.conversation(),
    ];
    let id: string | undefined;
    await withEvents(world(), world().insider.token, async events => {
      await put(world(), first.id, { title: 'One' });
      id = (await events.next())?.id;
    });
    expect(id).toMatch(/^\S+$/);
    for (const { id: conversation } of [second, third]) await put(world(), conversation, { title: 'Missed' });
    const resumed = async (events: EventStream) => {
      expect([await events.next(), await events.next()]).toMatchObject([changed(second.id), changed(third.id)]);
    };
    await withEvents(world(), world().insider.token, resumed, id);
  });

  test.for(['999999999999', 'nonsense', '-1'])('a Last-Event-ID such as %s is answered with reset', async given => {
    const reset = async (events: EventStream) => expect((await events.next())?.name).toBe('reset');
    await withEvents(world(), world().insider.token, async events => void (await reset(events)), given);
  });
};

const checkEnd = (world: () => World) => {
  test('a stream ends when its token does', async () => {
    const one = await world().make.agent();
    await withEvents(world(), one.token, async events => {
      await world().give({ method: 'POST', path: '/logout', as: { token: one.token } });
      expect(await events.next()).toBeUndefined();
    });
  });

  test('a disabled agent’s stream ends', async () => {
    const one = await world().make.agent();
    await withEvents(world(), one.token, async events => {
      await world().give({ method: 'PUT', path: `/agents/${one.agent.id}`, body: { disabled: true } });
      expect(await events.next()).toBeUndefined();
    });
  });

  test('who loses access hears no more of the inbox', async () => {
    const one = await world().make.agent();
    const lost = await world().make.inbox({ agent_ids: [one.agent.id] });
    const kept = await world().make.inbox({ agent_ids: [one.agent.id] });
    const inLost: Conversation = await world().make.conversation({ inbox_id: lost.id });
    const inKept: Conversation = await world().make.conversation({ inbox_id: kept.id });
    await withEvents(world(), one.token, async events => {
      await put(world(), inLost.id, { title: 'Heard' });
      expect(await events.next()).toMatchObject(changed(inLost.id));
      await world().give({ method: 'DELETE', path: `/inboxes/${lost.id}/agents/${one.agent.id}` });
      await put(world(), inLost.id, { title: 'Unheard' });
      await put(world(), inKept.id, { title: 'Heard' });
      let event = await events.next();
      if (event?.name === 'inbox.changed') event = await events.next();
      expect(event).toMatchObject(changed(inKept.id));
    });
  });
};

/** What the service says of events. */
export const registerEvents = (world: () => World): void => {
  describe('events', () => {
    checkStream(world);
    checkResume(world);
    checkEnd(world);
  });
};
