import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { editPending } from '../../../src/state/operations/edit.ts';
import { inState } from '../../../src/state/operations/operation.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { rereadList } from '../../../src/state/sync/list.ts';
import { t } from '../../../src/text/safe.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

/** A desk whose link is down, with two changes made in the meantime. */
async function cutOff(): Promise<Bench & { stop(): void }> {
  const bench = await openDesk([row(1), row(2), row(3)]);
  const stop = keepUp(bench.desk, { hasEvents: false });
  bench.link = 'down';
  bench.desk.set({ offline: { since: bench.clock.now(), why: 'unreachable', text: t`No answer.`, nextTryAt: 0 } });
  bench.desk.commit('conversation.archive', { ids: [1] });
  bench.desk.commit('note.add', { ids: [2], details: 'Called her.' });
  await bench.idle();
  return Object.assign(bench, { stop });
}

/** The link is back, and what follows from that. */
async function comeBack(bench: Bench): Promise<void> {
  bench.link = 'up';
  bench.desk.set({ offline: null });
  bench.desk.wake(true);
  await rereadList(bench.desk, 'poll');
  for (let step = 0; step < 30; step += 1) {
    await bench.idle();
    bench.clock.advance(500);
  }
  await bench.idle();
}

const LINE = 'while you were away: 1 new, 1 taken by another agent, 2 of your changes sent';

test('after a minute or more, one line says what happened, and stays', async () => {
  const bench = await cutOff();
  bench.clock.advance(61_000);
  bench.center.receive(9);
  bench.center.change(3, { assign_to: 2 });
  await comeBack(bench);
  expect(bench.desk.world().notice?.text).toBe(LINE);
  bench.clock.advance(600_000);
  await bench.idle();
  expect(bench.desk.world().notice?.text).toBe(LINE);
  bench.stop();
});

test('after less than a minute, or if nothing happened, it says nothing', async () => {
  const bench = await cutOff();
  bench.clock.advance(30_000);
  bench.clock.setBack(-3_600_000);
  bench.center.receive(9);
  await comeBack(bench);
  expect(bench.desk.world().notice?.text ?? '').not.toContain('away');
  bench.desk.set({
    notice: null,
    offline: { since: bench.clock.now(), why: 'unreachable', text: t`No answer.`, nextTryAt: 0 },
  });
  bench.clock.advance(90_000);
  await comeBack(bench);
  expect(bench.desk.world().notice).toBeNull();
  bench.stop();
});

test('a change that cannot be sent at once does not delay the line, and is not counted', async () => {
  const bench = await cutOff();
  bench.clock.advance(61_000);
  await bench.idle();
  const operations = editPending(bench.desk.world().operations, change => [
    inState(change, { state: 'asks', about: 'hold' }),
  ]);
  bench.desk.set({ operations });
  bench.center.receive(9);
  await comeBack(bench);
  expect(bench.desk.world().notice?.text).toBe('while you were away: 1 new');
  bench.stop();
});

test('the line waits until what waited was sent, but not for ever', async () => {
  for (const isSlow of [false, true]) {
    const bench = await cutOff();
    bench.clock.advance(61_000);
    await bench.idle();
    bench.center.receive(9);
    bench.link = 'up';
    bench.desk.set({ offline: null });
    await rereadList(bench.desk, 'poll');
    bench.link = 'slow';
    bench.desk.wake(true);
    bench.clock.advance(3_000);
    await bench.idle();
    expect(bench.desk.world().notice?.text ?? '').not.toContain('away');
    if (!isSlow) {
      bench.link = 'up';
      await bench.release();
    }
    for (let step = 0; step < 20; step += 1) {
      bench.clock.advance(500);
      await bench.idle();
    }
    const sent = isSlow ? '' : ', 2 of your changes sent';
    expect(bench.desk.world().notice?.text).toBe(`while you were away: 1 new${sent}`);
    bench.stop();
  }
});

test('cut off again before it was told, all of it is told once at the end', async () => {
  const bench = await cutOff();
  bench.clock.advance(61_000);
  await bench.idle();
  bench.link = 'up';
  bench.desk.set({ offline: null });
  bench.center.receive(8);
  await rereadList(bench.desk, 'poll');
  bench.clock.advance(1_000);
  bench.link = 'down';
  bench.desk.set({ offline: { since: bench.clock.now(), why: 'unreachable', text: t`No answer.`, nextTryAt: 0 } });
  bench.clock.advance(61_000);
  await bench.idle();
  bench.center.receive(9);
  bench.center.change(3, { assign_to: 2 });
  await comeBack(bench);
  expect(bench.desk.world().notice?.text).toBe(LINE.replace('1 new', '2 new'));
  bench.stop();
});

test('news that are read late, because the stream takes long to begin, are in the line too', async () => {
  const bench = await openDesk([row(1), row(2)]);
  const { fetch } = bench.center;
  bench.center.fetch = request => (request.url.includes('/events') ? new Promise(() => {}) : fetch(request));
  const stop = keepUp(bench.desk, { hasEvents: true });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      // The stream's request is always under way.
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      bench.clock.advance(500);
    }
  };
  bench.link = 'down';
  bench.desk.commit('note.add', { ids: [2], details: 'Called her.' });
  await pass(70_000);
  expect(bench.desk.world().offline).not.toBeNull();
  bench.center.receive(9);
  bench.link = 'up';
  await pass(20_000);
  expect(bench.desk.world().notice?.text).toBe('while you were away: 1 new, 1 of your changes sent');
  stop();
});

test('after a sleep of the machine, too', async () => {
  const bench = await openDesk([row(1), row(2)]);
  const stop = keepUp(bench.desk, { hasEvents: false });
  bench.clock.advance(7_000);
  await bench.idle();
  bench.center.receive(9);
  bench.clock.sleep(8 * 3_600_000);
  for (let step = 0; step < 30; step += 1) {
    bench.clock.advance(500);
    await bench.idle();
  }
  expect(bench.desk.world().notice?.text).toBe('while you were away: 1 new');
  stop();
});
