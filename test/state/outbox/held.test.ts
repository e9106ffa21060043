import { expect, test } from 'vitest';
import { overdue } from '../../../src/state/operations/operation.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';
import { pendingIn } from '../operations.ts';

const HOUR_MS = 3_600_000;

function isMerged({ center }: Bench): boolean {
  return center.conversations.get(2)!.merged_into === 1;
}

async function pass(bench: Bench, ms: number): Promise<void> {
  bench.clock.advance(ms);
  await bench.idle();
}

async function openHolding(storage = memoryStorage()) {
  const center = fakeCenter([row(1), row(2), row(3)]);
  const bench = await openDesk(center, { storage, clock: handClock() });
  bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
  return bench;
}

test.for([-HOUR_MS, 0, HOUR_MS])('a clock set by %i ms makes a hold neither longer nor shorter', async setMs => {
  const bench = await openHolding();
  await pass(bench, 3_000);
  bench.clock.setBack(-setMs);
  bench.desk.wake();
  await pass(bench, 6_999);
  expect(isMerged(bench)).toBe(false);
  await pass(bench, 1);
  expect(isMerged(bench)).toBe(true);
});

test('a sleep of less than a minute leaves the rest of a hold as it was', async () => {
  const bench = await openHolding();
  await pass(bench, 3_000);
  bench.clock.sleep(60_000);
  await pass(bench, 6_999);
  expect(isMerged(bench)).toBe(false);
  await pass(bench, 1);
  expect(isMerged(bench)).toBe(true);
});

test('after a sleep of eight hours a held change asks, says why, and is sent only if the agent agrees', async () => {
  const bench = await openHolding();
  await pass(bench, 3_000);
  bench.clock.sleep(8 * HOUR_MS);
  await pass(bench, HOUR_MS);
  const { pending, notice } = bench.desk.world();
  expect([isMerged(bench), pending.map(({ state }) => state)]).toEqual([false, ['asks']]);
  expect(notice?.text).toBe(
    'Not sent: Merged #2 into #1. It was held while the desk or the machine slept. It is kept · go asks',
  );
  expect(overdue(bench.desk.world())).toEqual(pending);
  expect(pendingIn(bench.desk.storage.load()!)).toEqual(pending);
  sendAgain(bench.desk, [pending[0]!.key]);
  await bench.idle();
  expect([isMerged(bench), bench.desk.world().notice]).toEqual([true, null]);
});

test('a hold ends in its time while the link is down, and the change is sent when it is back, without a question', async () => {
  const bench = await openHolding();
  bench.link = 'down';
  bench.desk.commit('conversation.archive', { ids: [3] });
  // The first tries fail before the hold is over.
  for (let second = 0; second < 10; second += 1) await pass(bench, 1_000);
  expect(bench.desk.world().pending.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  for (let minute = 0; minute < 10; minute += 1) await pass(bench, 60_000);
  bench.link = 'up';
  for (let round = 0; round < 4; round += 1) await pass(bench, 30_000);
  expect([isMerged(bench), bench.desk.world().pending]).toEqual([true, []]);
});

test('not even the help center’s wish to be left alone for ten minutes makes it ask', async () => {
  const bench = await openHolding();
  const { fetch } = bench.center;
  bench.desk.commit('conversation.tag', { ids: [3], tags: ['vip'] });
  bench.center.fetch = async () => new Response('{}', { status: 429, headers: { 'retry-after': '600' } });
  await bench.idle();
  expect(bench.desk.world().pending.map(({ attempts }) => attempts?.count)).toEqual([undefined, 1]);
  bench.center.fetch = fetch;
  await pass(bench, 599_000);
  expect(bench.desk.world().pending.map(({ state }) => state)).not.toContain('asks');
  for (let round = 0; round < 4; round += 1) await pass(bench, 30_000);
  expect(isMerged(bench)).toBe(true);
});

test('a change that waits is sent after a sleep without a question', async () => {
  const bench = await openDesk([row(1)], { clock: handClock() });
  bench.link = 'down';
  bench.desk.commit('conversation.archive', { ids: [1] });
  await bench.idle();
  bench.clock.sleep(8 * HOUR_MS);
  bench.link = 'up';
  await pass(bench, 30_000);
  expect(bench.center.conversations.get(1)!.archived).toBe(true);
});

test.for<[string, number, number, string[]]>([
  ['four seconds later it goes on with the rest', 4_000, 0, ['held']],
  ['a minute after its end it goes on too', 7_000 + 60_000, 0, ['held']],
  ['later it asks', 7_000 + 60_001, 0, ['asks']],
  ['with the clock set back meanwhile it goes on with the rest', 4_000, HOUR_MS, ['held']],
  ['with the clock set ahead meanwhile it asks', 4_000, -HOUR_MS, ['asks']],
])('after a kill three seconds into a hold, %s', async ([, laterMs, setBackMs, states]) => {
  const storage = memoryStorage();
  const first = await openHolding(storage);
  await pass(first, 3_000);
  first.desk.stop();
  storage.save({ ...storage.load()!, endedAt: first.clock.now() });
  first.clock.advance(laterMs);
  first.clock.setBack(setBackMs);
  const second = await openDesk(first.center, { storage, clock: first.clock });
  expect(second.desk.world().pending.map(({ state }) => state)).toEqual(states);
  await pass(second, 6_999);
  expect(isMerged(second)).toBe(false);
  await pass(second, 1);
  expect(isMerged(second)).toBe(states[0] === 'held');
});
