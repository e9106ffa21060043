import { expect, it } from 'vitest';
import { findInDetail } from '../../../src/actions/detail/find.ts';
import { inSlices, runToEnd, type Steps } from '../../../src/state/detail/slices.ts';
import { threadLines } from '../../../src/state/detail/thread-lines.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const LONG = 'x\n'.repeat(30_000);

function* count(steps: number, cost: number): Steps<string> {
  for (let step = 0; step < steps; step += 1) yield cost;
  return 'done';
}

it('does little work at once', () => {
  const clock = handClock();
  const seen: string[] = [];
  inSlices(count(3, 100), clock.setTimer, result => seen.push(result));
  expect([seen, clock.waiting()]).toEqual([['done'], 0]);
  expect(runToEnd(count(3, 100))).toBe('done');
});

it('does much work with turns in between, until the result is no longer wanted', () => {
  const clock = handClock();
  const seen: string[] = [];
  let looks = 0;
  inSlices(
    count(100, 10_000),
    clock.setTimer,
    result => seen.push(result),
    () => ++looks > 0,
  );
  expect([seen, clock.waiting()]).toEqual([[], 1]);
  clock.advance(0);
  expect([seen, looks]).toEqual([['done'], 25]);
  inSlices(
    count(100, 10_000),
    clock.setTimer,
    result => seen.push(result),
    () => ++looks < 30,
  );
  clock.advance(0);
  expect([seen, looks, clock.waiting()]).toEqual([['done'], 30, 0]);
});

/** Opens a conversation, with the keys' turns in between that a long one leaves. */
async function open(bench: Bench): Promise<void> {
  const opened = openConversation(bench.desk, 1);
  await bench.idle();
  bench.clock.advance(0);
  await opened;
}

it('wraps a long conversation between the keys before it shows it, with the same result as at once', async () => {
  const bench = await openDesk([row(1)]);
  for (const text of [LONG, `a ${LONG}`, 'the end']) bench.center.receive(1, text);
  const opened = openConversation(bench.desk, 1);
  await bench.idle();
  expect([threadOf(bench.desk.world(), 1), bench.clock.waiting()]).toEqual([undefined, 1]);
  bench.clock.advance(0);
  await opened;
  const world = bench.desk.world();
  const thread = threadOf(world, 1)!;
  const lines = threadLines(thread, world.viewport.detailColumns, new Set(), world);
  expect(lines.length).toBeGreaterThan(60_000);
  expect(bench.desk.detailLines()).toEqual(lines);
});

it('searches a long conversation between the keys, and a newer search ends the older one', async () => {
  const bench = await openDesk([row(1)]);
  bench.center.receive(1, `${LONG}first\n${LONG}second`);
  await open(bench);
  bench.desk.set({ detail: { ...bench.desk.world().detail, top: 0 } });
  const found = () => {
    const { find } = bench.desk.world().detail;
    return find?.line == null ? null : bench.desk.detailLines()[find.line]!.text;
  };
  findInDetail(bench.desk, 'first', 1);
  expect(found()).toBeNull();
  findInDetail(bench.desk, 'second', 1);
  bench.clock.advance(0);
  expect(found()).toBe('second');
});

it('ends a search in a conversation that is not read yet', async () => {
  const bench = await openDesk([row(1)]);
  bench.desk.set({ detail: { ...bench.desk.world().detail, conversationId: 1 } });
  findInDetail(bench.desk, 'words', 1);
  expect(bench.desk.world().notice?.text).toMatch(/is not in the part shown/);
});
