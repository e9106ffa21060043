import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  countsOf,
  historyOf,
  makeContact,
  makeConversation,
  makeInbox,
  makeStatus,
  readConversation,
} from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function put(id: number, body: unknown, as: 'admin' | 'agent' | 'key' = 'admin') {
  return desk.call('PUT', `/conversations/${id}`, { body, as });
}

describe('creating a conversation', () => {
  it('puts it into the default inbox, open and unassigned, if nothing else is given', async () => {
    const { status, body } = await desk.call('POST', '/conversations', { body: { title: 'Hello' } });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: 1,
      title: 'Hello',
      conversation_status_id: 1,
      status: 'open',
      inbox_id: 1,
      assign_to: null,
      disable_rating: false,
      tags: [],
      contacts: [],
      requester: null,
      archived: false,
      merged_into: null,
      message_count: 0,
      note_count: 0,
      preview: '',
      created_at: '2026-03-01T12:00:00',
      updated_at: '2026-03-01T12:00:00',
      participants: [],
      waiting_since: null,
      unread: false,
      delivery_failed: false,
      version: 1,
      last_message_at: '2026-03-01T12:00:00',
    });
  });

  it('keeps contacts in order, the first as requester, and sorts tags without case', async () => {
    const [zoe, adam] = [await makeContact(desk, 'Zoë'), await makeContact(desk, 'Adam')];
    const id = await makeConversation(desk, {
      contacts: [zoe, adam, zoe],
      tags: ['vip', 'Late', 'VIP'],
      assign_to: desk.agentId,
    });
    const data = await readConversation(desk, id);
    expect(data).toMatchObject({ contacts: [zoe, adam], requester: { id: zoe, name: 'Zoë' }, tags: ['Late', 'vip'] });
    expect((await desk.call('GET', `/conversations/${id}/history`)).body.data).toMatchObject([
      {
        event: 'conversation.created',
        agent_id: desk.adminId,
        changes: { title: { from: null, to: 'Parcel is late' } },
      },
    ]);
    expect((await countsOf(desk)).shown.at(-1)).toEqual({ id: desk.inboxId, open: 1, unassigned: 0, unresolved: 1 });
  });

  it.each([
    ['an unknown status', { conversation_status_id: 99 }, 'conversation_status_id'],
    ['an unknown inbox', { inbox_id: 99 }, 'inbox_id'],
    ['an unknown agent', { assign_to: 99 }, 'assign_to'],
    ['an agent without access', { inbox_id: 1, assign_to: 2 }, 'assign_to'],
    ['an unknown contact', { contacts: [99] }, 'contacts.0'],
    ['a blank tag', { tags: ['ok', ' '] }, 'tags.1'],
    ['a title of two lines', { title: 'a\nb' }, 'title'],
    ['no title', { title: undefined }, 'title'],
  ])('refuses %s', async (_, body, path) => {
    const answer = await desk.call('POST', '/conversations', { body: { title: 'x', ...body } });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map((one: { path: string }) => one.path)).toEqual([path]);
  });

  it('refuses an inbox that the agent does not see, even the default one', async () => {
    for (const body of [{ title: 'x', inbox_id: 2 }, { title: 'x' }])
      expect((await desk.call('POST', '/conversations', { as: 'agent', body })).status).toBe(422);
    expect((await desk.call('GET', '/conversations')).body.data).toEqual([]);
  });
});

