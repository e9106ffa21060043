import { expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../../open-center.ts';

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
