import { describe, expect, test } from 'vitest';
import type { Contact, Conversation, ConversationStatus, Inbox, Tag } from '../../src/contract/model.ts';
import type { World } from './world.ts';

async function idsSeen(world: World, as: 'insider' | 'outsider', query = {}): Promise<number[]> {
  return (await world.get<Conversation[]>('/conversations', as, { limit: 200, archived: 'any', ...query })).map(
    ({ id }) => id,
  );
}

function checkLists(world: () => World) {
  test('an agent’s lists have nothing of an inbox that it may not see', async () => {
    const { id } = await world().make.conversation();
    expect(await idsSeen(world(), 'insider')).toContain(id);
    expect(await idsSeen(world(), 'outsider')).not.toContain(id);
    expect(await idsSeen(world(), 'outsider')).toContain(world().foreignConversationId);
    for (const path of ['/conversations', '/inboxes', '/tags', '/contacts', '/conversations?merged=1&archived=any'])
      for (const query of [{}, { limit: 200 }]) {
        const answer = await world().call({ method: 'GET', path, query, as: 'insider' });
        expect(answer.text, path).not.toContain(world().secret);
      }
  });

  test('nor do its searches and its filters by tag or by inbox', async () => {
    const { secret, foreignInbox } = world();
    for (const query of [{ q: secret }, { tags: [secret] }, { inbox_ids: [foreignInbox.id] }]) {
      expect(await idsSeen(world(), 'insider', query)).toEqual([]);
      expect(await idsSeen(world(), 'outsider', query)).toEqual([world().foreignConversationId]);
    }
    expect(await world().get('/tags', 'insider', { q: secret })).toEqual([]);
    expect(await world().get('/contacts', 'insider', { q: secret })).toEqual([]);
    expect(await world().get('/tags', 'outsider', { q: secret })).toEqual([{ name: secret, conversations: 1 }]);
    expect((await world().get<Contact[]>('/contacts', 'outsider', { q: secret })).map(({ name }) => name)).toEqual([
      secret,
    ]);
  });

  test('a tag’s number of conversations counts only those that the caller may see', async () => {
    const tag = world().unique('tag');
    await world().make.conversation({ tags: [tag] });
    await world().make.conversation({ tags: [tag], inbox_id: world().foreignInbox.id });
    const countOf = async (as: 'insider' | 'key') => (await world().get<Tag[]>('/tags', as, { q: tag }))[0];
    expect(await countOf('key')).toEqual({ name: tag, conversations: 2 });
    expect(await countOf('insider')).toEqual({ name: tag, conversations: 1 });
  });

  test('agents see the agents, teams and statuses of the whole help center', async () => {
    for (const path of ['/agents', '/teams', '/conversation_statuses'])
      expect(await world().get(path, 'outsider')).toEqual(await world().get(path, 'key'));
  });

  test('an admin sees what an API key sees, but only the admin has unread conversations', async () => {
    const asKey = (row: object) => ('unread' in row ? { ...row, unread: false } : row);
    for (const path of ['/conversations', '/inboxes', '/tags', '/contacts'])
      expect((await world().get<object[]>(path, 'admin')).map(asKey)).toEqual(await world().get(path, 'key'));
  });
}

function checkAttachments(world: () => World) {
  test('an attachment is seen through its note or message, and by its uploader', async () => {
    const { id } = await world().make.conversation();
    const statusOf = async (attachment: number, as: 'insider' | 'outsider') =>
      (await world().call({ method: 'GET', path: `/attachments/${attachment}/content`, as })).status;
    const [loose, onNote, onMessage] = [
      await world().make.attachment('loose'),
      await world().make.attachment('note'),
      await world().make.attachment('message'),
    ];
    await world().make.note(id, { attachments: [onNote!.id] });
    await world().make.message(id, { attachments: [onMessage!.id] });
    const own = await world().make.attachment('own', 'own.txt', 'outsider');
    expect([await statusOf(own.id, 'outsider'), await statusOf(own.id, 'insider')]).toEqual([200, 404]);
    expect([await statusOf(loose!.id, 'insider'), await statusOf(loose!.id, 'outsider')]).toEqual([404, 404]);
    for (const one of [onNote!, onMessage!])
      expect([await statusOf(one.id, 'insider'), await statusOf(one.id, 'outsider')]).toEqual([200, 404]);
  });

  test('an agent cannot attach a file that it may not see', async () => {
    const [{ id }, secret] = [await world().make.conversation(), await world().make.attachment()];
    for (const [what, body] of [
      ['notes', { details: 'x', attachments: [secret.id] }],
      ['messages', { body_text: 'x', attachments: [secret.id] }],
    ] as const) {
      const path = `/conversations/${id}/${what}`;
      const answer = await world().call({ method: 'POST', path, body, as: 'insider' });
      expect([answer.status, answer.details[0]?.path]).toEqual([422, 'attachments.0']);
    }
  });
}

