import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import { put } from './conversations.ts';
import { type EventStream, openEvents } from './event-stream.ts';
import type { World } from './world.ts';

/** Runs `work` with an open stream and closes it whatever happens. */
async function withEvents(
  world: World,
  token: string,
  work: (events: EventStream) => Promise<void>,
  lastEventId?: string,
): Promise<void> {
  const events = await openEvents(world, token, lastEventId);
  try {
    await work(events);
  } finally {
    await events.close();
  }
}

function changed(...ids: number[]) {
  return { name: 'conversation.changed', data: expect.objectContaining({ ids }) };
}

function short(world: World): string {
  return world.unique('name').slice(-40);
}

function putting(path: string, body: object): Ask {
  return { method: 'PUT', path, body };
}

function checkStream(world: () => World) {
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

  test('no event tells an agent of anything hidden from it', async () => {
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

  test('a refused write and one that changes nothing send no event', async () => {
    const made = await world().make.conversation();
    await withEvents(world(), world().insider.token, async events => {
      await world().call({ method: 'PUT', path: `/conversations/${made.id}`, body: { inbox_id: 999_999_999 } });
      await put(world(), made.id, { title: made.title });
      const mark = await world().make.conversation();
      expect(await events.next()).toMatchObject({ data: { ids: expect.arrayContaining([mark.id]) } });
    });
  });
}

function checkNames(world: () => World) {
  const renames: readonly (readonly [string, (world: World) => Promise<Ask>])[] = [
    ['a new status', async w => ({ method: 'POST', path: '/conversation_statuses', body: { name: short(w) } })],
    [
      'a status with another name',
      async w => putting(`/conversation_statuses/${(await w.make.status()).id}`, { name: short(w) }),
    ],
    [
      'a new agent',
      async w => {
        const email = `${w.unique('agent')}@desk.example`;
        return { method: 'POST', path: '/agents', body: { name: 'Ana', email, password: w.unique('correct horse') } };
      },
    ],
    [
      'an agent with another name',
      async w => putting(`/agents/${(await w.make.agent()).agent.id}`, { name: short(w) }),
    ],
    ['an agent who is disabled', async w => putting(`/agents/${(await w.make.agent()).agent.id}`, { disabled: true })],
    [
      'an agent who gives itself another name',
      async w => ({ ...putting('/me', { name: short(w) }), as: { token: (await w.make.agent()).token } }),
    ],
    ['a new team', async w => ({ method: 'POST', path: '/teams', body: { name: short(w) } })],
    ['a team with another name', async w => putting(`/teams/${(await w.make.team()).id}`, { name: short(w) })],
  ];
  test.for(renames)('%s is reported once, as a change of the inboxes that show it', async ([, rename]) => {
    const ask = await rename(world());
    const { id } = await world().make.conversation();
    await withEvents(world(), world().insider.token, async events => {
      await world().give(ask);
      if (ask.method === 'PUT') await world().give(ask);
      await put(world(), id, { title: 'Mine' });
      const first = (await events.next())!;
      expect(first).toMatchObject({
        name: 'inbox.changed',
        data: { ids: expect.arrayContaining([world().inbox.id]), conversation_ids: [] },
      });
      expect((first.data as { ids: number[] }).ids).not.toContain(world().foreignInbox.id);
      expect(await events.next(), 'the same again is not a change').toMatchObject(changed(id));
    });
  });
}

function checkTagNames(world: () => World) {
  test('a tag with another name is a change of the conversations that show it, for who polls as well', async () => {
    const [name, next] = [world().unique('tag'), world().unique('tag')];
    const before = await world().make.conversation({ tags: [name] });
    await withEvents(world(), world().insider.token, async events => {
      await world().give(putting(`/tags/${name}`, { name: next }));
      const data = { ids: expect.arrayContaining([world().inbox.id]), conversation_ids: [before.id] };
      expect(await events.next()).toMatchObject({ name: 'inbox.changed', data });
    });
    const after = await world().get<Conversation>(`/conversations/${before.id}`);
    expect(after.tags).toEqual([next]);
  });
}

function checkResume(world: () => World) {
  test('a stream resumes after Last-Event-ID, and misses nothing', async () => {
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
}

function checkEnd(world: () => World) {
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

  const losses: readonly (readonly [
    how: string,
    lose: (inboxId: number, agentId: number, teamId: number) => { method: string; path: string; body?: object },
  ])[] = [
    ['is taken off it', (inbox, agent) => ({ method: 'DELETE', path: `/inboxes/${inbox}/agents/${agent}` })],
    ['was in a team that is', (inbox, _, team) => ({ method: 'DELETE', path: `/inboxes/${inbox}/teams/${team}` })],
    ['leaves such a team', (_, __, team) => ({ method: 'PUT', path: `/teams/${team}`, body: { agent_ids: [] } })],
    [
      'is left out when it is saved',
      id => ({ method: 'POST', path: '/inboxes/save', body: { id, agent_ids: [], team_ids: [] } }),
    ],
    ['is an admin no more', (_, agent) => ({ method: 'PUT', path: `/agents/${agent}`, body: { role: 'agent' } })],
  ];
  test.for(losses)('an agent who loses an inbox because it %s is told so, and no other is', async ([how, lose]) => {
    const role = how.includes('admin') ? 'admin' : 'agent';
    const one = await world().make.agent({ role });
    const { id: teamId } = await world().make.team(how.includes('team') ? [one.agent.id] : []);
    const isListed = role === 'agent' && !how.includes('team');
    const agent_ids = [...(isListed ? [one.agent.id] : []), world().insider.agent.id];
    const lost = await world().make.inbox({ agent_ids, team_ids: [teamId] });
    const kept = await world().make.inbox({ agent_ids: [one.agent.id] });
    await withEvents(world(), one.token, async events => {
      await withEvents(world(), world().outsider.token, async others => {
        await world().give(lose(lost.id, one.agent.id, teamId));
        await world().give({ method: 'PUT', path: `/inboxes/${lost.id}`, body: { description: 'Unheard' } });
        await world().give({ method: 'PUT', path: `/inboxes/${kept.id}`, body: { description: 'Heard' } });
        const [first, second] = [await events.next(), await events.next()];
        expect(first).toMatchObject({ name: 'inbox.changed', data: { ids: expect.arrayContaining([lost.id]) } });
        expect((first!.data as { ids: number[] }).ids, 'what it keeps it did not lose').not.toContain(kept.id);
        expect(second).toMatchObject({ name: 'inbox.changed', data: { ids: [kept.id] } });
        await put(world(), world().foreignConversationId, { title: world().secret });
        await put(world(), world().foreignConversationId, { disable_rating: true });
        await put(world(), world().foreignConversationId, { disable_rating: false });
        expect(await others.next()).toMatchObject(changed(world().foreignConversationId));
      });
    });
  });

  test('an agent who keeps access in another way is told of no loss and stays subscribed', async () => {
    const one = await world().make.agent();
    const { id: team } = await world().make.team([one.agent.id]);
    const { id } = await world().make.inbox({ agent_ids: [], team_ids: [team] });
    const as = { token: one.token };
    await world().give({ method: 'POST', path: `/inboxes/${id}/subscribe`, as });
    const body = { id, agent_ids: [one.agent.id], team_ids: [] };
    await world().give({ method: 'POST', path: '/inboxes/save', body });
    expect(await world().get(`/inboxes/${id}`, as)).toMatchObject({ subscribed: true });
  });

  test('an agent who becomes an admin is told of the inboxes that it now sees', async () => {
    const one = await world().make.agent();
    const { id } = await world().make.inbox({ agent_ids: [] });
    await withEvents(world(), one.token, async events => {
      await world().give({ method: 'PUT', path: `/agents/${one.agent.id}`, body: { role: 'admin' } });
      const event = await events.next();
      expect(event).toMatchObject({ name: 'inbox.changed', data: { ids: expect.arrayContaining([id]) } });
    });
  });

  test('an agent who loses access hears no more of the inbox', async () => {
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
}

/** What the service says of events. */
export function registerEvents(world: () => World): void {
  describe('events', () => {
    checkStream(world);
    checkNames(world);
    checkTagNames(world);
    checkResume(world);
    checkEnd(world);
  });
}
