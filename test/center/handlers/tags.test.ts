import { describe, expect, it } from 'vitest';
import { makeConversation } from '../conversations.ts';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach();

function several(count: number, body: Readonly<Record<string, unknown>> = {}) {
  return Promise.all(Array.from({ length: count }, () => makeConversation(desk, body)));
}

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
