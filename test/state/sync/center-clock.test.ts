import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCenterClock } from '../../../src/state/sync/center-clock.ts';
import { takeTime } from '../../../src/state/sync/take-time.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { press } from '../../harness/press.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A desk at a help center whose clock is ahead by so much. */
async function deskAhead(aheadMs: number) {
  const clock = handClock();
  const center = fakeCenter([row(1), row(2)]);
  const answer = center.fetch;
  const skew = { aheadMs };
  center.fetch = async request => {
    const response = await answer(request);
    response.headers.set('date', new Date(clock.now() + skew.aheadMs).toUTCString());
    return response;
  };
  return { ...(await openDesk(center, { clock })), skew };
}

test('it is within a second of the clock that answers tell, however long they take', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 9_000 })), { minLength: 1 }),
      (aheadMs, calls) => {
        const machine = handClock();
        const clock = createCenterClock(machine);
        let least = Number.POSITIVE_INFINITY;
        for (const [there, back] of calls) {
          const askedAt = machine.uptime();
          machine.advance(there);
          const second = Math.floor((machine.now() + aheadMs) / 1_000) * 1_000;
          machine.advance(back);
          clock.told(second, askedAt);
          least = Math.min(least, there + back);
        }
        expect(Math.abs(clock.now() - machine.now() - aheadMs)).toBeLessThanOrEqual(1_000 + least);
      },
    ),
    { seed: 1 },
  );
});

test('a machine that is right keeps its own time, and one whose clock is set keeps the help center’s', () => {
  const machine = handClock(Date.UTC(2026, 10, 20, 12, 0, 0, 437));
  const clock = createCenterClock(machine);
  const tell = (now: number) => clock.told(Math.floor(now / 1_000) * 1_000, machine.uptime());
  tell(machine.now());
  expect(clock.now()).toBe(machine.now());
  const before = clock.now();
  machine.setBack(48 * HOUR);
  machine.advance(MINUTE);
  expect(clock.now()).toBe(before + MINUTE);
});

test('a time such as 2h is read by the help center’s clock', async () => {
  const { desk, clock, center, idle } = await deskAhead(HOUR);
  press(desk, 'conversation.snooze', '2', 'h', 'enter');
  await idle();
  const sent = desk.world().operations.at(-1)!.calls![0]!.args as unknown as { snooze: { until: string } };
  expect(Math.abs(Date.parse(sent.snooze.until) - clock.now() - 3 * HOUR)).toBeLessThanOrEqual(1_000);
  expect(center.requests.length).toBeGreaterThan(0);
});

test.for([
  [-58 * MINUTE, "This machine's clock is 58 m ahead of the help center's."],
  [3 * HOUR, "This machine's clock is 3 h behind the help center's."],
] as const)('a difference of %i ms is said once, in a notice and in the activity', async ([aheadMs, words]) => {
  const { desk, idle, skew } = await deskAhead(aheadMs);
  expect(desk.world().notice?.text).toContain(words);
  desk.set({ notice: null });
  press(desk, 'refresh');
  await idle();
  expect(desk.world().notice?.text ?? '').not.toContain('clock');
  // The clocks agree again: nothing says otherwise any more.
  desk.set({ notice: { tone: 'problem', text: desk.world().center, topic: 'clock' } });
  skew.aheadMs = 0;
  press(desk, 'refresh');
  await idle();
  expect(desk.world()).toMatchObject({ notice: null, clockAheadMs: 0 });
});

test('less than a minute is not said', async () => {
  const { desk, clock } = await deskAhead(-50_000);
  expect(desk.world()).toMatchObject({ notice: null, clockAheadMs: 0 });
  takeTime(desk);
  expect(Math.abs(desk.world().now - clock.now() + 50_000)).toBeLessThanOrEqual(1_000);
});
