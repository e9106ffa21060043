import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../../open-center.ts';

/** The conversations whose tags or marks have wrong copies, and the number of tags and marks. */
async function compare({ center }: Awaited<ReturnType<typeof openCenter>>) {
  const { rows } = await sql<{ id: number; same: number }>`select c.id as id,
      (copy.shelf, copy.status_id, copy.home_id, copy.assign_key, copy.last_message_at)
        = (c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at) as same
    from (select conversation_id, shelf, status_id, home_id, assign_key, last_message_at from conversation_tag
      union all select conversation_id, shelf, status_id, home_id, assign_key, last_message_at from conversation_mark)
      as copy join conversation as c on c.id = copy.conversation_id`.execute(center.context.store.reader);
  return { copies: rows.length, others: rows.filter(({ same }) => !same).map(({ id }) => id) };
}

test('tags and marks have the values of their conversations after changes to many different ones', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const { call, adminId } = desk;
  const ids: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const { id } = (await call('POST', '/conversations', { body: { title: 'x', tags: ['a', 'b'] } })).body.data;
    await call('POST', `/conversations/${id}/notes`, { body: { details: 'Look here.' } });
    ids.push(id);
  }
  const [target, first, second, third] = ids as [number, number, number, number];
  for (const id of [first, third]) await call('POST', `/conversations/${id}/archive`);
  await call('PUT', `/conversations/${second}`, { body: { conversation_status_id: 2, assign_to: adminId } });
  await call('PUT', '/conversations', {
    body: { conversation_ids: ids, conversation_status_id: 2, inbox_id: 2, archived: true, added_tags: ['c'] },
  });
  expect(await compare(desk)).toEqual({ copies: 24, others: [] });
  await call('POST', `/conversations/${first}/restore`);
  await call('PUT', '/conversations', {
    body: {
      conversation_ids: ids,
      conversation_status_id: 1,
      archived: false,
      assign_to: adminId,
      deleted_tags: ['b'],
    },
  });
  expect(await compare(desk)).toEqual({ copies: 18, others: [] });
  await call('POST', `/conversations/${first}/archive`);
  await call('POST', `/conversations/${target}/merge`, { body: { conversation_ids: [first, second, third] } });
  expect((await compare(desk)).others).toEqual([]);
});
