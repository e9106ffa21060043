import { describe, expect, test } from 'vitest';
import type { Conversation, ConversationStatus, HistoryEntry } from '../../src/contract/model.ts';
import { UNKNOWN_ID, type World } from './world.ts';

export function put(world: World, id: number, body: object) {
  return world.give<Conversation>({ method: 'PUT', path: `/conversations/${id}`, body });
}

/** A conversation's history as its events, oldest first. */
export async function eventsOf(world: World, id: number): Promise<string[]> {
  return (await world.get<HistoryEntry[]>(`/conversations/${id}/history`, 'key', { limit: 200 })).map(
    ({ event }) => event,
  );
}

export async function statusOf(world: World, kind: 'open' | 'closed'): Promise<ConversationStatus> {
  return (await world.get<ConversationStatus[]>('/conversation_statuses')).find(one => one.kind === kind)!;
}

function checkFields(world: () => World) {
  test('a new one is open, unassigned, unarchived and empty', async () => {
    const { id: statusId } = await statusOf(world(), 'open');
    const { contact } = world();
    const made = await world().make.conversation({ title: 'Parcel' });
    expect(made).toMatchObject({ title: 'Parcel', conversation_status_id: statusId, status: 'open', assign_to: null });
    expect(made).toMatchObject({ archived: false, merged_into: null, disable_rating: false, tags: [], preview: '' });
    expect(made).toMatchObject({ message_count: 0, note_count: 0, contacts: [contact.id], requester: contact });
    expect(made.last_message_at).toBe(made.created_at);
    expect(await eventsOf(world(), made.id)).toEqual(['conversation.created']);
  });

  test('without an inbox it goes to the default one, without contacts it has no requester', async () => {
    const body = { title: 'Plain' };
    const made = await world().give<Conversation>({ method: 'POST', path: '/conversations', body });
    const inboxes = await world().get<{ id: number; kind: string }[]>('/inboxes');
    expect(made.inbox_id).toBe(inboxes.find(({ kind }) => kind === 'default')!.id);
    expect([made.requester, made.contacts]).toEqual([null, []]);
  });

  test('tags are sorted names; a name is trimmed, compared without case and kept as first written', async () => {
    const word = world().unique('Word');
    const { id } = await world().make.conversation({ tags: [`${word}-B`, `  ${word}-a `] });
    const upper = `${word}-A`.toUpperCase();
    const path = `/conversations/${id}/tags`;
    const after = await world().give<Conversation>({ method: 'POST', path, body: { name: ` ${upper}` } });
    expect(after.tags).toEqual([`${word}-a`, `${word}-B`]);
    const { tags } = await world().make.conversation({ tags: [upper] });
    expect(tags).toEqual([`${word}-a`]);
    const longest = word.padEnd(64, 'x');
    const padded = await world().give<Conversation>({ method: 'POST', path, body: { name: `  ${longest}  ` } });
    expect(padded.tags, 'the blanks around a name do not count').toContain(longest);
    for (const name of ['', '   ', 'x'.repeat(65), 'a\nb'])
      expect((await world().call({ method: 'POST', path, body: { name } })).status, JSON.stringify(name)).toBe(422);
  });

  test('the requester is the first contact', async () => {
    const [a, b] = [await world().make.contact(), await world().make.contact()];
    const { id, requester } = await world().make.conversation({ contacts: [b!.id, a!.id] });
    expect(requester).toEqual(b);
    const third = await world().make.contact();
    const path = `/conversations/${id}/contacts`;
    for (let time = 0; time < 2; time += 1) {
      const after = await world().give<Conversation>({ method: 'POST', path, body: { contact_id: third.id } });
      expect(after.contacts).toEqual([b!.id, a!.id, third.id]);
    }
    expect((await eventsOf(world(), id)).filter(event => event === 'contact.added').length).toBe(1);
  });

  test('preview is the last message’s first 140 characters on one line', async () => {
    const { id } = await world().make.conversation();
    await world().make.message(id, { body_text: 'First' });
    const body_text = `  Second\n\n\tline ${'😀'.repeat(200)}`;
    const last = await world().make.message(id, { body_text });
    const after = await world().get<Conversation>(`/conversations/${id}`);
    expect([...after.preview].length).toBeLessThanOrEqual(140);
    expect(after.preview).toMatch(/^Second line 😀+…?$/u);
    expect([...after.preview].length).toBeGreaterThanOrEqual(138);
    expect([after.message_count, after.last_message_at]).toEqual([2, last.created_at]);
  });
}

