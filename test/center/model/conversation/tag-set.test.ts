import { expect, onTestFinished, test } from 'vitest';
import { refreshTagSets, sweepTagSets } from '../../../../src/center/model/conversation/tag-set.ts';
import { openCenter } from '../../open-center.ts';

test('two tags that become one leave no set that names the former one', async () => {
  const { call, center, close } = await openCenter();
  onTestFinished(() => close());
  const made = [];
  for (const tags of [['one'], ['other'], ['one', 'other'], ['one', 'third'], []])
    made.push((await call('POST', '/conversations', { body: { title: 'x', tags } })).body.data.id);
  await call('PUT', '/tags/one', { body: { name: 'other' } });
  const without = async (tag: string) =>
    (await call('GET', `/conversations?not[tags][]=${tag}&sort=created_at.asc`)).body.data.map(
      ({ id }: { id: number }) => id,
    );
  expect(await without('other')).toEqual([made[4]]);
  const sets = await center.context.store.reader
    .selectFrom('conversation')
    .select(['id', 'tag_set_id'])
    .orderBy('id')
    .execute();
  const [one, other, both, third, none] = made.map(id => sets.find(row => row.id === id)!.tag_set_id);
  expect([one, both]).toEqual([other, other]);
  expect(new Set([other, third, none]).size).toBe(3);
  await center.context.store.write(sweepTagSets);
  expect(await center.context.store.reader.selectFrom('tag_set').select('id').execute()).toHaveLength(3);
});

/** Conversations with these tags; `sets` says which set each has and what its key is, tags by their names. */
async function openWith(...tagged: readonly (readonly string[])[]) {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const ids: number[] = [];
  for (const tags of tagged)
    ids.push((await desk.call('POST', '/conversations', { body: { title: 'x', tags } })).body.data.id);
  const { reader } = desk.center.context.store;
  const sets = async () => {
    const names = new Map(
      (await reader.selectFrom('tag').selectAll().execute()).map(tag => [String(tag.id), tag.name]),
    );
    const rows = await reader
      .selectFrom('conversation')
      .innerJoin('tag_set', 'tag_set.id', 'conversation.tag_set_id')
      .select(['conversation.id', 'tag_set.id as set', 'tag_set.key'])
      .execute();
    const named = (key: string) =>
      key
        .split(' ')
        .map(id => names.get(id) ?? '')
        .sort()
        .join(' ');
    return ids.map(id => rows.find(row => row.id === id)!).map(({ set, key }) => ({ set, tags: named(key) }));
  };
  const kept = async () => {
    await desk.center.context.store.write(sweepTagSets);
    return (await reader.selectFrom('tag_set').select('id').execute()).length;
  };
  const add = (at: readonly number[], ...names: readonly string[]) =>
    desk.call('PUT', '/conversations', { body: { conversation_ids: at.map(one => ids[one]), added_tags: names } });
  return { desk, ids, sets, kept, add };
}

test('conversations with equal sets share one, and the others are swept', async () => {
  const { sets, kept, add } = await openWith(['a'], ['b'], ['a', 'b'], ['c']);
  await add([0, 1], 'a', 'b');
  const [one, other, both] = await sets();
  expect([one!.set, other!.set]).toEqual([both!.set, both!.set]);
  expect(await kept()).toBe(2);
  await add([0, 1, 2, 3], 'a', 'b', 'c');
  expect(new Set((await sets()).map(({ set, tags }) => `${set} ${tags}`)).size).toBe(1);
  expect(await kept()).toBe(1);
});

test('a set that one conversation leaves and another joins gets no other key', async () => {
  const { desk, ids, sets, kept } = await openWith(['a'], ['b'], ['c'], []);
  await desk.center.write(async work => {
    const tagged = (await work.db.selectFrom('conversation_tag').selectAll().orderBy('conversation_id').execute())!;
    const [a, b] = tagged;
    await work.db.deleteFrom('conversation_tag').where('conversation_id', 'in', [ids[0]!, ids[1]!]).execute();
    const fresh = [
      { ...a!, tag_id: b!.tag_id },
      { ...b!, tag_id: a!.tag_id },
      { ...a!, conversation_id: ids[3]!, tag_id: tagged[2]!.tag_id },
      { ...a!, conversation_id: ids[2]! },
    ];
    await work.db.insertInto('conversation_tag').values(fresh).execute();
    await refreshTagSets(work, ids);
  });
  expect((await sets()).map(({ tags }) => tags)).toEqual(['b', 'a', 'a c', 'c']);
  expect(await kept()).toBe(4);
});