describe('updating a conversation', () => {
  it('sets everything in one call, with one history entry for each change and one new version', async () => {
    const status = await makeStatus(desk, 'in progress');
    const id = await makeConversation(desk);
    const before = await desk.call('GET', `/conversations/${id}`);
    desk.clock.now += 5_000;
    const answer = await put(id, {
      title: 'Refund',
      conversation_status_id: String(status),
      inbox_id: 1,
      assign_to: desk.adminId,
      disable_rating: true,
    });
    expect(answer.body.data).toMatchObject({
      title: 'Refund',
      status: 'in progress',
      inbox_id: 1,
      assign_to: desk.adminId,
      disable_rating: true,
      updated_at: '2026-03-01T12:00:05',
    });
    expect(answer.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await historyOf(desk, id)).map(({ event, changes }) => [event, changes])).toEqual([
      ['title.updated', { title: { from: 'Parcel is late', to: 'Refund' } }],
      ['status.updated', { conversation_status_id: { from: 1, to: status } }],
      ['inbox.updated', { inbox_id: { from: desk.inboxId, to: 1 } }],
      ['assignee.updated', { assign_to: { from: null, to: desk.adminId } }],
      ['rating.updated', { disable_rating: { from: false, to: true } }],
    ]);
  });

  it('is a success without history or a new version if nothing changes', async () => {
    const id = await makeConversation(desk, { assign_to: desk.agentId, tags: ['vip'] });
    const before = await desk.call('GET', `/conversations/${id}`);
    desk.clock.now += 5_000;
    const same = {
      title: 'Parcel is late',
      conversation_status_id: 1,
      inbox_id: desk.inboxId,
      assign_to: desk.agentId,
      disable_rating: false,
    };
    expect((await put(id, same)).status).toBe(200);
    expect((await put(id, {})).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', `/conversations/${id}/restore_archive`, undefined],
      ['POST', `/conversations/${id}/agents`, { agent_id: desk.agentId }],
      ['POST', `/conversations/${id}/tags`, { name: 'VIP' }],
      ['DELETE', '/conversations/tags', { conversation_ids: [id], tags: ['nowhere'] }],
    ] as const)
      expect((await desk.call(method, path, { body })).status).toBeLessThan(300);
    const after = await desk.call('GET', `/conversations/${id}`);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await historyOf(desk, id)).toEqual([]);
  });

  it('ignores tags, contacts and archived', async () => {
    const id = await makeConversation(desk);
    await put(id, { tags: ['x'], contacts: [5], archived: true });
    expect(await readConversation(desk, id)).toMatchObject({ tags: [], contacts: [], archived: false });
    expect(await historyOf(desk, id)).toEqual([]);
  });

  it('unassigns on null, and on a move to an inbox that the assignee does not see', async () => {
    const [one, two] = [
      await makeConversation(desk, { assign_to: desk.agentId }),
      await makeConversation(desk, { assign_to: desk.agentId }),
    ];
    expect((await put(one, { assign_to: null })).body.data.assign_to).toBeNull();
    expect((await put(two, { inbox_id: 1 })).body.data).toMatchObject({ inbox_id: 1, assign_to: null });
    expect((await historyOf(desk, two)).map(entry => entry.event)).toEqual(['inbox.updated', 'assignee.updated']);
  });

  it('keeps the assignee on a move to an inbox that the assignee sees', async () => {
    const other = await makeInbox(desk, 'Other', [desk.agentId]);
    const id = await makeConversation(desk, { assign_to: desk.agentId });
    expect((await put(id, { inbox_id: other })).body.data).toMatchObject({ inbox_id: other, assign_to: desk.agentId });
  });

  it('refuses unknown values, an inbox that the caller does not see, and an agent that would not see it', async () => {
    const id = await makeConversation(desk);
    const cases: [unknown, string, 'admin' | 'agent'][] = [
      [{ conversation_status_id: 77 }, 'conversation_status_id', 'admin'],
      [{ inbox_id: 77 }, 'inbox_id', 'admin'],
      [{ inbox_id: 1 }, 'inbox_id', 'agent'],
      [{ assign_to: 77 }, 'assign_to', 'admin'],
      [{ inbox_id: 1, assign_to: desk.agentId }, 'assign_to', 'admin'],
    ];
    for (const [body, path, as] of cases) {
      const answer = await put(id, body, as);
      expect([answer.status, answer.body.error?.details[0].path]).toEqual([422, path]);
    }
    expect(await historyOf(desk, id)).toEqual([]);
  });

  it('refuses a disabled agent, who keeps earlier assignments', async () => {
    const [id, other] = [await makeConversation(desk, { assign_to: desk.agentId }), await makeConversation(desk)];
    await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
    expect((await put(other, { assign_to: desk.agentId })).status).toBe(422);
    expect((await put(id, { assign_to: desk.agentId, title: 'New' })).status).toBe(200);
    expect((await readConversation(desk, id)).assign_to).toBe(desk.agentId);
  });

  it('checks If-Match, even within one second', async () => {
    const id = await makeConversation(desk);
    const tag = (await desk.call('GET', `/conversations/${id}`)).headers.get('etag')!;
    const write = (title: string) =>
      desk.call('PUT', `/conversations/${id}`, { body: { title }, headers: { 'if-match': tag } });
    expect([(await write('first')).status, (await write('second')).status]).toEqual([200, 412]);
    expect((await readConversation(desk, id)).title).toBe('first');
  });

  it('names the agent who changed it, and no agent for an API key', async () => {
    const id = await makeConversation(desk);
    await put(id, { title: 'one' }, 'agent');
    await put(id, { title: 'two' }, 'key');
    expect((await historyOf(desk, id)).map(entry => entry.agent_id)).toEqual([desk.agentId, null]);
  });
});

