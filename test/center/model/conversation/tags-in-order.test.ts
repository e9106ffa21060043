import { expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../../open-center.ts';

test('a list shows tags as the conversation does: sorted without case, as they were first written', async () => {
  const { call, close } = await openCenter();
  onTestFinished(() => close());
  const tagged = [['zoo', 'Émile', 'b', 'A'], ['a', 'Zebra', 'émile'], [], ['ａ', '😀', 'b']];
  for (const tags of tagged) await call('POST', '/conversations', { body: { title: 'x', tags } });
  const { data } = (await call('GET', '/conversations?sort=created_at.asc')).body;
  const listed = data.map(({ tags }: { tags: string[] }) => tags);
  expect(listed).toEqual([['A', 'b', 'zoo', 'Émile'], ['A', 'Zebra', 'Émile'], [], ['b', '😀', 'ａ']]);
  for (const [at, { id }] of data.entries())
    expect((await call('GET', `/conversations/${id}`)).body.data.tags).toEqual(listed[at]);
});
