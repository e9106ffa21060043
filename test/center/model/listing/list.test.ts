import { expect, test } from 'vitest';
import { listedIds, makeConversation, makeInbox } from '../../conversations.ts';
import { openCenter, type Who } from '../../open-center.ts';

test('conversations of deleted inboxes are listed among the others in order, once each, also across pages', async () => {
  const desk = await openCenter();
  const list = (query: Readonly<Record<string, unknown>>, as: Who = 'admin') => listedIds(desk, { query, as });
  const [former, foreign] = [await makeInbox(desk, 'Former', [desk.agentId]), await makeInbox(desk, 'Foreign')];
  const made: number[] = [];
  for (const inbox_id of [former, desk.inboxId, foreign, former, desk.inboxId, foreign]) {
    desk.clock.now += 1_000;
    made.push(await makeConversation(desk, { inbox_id }));
  }
  for (const inbox of [former, foreign]) await desk.call('DELETE', `/inboxes/${inbox}`);
  const assigned = [made[0]!, made[2]!];
  await desk.call('PUT', '/conversations', { body: { conversation_ids: assigned, assign_to: desk.agentId } });
  const seen = [made[4]!, made[3]!, made[2]!, made[1]!, made[0]!];
  for (const limit of [1, 2, 200]) expect(await list({ limit }, 'agent')).toEqual(seen);
  expect(await list({ sort: 'created_at.asc', limit: 2 }, 'agent')).toEqual(seen.toReversed());
  expect(await list({ assign_to: ['me'] }, 'agent')).toEqual([made[2], made[0]]);
  expect(await list({ inbox_ids: [former, foreign] }, 'agent')).toEqual([]);
  expect(await list({ inbox_ids: [former, foreign] })).toEqual([]);
  expect((await list({})).length).toBe(6);
  await desk.close();
});
