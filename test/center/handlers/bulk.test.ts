import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countsOf, historyOf, makeConversation, makeInbox } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function several(count: number, body: Readonly<Record<string, unknown>> = {}) {
  return Promise.all(Array.from({ length: count }, () => makeConversation(desk, body)));
}

describe('updating many conversations', () => {
  it('sets all in one call, returns them in the requested order, and writes history if something changed', async () => {
    const [first, second, third] = (await several(3)) as [number, number, number];
    await desk.call('POST', `/conversations/${second}/tags`, { body: { name: 'VIP' } });
    await desk.call('POST', `/conversations/${third}/tags`, { body: { name: 'old' } });
    const { status, body } = await desk.call('PUT', '/conversations', {
      body: {
        conversation_ids: [third, first, second],
        conversation_status_id: 2,
        assign_to: desk.agentId,
        added_tags: ['vip', 'New'],
        deleted_tags: ['OLD', 'nowhere'],
      },
    });
    expect(status).toBe(200);
    expect(body.data.map((one: { id: number; tags: string[] }) => [one.id, one.tags])).toEqual([
      [third, ['New', 'VIP']],
      [first, ['New', 'VIP']],
      [second, ['New', 'VIP']],
    ]);
    expect((await historyOf(desk, second)).slice(1).map(({ event, changes }) => [event, changes.tag?.to])).toEqual([
      ['status.updated', undefined],
      ['assignee.updated', undefined],
      ['tag.added', 'New'],
    ]);
    expect((await historyOf(desk, third)).filter(entry => entry.event === 'tag.deleted')).toMatchObject([
      { changes: { tag: { from: 'old', to: null } } },
    ]);
    expect((await countsOf(desk)).shown).toEqual((await countsOf(desk)).counted);
  });

  it('moves them, and unassigns those whose assignee does not see the new inbox', async () => {
    const other = await makeInbox(desk, 'Other');
    const [mine, admins] = [
      await makeConversation(desk, { assign_to: desk.agentId }),
      await makeConversation(desk, { assign_to: desk.adminId }),
    ];
    const { body } = await desk.call('PUT', '/conversations', {
      body: { conversation_ids: [mine, admins], inbox_id: other },
    });
    expect(body.data.map((one: { assign_to: number | null }) => one.assign_to)).toEqual([null, desk.adminId]);
  });

  it('accepts 500 ids', async () => {
    const ids = await several(500);
    const answer = await desk.call('POST', '/conversations/tags', {
      body: { conversation_ids: ids, tags: ['a', 'b', 'c'] },
    });
    expect([answer.status, answer.body.data.length]).toEqual([200, 500]);
    expect((await desk.call('GET', '/tags')).body.data).toEqual(
      ['a', 'b', 'c'].map(name => ({ name, conversations: 500 })),
    );
  });
});

describe('tags', () => {
  it('are listed with the number of conversations that the caller sees, by name, in pages, by a part of the name', async () => {
    await several(2, { tags: ['late', 'VIP'] });
    await makeConversation(desk, { inbox_id: 1, tags: ['vip', 'hidden_50%'] });
    const tags = async (query: object = {}, as: 'admin' | 'agent' = 'admin') =>
      (await desk.call('GET', '/tags', { as, query: { ...query } })).body;
    expect((await tags()).data).toEqual([
      { name: 'hidden_50%', conversations: 1 },
      { name: 'late', conversations: 2 },
      { name: 'VIP', conversations: 3 },
    ]);
    expect((await tags({}, 'agent')).data).toEqual([
      { name: 'late', conversations: 2 },
      { name: 'VIP', conversations: 2 },
    ]);
    expect((await tags({ q: 'IP' })).data).toEqual([{ name: 'VIP', conversations: 3 }]);
    expect((await tags({ q: '_50%' })).data).toHaveLength(1);
    expect((await tags({ q: 'l%e' })).data).toEqual([]);
    const first = await tags({ limit: 2, sort: 'name.desc' });
    const second = await tags({ limit: 2, sort: 'name.desc', cursor: first.meta.next_cursor });
    expect([...first.data, ...second.data].map((one: { name: string }) => one.name)).toEqual([
      'VIP',
      'late',
      'hidden_50%',
    ]);
    expect(second.meta.next_cursor).toBeNull();
  });
});