describe('archiving, assigning and contacts', () => {
  it('archives and restores with history, and leaves it out of the counts meanwhile', async () => {
    const id = await makeConversation(desk);
    const archived = await desk.call('POST', `/conversations/${id}/archive`);
    expect([archived.status, archived.body.data.archived]).toEqual([200, true]);
    expect((await countsOf(desk)).shown.at(-1)).toEqual({ id: desk.inboxId, open: 0, unassigned: 0, unresolved: 0 });
    expect((await desk.call('POST', `/conversations/${id}/archive`)).status).toBe(200);
    expect((await desk.call('POST', `/conversations/${id}/restore_archive`)).body.data.archived).toBe(false);
    expect((await historyOf(desk, id)).map(entry => entry.event)).toEqual([
      'conversation.archived',
      'conversation.restored',
    ]);
    expect((await countsOf(desk)).shown.at(-1)).toEqual({ id: desk.inboxId, open: 1, unassigned: 1, unresolved: 1 });
  });

  it('assigns by adding an agent, who must see the inbox', async () => {
    const [id, hidden] = [await makeConversation(desk), await makeConversation(desk, { inbox_id: 1 })];
    const add = (conversation: number) =>
      desk.call('POST', `/conversations/${conversation}/agents`, { body: { agent_id: String(desk.agentId) } });
    expect((await add(id)).body.data.assign_to).toBe(desk.agentId);
    const refused = await add(hidden);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'agent_id']);
  });

  it('adds a contact once; the first is the requester', async () => {
    const [zoe, adam] = [await makeContact(desk, 'Zoë'), await makeContact(desk, 'Adam')];
    const id = await makeConversation(desk);
    for (const contact_id of [zoe, adam, zoe])
      await desk.call('POST', `/conversations/${id}/contacts`, { body: { contact_id } });
    expect(await readConversation(desk, id)).toMatchObject({ contacts: [zoe, adam], requester: { id: zoe } });
    expect((await historyOf(desk, id)).map(({ event, changes }) => [event, changes.contact_id!.to])).toEqual([
      ['contact.added', zoe],
      ['contact.added', adam],
    ]);
    const unknown = await desk.call('POST', `/conversations/${id}/contacts`, { body: { contact_id: 99 } });
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([422, 'contact_id']);
  });

  it('refuses a contact that the calling agent does not see', async () => {
    const zoe = await makeContact(desk, 'Zoë');
    await makeConversation(desk, { inbox_id: 1, contacts: [zoe] });
    const id = await makeConversation(desk);
    const answer = await desk.call('POST', `/conversations/${id}/contacts`, { as: 'agent', body: { contact_id: zoe } });
    expect(answer.status).toBe(422);
  });
});

describe('the callers who see a conversation', () => {
  const everyCall = (id: number): [string, string, unknown?][] => [
    ['GET', `/conversations/${id}`],
    ['GET', `/conversations/${id}/messages`],
    ['GET', `/conversations/${id}/notes`],
    ['GET', `/conversations/${id}/reviews`],
    ['GET', `/conversations/${id}/history`],
    ['PUT', `/conversations/${id}`, { title: 'x' }],
    ['POST', `/conversations/${id}/archive`],
    ['POST', `/conversations/${id}/restore_archive`],
    ['POST', `/conversations/${id}/merge`, { conversation_ids: [1] }],
    ['POST', `/conversations/${id}/agents`, { agent_id: 1 }],
    ['POST', `/conversations/${id}/contacts`, { contact_id: 1 }],
    ['POST', `/conversations/${id}/tags`, { name: 'x' }],
    ['POST', `/conversations/${id}/notes`, { details: 'x' }],
    ['POST', `/conversations/${id}/messages`, { body_text: 'x' }],
    ['POST', `/conversations/${id}/reviews`, { rating: 5 }],
    ['PUT', '/conversations', { conversation_ids: [id], assign_to: null }],
    ['POST', '/conversations/tags', { conversation_ids: [id], tags: ['x'] }],
    ['DELETE', '/conversations/tags', { conversation_ids: [id], tags: ['x'] }],
  ];

  it('gives an agent the same answer for one that it does not see as for one that does not exist', async () => {
    const hidden = await makeConversation(desk, { inbox_id: 1 });
    const calls = everyCall(hidden);
    for (const [at, [method, path, body]] of calls.entries()) {
      const seen = await desk.call(method, path, { as: 'agent', body });
      const [, unknownPath, unknownBody] = everyCall(4_711)[at]!;
      const unknown = await desk.call(method, unknownPath, { as: 'agent', body: unknownBody });
      expect(seen.status, `${method} ${path}`).toBe(404);
      expect(JSON.stringify(seen.body).replaceAll(String(hidden), '#')).toBe(
        JSON.stringify(unknown.body).replaceAll('4711', '#'),
      );
    }
    expect(await historyOf(desk, hidden)).toEqual([]);
  });

  it('shows one of a deleted inbox to admins, its assignee and those who had access', async () => {
    const other = await makeInbox(desk, 'Other', []);
    const shared = await makeInbox(desk, 'Shared', [desk.agentId]);
    const [hidden, mine, former] = [
      await makeConversation(desk, { inbox_id: other }),
      await makeConversation(desk, { inbox_id: other, assign_to: desk.adminId }),
      await makeConversation(desk, { inbox_id: shared }),
    ];
    for (const inbox of [other, shared]) expect((await desk.call('DELETE', `/inboxes/${inbox}`)).status).toBe(204);
    expect((await put(mine, { assign_to: desk.agentId })).status).toBe(200);
    const statuses = await Promise.all(
      [hidden, mine, former].map(id => desk.call('GET', `/conversations/${id}`, { as: 'agent' })),
    );
    expect(statuses.map(answer => answer.status)).toEqual([404, 200, 200]);
    const list = await desk.call('GET', '/conversations', { as: 'agent' });
    expect(list.body.data.map((one: { id: number }) => one.id)).toEqual([former, mine]);
    expect(list.body.data[0].inbox_id).toBeNull();
    expect((await put(former, { inbox_id: desk.inboxId }, 'agent')).body.data.inbox_id).toBe(desk.inboxId);
    expect((await countsOf(desk)).shown).toEqual((await countsOf(desk)).counted);
  });
});
