import { expect, test } from 'vitest';
import { conversationOf } from '../../../src/state/visible.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const UNTIL = '2026-12-01T09:00:00Z';
const snooze = { until: UNTIL, keep: false };

async function open(lacksLater = false) {
  const center = fakeCenter([row(1), row(2), row(3)], { lacksLater });
  const bench = await openDesk(center, { clock: handClock() });
  const commit = async (name: 'conversation.snooze' | 'conversation.archive' | 'conversation.status', args: object) => {
    bench.desk.commit(name, { ids: [1], ...args } as never);
    await bench.idle();
  };
  const snoozed = () => conversationOf(bench.desk.world(), 1)?.snoozed ?? null;
  return { center, bench, commit, snoozed };
}

test('a conversation that is put off leaves the unresolved ones at once, and undo brings it back', async () => {
  const { center, bench, commit, snoozed } = await open();
  await commit('conversation.snooze', { snooze });
  expect(bench.desk.world().list.rows).toEqual([3, 2]);
  expect(bench.desk.world().notice?.text).toContain('Put off #1 until');
  expect(center.conversations.get(1)!.snoozed).toMatchObject(snooze);
  bench.desk.undo();
  await bench.idle();
  expect([snoozed(), center.conversations.get(1)!.snoozed]).toEqual([null, undefined]);
});

test.each([
  ['archiving', 'conversation.archive', {}],
  ['closing', 'conversation.status', { conversation_status_id: 2 }],
] as const)('undo of %s puts off again as it was', async (_, name, args) => {
  const { bench, commit, snoozed } = await open();
  await commit('conversation.snooze', { snooze });
  await commit(name, args);
  expect(snoozed()).toBeNull();
  bench.desk.undo();
  await bench.idle();
  expect(snoozed()).toMatchObject({ until: Date.parse(UNTIL), keep: false });
});

test('five hundred are one request', async () => {
  const center = fakeCenter(Array.from({ length: 500 }, (_, index) => row(index + 1)));
  const bench = await openDesk(center, { clock: handClock() });
  const before = center.requests.length;
  bench.desk.commit('conversation.snooze', { ids: [...center.conversations.keys()], snooze });
  await bench.idle();
  const written = center.requests.slice(before).filter(one => one.startsWith('PUT'));
  expect(written).toHaveLength(1);
});

test('a help center that ignores it has the conversation as it was, and the desk says so', async () => {
  const { bench, commit, snoozed } = await open(true);
  await commit('conversation.snooze', { snooze });
  const reason = 'This help center cannot put conversations off.';
  expect([snoozed(), bench.desk.world().notice?.text, bench.desk.world().offers.later]).toEqual([null, reason, reason]);
});

test('one whose time passed before it was sent stays refused with the reason', async () => {
  const { bench, commit, snoozed } = await open();
  bench.link = 'down';
  await commit('conversation.snooze', { snooze: { until: '2026-11-20T10:30:00Z', keep: false } });
  expect(snoozed()).not.toBeNull();
  bench.link = 'up';
  bench.clock.advance(60_000);
  await bench.idle();
  expect(snoozed()).toBeNull();
  expect(bench.desk.world().refused).toMatchObject([{ name: 'conversation.snooze', reasons: [{ id: 1 }] }]);
  expect(bench.desk.world().notice?.text).toContain('has passed: name a later time');
});
