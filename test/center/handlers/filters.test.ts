import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let ids: Readonly<Record<'open' | 'archived' | 'merged' | 'archivedAndMerged', number>>;
beforeEach(async () => {
  desk = await openCenter();
  const [open, archived, merged, archivedAndMerged] = [
    await makeConversation(desk),
    await makeConversation(desk),
    await makeConversation(desk),
    await makeConversation(desk),
  ];
  for (const id of [archived, archivedAndMerged]) await desk.call('POST', `/conversations/${id}/archive`);
  await desk.call('POST', `/conversations/${open}/merge`, { body: [merged, archivedAndMerged] });
  ids = { open, archived, merged, archivedAndMerged };
});
afterEach(() => desk.close());

async function listed(search: string): Promise<number[]> {
  const { status, body } = await desk.call('GET', `/conversations?sort=created_at.asc&${search}`);
  expect([search, status]).toEqual([search, 200]);
  return body.data.map(({ id }: { id: number }) => id);
}

test('a flag is taken in each of its spellings', async () => {
  for (const yes of ['1', 'true']) {
    expect(await listed(`archived=${yes}`)).toEqual([ids.archived]);
    expect(await listed(`merged=${yes}`)).toEqual([ids.merged]);
  }
  for (const no of ['0', 'false']) expect(await listed(`archived=${no}&merged=${no}`)).toEqual([ids.open]);
  expect(await listed('unread=true')).toEqual([]);
  expect(await listed('not[waiting]=true')).toEqual([ids.open]);
  expect((await desk.call('GET', '/conversations?count=true')).body.meta.total).toBe(1);
  expect((await desk.call('GET', '/conversations?unread=yes')).status).toBe(422);
});

test('merged-away conversations are listed archived or not as any others are', async () => {
  expect(await listed('merged=1&archived=1')).toEqual([ids.archivedAndMerged]);
  expect(await listed('merged=1&archived=any')).toEqual([ids.merged, ids.archivedAndMerged]);
});

describe('several values in one', () => {
  async function told(search: string) {
    const { status, body } = await desk.call('GET', `/conversations?${search}`);
    return [
      status,
      ...(body.error?.details ?? []).map((one: { path: string; message: string }) => `${one.path} ${one.message}`),
    ];
  }

  test('of a status are refused with how to say them, and a name that is unknown lists nothing', async () => {
    expect(await told('status=open,closed')).toEqual([422, 'status has several names: say status=open&status=closed']);
    expect(await told('status=opened, closed')).toEqual([
      422,
      'status has several names: say status=opened&status=closed',
    ]);
    expect((await told('not[status][]=open,closed'))[0]).toBe(422);
    expect(await listed('status=nothing')).toEqual([]);
    expect(await listed('status=here,there')).toEqual([]);
  });

  test('of a status whose name has a comma are that status', async () => {
    await desk.call('POST', '/conversation_statuses', { body: { name: 'open, but later' } });
    expect(await listed('status=open, but later')).toEqual([]);
  });

  test('of ids are refused with how to say them', async () => {
    expect(await told('ids[]=1,2')).toEqual([422, expect.stringMatching(/^ids\[\] .*repeat it: ids\[\]=…&ids\[\]=…$/)]);
    expect(await told('has[]=note,review')).toEqual([422, expect.stringContaining('repeat it')]);
  });
});

test('a tag with another name changes the time of its conversations, so that who polls by it sees the name', async () => {
  const id = await makeConversation(desk, { tags: ['alpha'] });
  const before = (await desk.call('GET', `/conversations/${id}`)).body.data;
  desk.clock.now += 60_000;
  await desk.call('PUT', '/tags/alpha', { body: { name: 'beta' } });
  const since = new Date(desk.clock.now - 30_000).toISOString();
  const { body } = await desk.call('GET', '/conversations', { query: { after: { updated_at: since } } });
  expect(body.data).toMatchObject([{ id, tags: ['beta'], version: before.version }]);
  await desk.call('POST', `/conversations/${id}/tags`, { body: { name: 'gamma' } });
  desk.clock.now += 60_000;
  await desk.call('PUT', '/tags/beta', { body: { name: 'gamma' } });
  const after = (await desk.call('GET', `/conversations/${id}`)).body.data;
  expect([after.tags, after.updated_at > body.data[0].updated_at]).toEqual([['gamma'], true]);
});
