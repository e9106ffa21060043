import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
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

test('two tags that become one leave no conversation with a set that names the former one', async () => {
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
  const sets = await center.parts.store.reader
    .selectFrom('conversation')
    .select(['id', 'tag_set_id'])
    .orderBy('id')
    .execute();
  const [one, other, both, third, none] = made.map(id => sets.find(row => row.id === id)!.tag_set_id);
  expect([one, both]).toEqual([other, other]);
  expect(new Set([other, third, none]).size).toBe(3);
  expect(await center.parts.store.reader.selectFrom('tag_set').select('id').execute()).toHaveLength(3);
});

test('a set lacks a tag whose id is only a part of the ids that it has', async () => {
  const { call, center, close } = await openCenter();
  onTestFinished(() => close());
  const names = Array.from({ length: 21 }, (_, at) => `tag${at + 1}`);
  await call('POST', '/conversations', { body: { title: 'x', tags: names } });
  for (const tags of [[], ['tag1'], ['tag11'], ['tag2', 'tag21'], ['tag1', 'tag12'], ['tag12', 'tag2']])
    await call('POST', '/conversations', { body: { title: 'x', tags } });
  const { reader } = center.parts.store;
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
