import { describe, expect, test } from 'vitest';
import type { Conversation, HistoryEntry, Tag } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import { UNKNOWN_ID, type World } from './world.ts';

function rename(world: World, from: string, name: string, as: Ask['as'] = 'key') {
  return world.call({ method: 'PUT', path: `/tags/${encodeURIComponent(from)}`, body: { name }, as });
}

function read(world: World, id: number) {
  return world.get<Conversation>(`/conversations/${id}`);
}

async function listed(world: World, tags: readonly string[]) {
  return (await world.get<Conversation[]>('/conversations', 'key', { tags })).map(({ id }) => id);
}

function used(world: World, q: string) {
  return world.get<Tag[]>('/tags', 'key', { q });
}

function tagged(world: World, ...tags: readonly string[]) {
  return world.make.conversation({ tags });
}

function checkRename(world: () => World) {
  test('changes in all its conversations, which are found by it, without a new version', async () => {
    const [former, later] = [world().unique('former'), world().unique('later')];
    const made = await tagged(world(), former, 'zz');
    const path = `/conversations/${made.id}`;
    const tag = (await world().call({ method: 'GET', path })).headers.get('etag');
    const answer = await rename(world(), former.toUpperCase(), ` ${later} `);
    expect([answer.status, answer.data]).toEqual([200, { name: later, conversations: 1 }]);
    const now = await world().call({ method: 'GET', path });
    expect(now.data).toEqual({ ...made, tags: [later, 'zz'], updated_at: expect.any(String) });
    expect(now.headers.get('etag'), 'the tag covers the name').not.toBe(tag);
    expect([await listed(world(), [later]), await listed(world(), [former])]).toEqual([[made.id], []]);
    expect((await rename(world(), former, 'other')).status, 'there is no such tag any more').toBe(404);
    const history = await world().get<HistoryEntry[]>(`/conversations/${made.id}/history`);
    expect(history.filter(({ event }) => event.startsWith('tag.'))).toEqual([]);
  });

  test('may change only its case', async () => {
    const name = world().unique('tag');
    const { id } = await tagged(world(), name);
    expect((await rename(world(), name, name.toUpperCase())).data).toMatchObject({ name: name.toUpperCase() });
    expect((await read(world(), id)).tags).toEqual([name.toUpperCase()]);
  });

  test('to one that is taken makes one tag of two, with the name that was there', async () => {
    const [one, other] = [world().unique('one'), world().unique('Other').toUpperCase()];
    const [first, second, both] = [
      await tagged(world(), one),
      await tagged(world(), other),
      await tagged(world(), one, other),
    ];
    expect((await rename(world(), one, other.toLowerCase())).data).toEqual({ name: other, conversations: 3 });
    for (const { id } of [first, second, both]) expect((await read(world(), id)).tags).toEqual([other]);
    expect(await listed(world(), [other])).toEqual([both.id, second.id, first.id]);
    expect([await listed(world(), [one]), await used(world(), one)]).toEqual([[], []]);
    expect(await used(world(), other)).toEqual([{ name: other, conversations: 3 }]);
  });

  test('is free again once no conversation has it, with the case of the new one', async () => {
    const [left, name] = [world().unique('left'), world().unique('tag')];
    const { id } = await tagged(world(), left);
    const body = { conversation_ids: [id], tags: [left] };
    await world().give({ method: 'DELETE', path: '/conversations/tags', body });
    expect((await rename(world(), left, 'other')).status).toBe(404);
    await tagged(world(), name);
    expect((await rename(world(), name, left.toUpperCase())).data).toEqual({
      name: left.toUpperCase(),
      conversations: 1,
    });
  });
}

function checkAddress(world: () => World) {
  test.for(['a/b', 'a b', '50%', '%2F', 'ä ñ 配送', '?q=1#x', '7', 'list', '…', '+1', '🧾'])(
    'is found as %s in the address',
    async part => {
      const name = `${part}${world().unique(' ')}`;
      const { id } = await tagged(world(), name);
      const later = `${world().unique('')} ${part}`;
      expect((await rename(world(), name, later)).status).toBe(200);
      expect((await read(world(), id)).tags).toEqual([later]);
    },
  );

  test('that is not UTF-8 or not a tag is 404 in the address', async () => {
    for (const segment of ['%ff', '%', '%E0%A4%A', '', '%20', '%00', `${UNKNOWN_ID}`]) {
      const answer = await world().call({ method: 'PUT', path: `/tags/${segment}`, body: { name: 'x' } });
      expect([answer.status, answer.code], segment).toEqual([404, 'not_found']);
    }
  });
}

function checkAccess(world: () => World) {
  test('cannot be changed by an agent: a tag that it sees is 403, any other one 404', async () => {
    const name = world().unique('tag');
    await tagged(world(), name);
    const answer = async (tag: string) => (await rename(world(), tag, 'mine', 'insider')).status;
    expect([await answer(name), await answer(world().secret), await answer('no such tag')]).toEqual([403, 404, 404]);
    expect((await rename(world(), name, world().unique('tag'), 'admin')).status).toBe(200);
  });

  test('is 422 if it is too long, blank or on two lines', async () => {
    const name = world().unique('tag');
    await tagged(world(), name);
    for (const wrong of ['x'.repeat(65), ' ', 'a\nb']) {
      const { status, details } = await rename(world(), name, wrong);
      expect([status, details[0]?.path]).toEqual([422, 'name']);
    }
  });
}

/** What the service says of a tag that gets another name. */
export function registerTagName(world: () => World): void {
  describe('the name of a tag', () => {
    checkRename(world);
    checkAddress(world);
    checkAccess(world);
  });
}
