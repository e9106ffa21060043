import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countsOf, historyOf, makeConversation, makeInbox, readConversation } from '../conversations.ts';
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

  it.each([
    ['no id', () => [], 'conversation_ids'],
    ['501 ids', () => Array.from({ length: 501 }, (_, at) => at + 1), 'conversation_ids'],
    ['an id twice', () => [1, '1'], 'conversation_ids'],
  ])('refuses %s before anything else', async (_, ids, path) => {
    for (const [method, url, rest] of [
      ['PUT', '/conversations', { conversation_status_id: 99 }],
      ['POST', '/conversations/tags', { tags: ['x'] }],
      ['DELETE', '/conversations/tags', { tags: ['x'] }],
    ] as const) {
      const answer = await desk.call(method, url, { body: { conversation_ids: ids(), ...rest } });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
    }
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

  it('changes nothing if one is unknown, not visible or merged away, and names each', async () => {
    const [one, gone, target] = (await several(3)) as [number, number, number];
    const hidden = await makeConversation(desk, { inbox_id: 1 });
    await desk.call('POST', `/conversations/${target}/merge`, { body: [gone] });
    const call = (ids: unknown[], method = 'PUT', path = '/conversations') => {
      const change = method === 'PUT' ? { conversation_status_id: 2 } : { tags: ['x'] };
      return desk.call(method, path, { as: 'agent', body: { conversation_ids: ids, ...change } });
    };
    for (const [method, path] of [
      ['PUT', '/conversations'],
      ['POST', '/conversations/tags'],
      ['DELETE', '/conversations/tags'],
    ]) {
      const unknown = await call([one, 77, hidden, gone], method, path);
      expect([unknown.status, unknown.body.error.details.map((each: { path: string }) => each.path)]).toEqual([
        404,
        ['conversation_ids.1', 'conversation_ids.2'],
      ]);
      const merged = await call([one, gone], method, path);
      expect([merged.status, merged.body.error.message]).toEqual([
        409,
        expect.stringContaining(`${gone} was merged into ${target}`),
      ]);
    }
    expect(await readConversation(desk, one)).toMatchObject({ status: 'open', tags: [] });
    expect(await historyOf(desk, one)).toEqual([]);
  });

  it('refuses a tag that is both added and deleted, and wrong ids in the body', async () => {
    const ids = [await makeConversation(desk)];
    const path = async (body: object) => {
      const answer = await desk.call('PUT', '/conversations', { body: { conversation_ids: ids, ...body } });
      return [answer.status, answer.body.error?.details[0].path];
    };
    expect(await path({ added_tags: ['VIP'], deleted_tags: [' vip '] })).toEqual([422, 'deleted_tags']);
    expect(await path({ conversation_status_id: 99 })).toEqual([422, 'conversation_status_id']);
    expect(await path({ inbox_id: 99 })).toEqual([422, 'inbox_id']);
    expect(await path({ inbox_id: 1, assign_to: desk.agentId })).toEqual([422, 'assign_to']);
  });
});

describe('tags', () => {
  it('are kept as first written, trimmed, and compared and sorted without case', async () => {
    const [one, two] = (await several(2)) as [number, number];
    const add = (id: number, name: string) => desk.call('POST', `/conversations/${id}/tags`, { body: { name } });
    expect((await add(one, ' Überfällig ')).body.data.tags).toEqual(['Überfällig']);
    await add(one, 'b');
    expect((await add(one, 'A')).body.data.tags).toEqual(['A', 'b', 'Überfällig']);
    expect((await add(two, 'ÜBERFÄLLIG')).body.data.tags).toEqual(['Überfällig']);
    expect((await add(two, '   ')).status).toBe(422);
    expect((await add(two, 'x'.repeat(65))).status).toBe(422);
  });

  it('are added to and removed from many at once', async () => {
    const ids = await several(2, { tags: ['a'] });
    const added = await desk.call('POST', '/conversations/tags', {
      body: { conversation_ids: ids, tags: ['b', 'B', 'A'] },
    });
    expect(added.body.data.map((one: { tags: string[] }) => one.tags)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    const deleted = await desk.call('DELETE', '/conversations/tags', { body: { conversation_ids: ids, tags: ['A'] } });
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect((await readConversation(desk, ids[0]!)).tags).toEqual(['b']);
    expect((await historyOf(desk, ids[0]!)).map(entry => entry.event)).toEqual(['tag.added', 'tag.deleted']);
  });

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