function checkUpdates(world: () => World) {
  test('status, inbox, assignee, rating and title change in one call, each with its history', async () => {
    const { id } = await world().make.conversation({ title: 'Old' });
    const [closed, { id: inbox_id }] = [await statusOf(world(), 'closed'), await world().make.inbox()];
    const assign_to = world().insider.agent.id;
    const body = { title: 'New', conversation_status_id: closed.id, inbox_id, assign_to, disable_rating: true };
    expect(await put(world(), id, body)).toMatchObject({ ...body, status: 'closed' });
    const history = await world().get<HistoryEntry[]>(`/conversations/${id}/history`);
    const events = ['assignee.updated', 'inbox.updated', 'rating.updated', 'status.updated', 'title.updated'];
    expect(
      history
        .slice(1)
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(events);
    const title = history.find(({ event }) => event === 'title.updated');
    expect(title?.changes).toMatchObject({ title: { from: 'Old', to: 'New' } });
  });

  test('setting an unchanged value is a success and writes no history', async () => {
    const made = await world().make.conversation({ assign_to: world().insider.agent.id });
    const { title, conversation_status_id, inbox_id, assign_to, disable_rating } = made;
    const after = await put(world(), made.id, { title, conversation_status_id, inbox_id, assign_to, disable_rating });
    expect(after).toEqual({ ...made, updated_at: after.updated_at });
    const path = `/conversations/${made.id}`;
    await world().give({ method: 'POST', path: `${path}/restore_archive` });
    await world().give({ method: 'POST', path: `${path}/agents`, body: { agent_id: assign_to } });
    expect(await eventsOf(world(), made.id)).toEqual(['conversation.created']);
  });

  test('a move that takes back the last one moves as any does, and without an inbox it changes nothing', async () => {
    const made = await world().make.conversation();
    const { id: inbox_id } = await world().make.inbox();
    await put(world(), made.id, { inbox_id });
    const back = await put(world(), made.id, { inbox_id: made.inbox_id, undo: true });
    expect(back.inbox_id).toBe(made.inbox_id);
    expect((await put(world(), made.id, { undo: true })).version).toBe(back.version);
    const moves = (await eventsOf(world(), made.id)).filter(event => event === 'inbox.updated');
    expect(moves).toHaveLength(2);
  });

  test('null unassigns; null in another field is 422', async () => {
    const { id } = await world().make.conversation({ assign_to: world().insider.agent.id });
    expect((await put(world(), id, { assign_to: null })).assign_to).toBeNull();
    for (const name of ['title', 'inbox_id', 'conversation_status_id', 'disable_rating']) {
      const answer = await world().call({ method: 'PUT', path: `/conversations/${id}`, body: { [name]: null } });
      expect([answer.status, answer.details.map(({ path }) => path)]).toEqual([422, [name]]);
    }
  });

  test('an unknown status, inbox or agent is 422 and named, all at once, and nothing is changed', async () => {
    const made = await world().make.conversation();
    const path = `/conversations/${made.id}`;
    const names = ['assign_to', 'conversation_status_id', 'inbox_id'];
    for (const name of names) {
      const answer = await world().call({ method: 'PUT', path, body: { title: 'New', [name]: UNKNOWN_ID } });
      expect([answer.status, answer.details.map(one => one.path)]).toEqual([422, [name]]);
    }
    const body = Object.fromEntries(names.map(name => [name, UNKNOWN_ID]));
    const all = await world().call({ method: 'PUT', path, body });
    expect([all.status, all.details.map(one => one.path).toSorted()]).toEqual([422, names]);
    expect(await world().get<Conversation>(path)).toEqual(made);
  });

  test('an agent without access to the current or the new inbox cannot be assigned', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const outsider = world().outsider.agent.id;
    const move = { inbox_id: world().foreignInbox.id };
    const refused = [
      await world().call({ method: 'PUT', path, body: { assign_to: outsider } }),
      await world().call({ method: 'POST', path: `${path}/agents`, body: { agent_id: outsider } }),
      await world().call({ method: 'PUT', path, body: { ...move, assign_to: world().insider.agent.id } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(await put(world(), id, { ...move, assign_to: outsider })).toMatchObject({ ...move, assign_to: outsider });
  });

  test('moving to an inbox that the assignee cannot see unassigns, in history', async () => {
    const { id } = await world().make.conversation({ assign_to: world().insider.agent.id });
    expect((await put(world(), id, { inbox_id: world().foreignInbox.id })).assign_to).toBeNull();
    expect((await eventsOf(world(), id)).toSorted()).toEqual([
      'assignee.updated',
      'conversation.created',
      'inbox.updated',
    ]);
    const admin = await world().make.conversation({ assign_to: world().admin.agent.id });
    const moved = await put(world(), admin.id, { inbox_id: world().foreignInbox.id });
    expect(moved.assign_to, 'an admin sees every inbox').toBe(world().admin.agent.id);
  });

  test('tags and contacts are not taken by an update, unless they are so; archived is', async () => {
    const { id, contacts } = await world().make.conversation();
    const answer = await world().call({
      method: 'PUT',
      path: `/conversations/${id}`,
      body: { tags: ['x'], contacts: [] },
    });
    expect([answer.status, answer.details.map(({ path }) => path).sort()]).toEqual([
      422,
      contacts.length > 0 ? ['contacts', 'tags'] : ['tags'],
    ]);
    expect(await put(world(), id, { tags: [], contacts, archived: true })).toMatchObject({ tags: [], archived: true });
  });

  test('adding an agent assigns it', async () => {
    const { id } = await world().make.conversation();
    const body = { agent_id: world().insider.agent.id };
    const after = await world().give<Conversation>({ method: 'POST', path: `/conversations/${id}/agents`, body });
    expect(after.assign_to).toBe(body.agent_id);
  });

  test('archiving and restoring may be repeated, and history has each once', async () => {
    const { id } = await world().make.conversation();
    for (const [verb, archived] of [
      ['archive', true],
      ['restore_archive', false],
    ] as const)
      for (let time = 0; time < 2; time += 1) {
        const path = `/conversations/${id}/${verb}`;
        expect(await world().give<Conversation>({ method: 'POST', path })).toMatchObject({ archived });
      }
    const events = ['conversation.created', 'conversation.archived', 'conversation.restored'];
    expect(await eventsOf(world(), id)).toEqual(events);
  });
}

function checkStatuses(world: () => World) {
  test('open and closed are built in; a new status is custom and usable in every inbox', async () => {
    const kinds = (await world().get<ConversationStatus[]>('/conversation_statuses')).map(({ kind }) => kind);
    expect(kinds.filter(kind => kind !== 'custom').sort()).toEqual(['closed', 'open']);
    const made = await world().make.status();
    expect(made.kind).toBe('custom');
    for (const inbox_id of [world().inbox.id, (await world().make.inbox()).id]) {
      const { id } = await world().make.conversation({ inbox_id });
      const after = await put(world(), id, { conversation_status_id: made.id });
      expect(after.status).toBe(made.name);
    }
  });

  test('a name is unique, ignoring case, at most 40 characters, and never "opened"', async () => {
    const { name } = await world().make.status();
    const statusFor = async (given: string) =>
      (await world().call({ method: 'POST', path: '/conversation_statuses', body: { name: given } })).status;
    expect([await statusFor(name.toUpperCase()), await statusFor('Closed'), await statusFor('open')]).toEqual([
      409, 409, 409,
    ]);
    expect([409, 422]).toContain(await statusFor('Opened'));
    expect([await statusFor(''), await statusFor('x'.repeat(41))]).toEqual([422, 422]);
  });
}

/** What the service says of one conversation. */
export function registerConversations(world: () => World): void {
  describe('conversations', () => {
    checkFields(world);
    checkUpdates(world);
    checkStatuses(world);
  });
}
