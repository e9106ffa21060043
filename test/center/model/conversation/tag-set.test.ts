import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { refreshTagSets } from '../../../../src/center/model/conversation/tag-set.ts';
import type { Filter } from '../../../../src/center/model/listing/filter.ts';
import { rangesNamed } from '../../../../src/center/model/listing/lead-named.ts';
import { openCenter } from '../../open-center.ts';

const all: Filter = {
  shelves: [0],
  statuses: undefined,
  homes: undefined,
  assignees: undefined,
  tags: undefined,
  waiting: false,
  times: [],
  orphansOf: undefined,
  text: '',
};

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
  expect(await center.context.store.reader.selectFrom('tag_set').select('id').execute()).toHaveLength(3);
});

test('a set does not have a tag whose id is only a part of its ids', async () => {
  const { call, center, close } = await openCenter();
  onTestFinished(() => close());
  const names = Array.from({ length: 21 }, (_, at) => `tag${at + 1}`);
  await call('POST', '/conversations', { body: { title: 'x', tags: names } });
  for (const tags of [[], ['tag1'], ['tag11'], ['tag2', 'tag21'], ['tag1', 'tag12'], ['tag12', 'tag2']])
    await call('POST', '/conversations', { body: { title: 'x', tags } });
  const { reader } = center.context.store;
  const ids = new Map((await reader.selectFrom('tag').selectAll().execute()).map(tag => [tag.name, tag.id]));
  const tagIds = (...tags: readonly string[]) => tags.map(tag => ids.get(tag)!);
  const keysWithout = async (...tags: readonly string[]) => {
    const { rows } = await sql<{ key: string }>`select tag_set.key as key
      from ${rangesNamed('byTagSet').keys({ ...all, notTags: tagIds(...tags) })} as s
      join tag_set on tag_set.id = s.key order by tag_set.id`.execute(reader);
    return rows.map(row => row.key);
  };
  const keyOf = (...tags: readonly string[]) =>
    tagIds(...tags)
      .sort((a, b) => a - b)
      .join(' ');
  expect(await keysWithout('tag1')).toEqual(['', keyOf('tag11'), keyOf('tag2', 'tag21'), keyOf('tag12', 'tag2')]);
  expect(await keysWithout('tag2')).toEqual(['', keyOf('tag1'), keyOf('tag11'), keyOf('tag1', 'tag12')]);
  expect(await keysWithout('tag12', 'tag21')).toEqual(['', keyOf('tag1'), keyOf('tag11')]);
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
  const kept = async () => (await reader.selectFrom('tag_set').select('id').execute()).length;
  const add = (at: readonly number[], ...names: readonly string[]) =>
    desk.call('PUT', '/conversations', { body: { conversation_ids: at.map(one => ids[one]), added_tags: names } });
  return { desk, ids, sets, kept, add };
}

test('a set that all its conversations leave gets their new tags; one that some still have stays', async () => {
  const { sets, kept, add } = await openWith(['a'], ['a'], ['b'], ['b'], []);
  const before = await sets();
  await add([0, 1, 2], 'new');
  const after = await sets();
  expect(after.map(({ tags }) => tags)).toEqual(['a new', 'a new', 'b new', 'b', '']);
  expect([after[0], after[1], after[3], after[4]].map(one => one!.set)).toEqual(
    [before[0], before[1], before[3], before[4]].map(one => one!.set),
  );
  expect(after[2]!.set).not.toBe(before[2]!.set);
  expect(await kept()).toBe(4);
});

test('conversations with equal sets share one, and the others are deleted', async () => {
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