function checkOrphans(world: () => World) {
  test('a conversation whose inbox was deleted is seen by admins, its assignee and those who had access', async () => {
    const [had, assignee, late] = [await world().make.agent(), await world().make.agent(), await world().make.agent()];
    const both = [had!.agent.id, assignee!.agent.id];
    const inbox = await world().make.inbox({ agent_ids: both });
    const { id } = await world().make.conversation({ inbox_id: inbox.id, assign_to: assignee!.agent.id });
    const lost = await world().make.agent();
    await world().give({ method: 'POST', path: `/inboxes/${inbox.id}/agents`, body: { agent_id: lost.agent.id } });
    for (const { agent } of [lost, assignee!])
      await world().give({ method: 'DELETE', path: `/inboxes/${inbox.id}/agents/${agent.id}` });
    await world().give({ method: 'DELETE', path: `/inboxes/${inbox.id}` });
    const seen = async (token: string) => {
      const one = await world().call({ method: 'GET', path: `/conversations/${id}`, as: { token } });
      const list = await world().get<Conversation[]>('/conversations', { token }, { limit: 200 });
      expect(
        list.some(each => each.id === id),
        'its list agrees',
      ).toBe(one.status === 200);
      return one.status;
    };
    const tokens = [had, assignee, lost, late, world().admin].map(one => one!.token);
    const statuses = [];
    for (const token of tokens) statuses.push(await seen(token));
    expect(statuses).toEqual([200, 200, 404, 404, 200]);
  });
}

function checkAuthors(world: () => World) {
  test('a message of an API key has agent_id null, one of an agent has its own', async () => {
    const { id } = await world().make.conversation();
    const byKey = await world().make.note(id);
    const byAgent = await world().make.note(id, {}, 'insider');
    const body = { details: 'x', agent_id: world().insider.agent.id };
    const foreign = await world().call({ method: 'POST', path: `/conversations/${id}/notes`, body });
    expect([foreign.status, foreign.details[0]?.path]).toEqual([422, 'agent_id']);
    expect([byKey.agent_id, byAgent.agent_id]).toEqual([null, world().insider.agent.id]);
    const history = await world().get<{ agent_id: number | null }[]>(`/conversations/${id}/history`);
    expect(history.slice(-2).map(({ agent_id }) => agent_id)).toEqual([null, world().insider.agent.id]);
  });

  test('agents may not administer: nothing is changed by a 403', async () => {
    const before = await world().get<Inbox>(`/inboxes/${world().inbox.id}`);
    const body = { name: 'Mine', agent_ids: [world().outsider.agent.id] };
    await world().call({ method: 'PUT', path: `/inboxes/${before.id}`, body, as: 'insider' });
    await world().call({ method: 'POST', path: '/inboxes/save', body: { id: before.id, ...body }, as: 'insider' });
    await world().call({ method: 'DELETE', path: `/inboxes/${before.id}`, as: 'insider' });
    expect(await world().get<Inbox>(`/inboxes/${before.id}`)).toEqual(before);
    const names = (await world().get<ConversationStatus[]>('/conversation_statuses')).map(({ name }) => name);
    await world().call({ method: 'POST', path: '/conversation_statuses', body: { name: 'mine' }, as: 'insider' });
    expect((await world().get<ConversationStatus[]>('/conversation_statuses')).map(({ name }) => name)).toEqual(names);
  });
}

/** What agents see, and what is hidden from them. */
export function registerVisibility(world: () => World): void {
  describe('visibility', () => {
    checkLists(world);
    checkAttachments(world);
    checkOrphans(world);
    checkAuthors(world);
  });
}
