import { expect, test } from 'vitest';
import { firstRest } from '../../../src/cli/desk/first-rest.ts';

/** A clock, and what waits for it. */
function clock() {
  let now = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    elapsed: () => now,
    setTimer: (run: () => void, ms: number) => {
      timers.push({ at: now + ms, run });
      return () => undefined;
    },
    pass: (ms: number) => {
      const end = now + ms;
      while (timers[0] !== undefined && timers[0].at <= end) {
        const { at, run } = timers.shift()!;
        now = at;
        run();
      }
      now = end;
    },
    waiting: () => timers.length,
  };
}

test('the first rest comes a second after the last frame, and once', () => {
  const time = clock();
  let rests = 0;
  const drawn = firstRest({ ...time, run: () => (rests += 1) });
  time.pass(5_000);
  expect(rests).toBe(0);
  drawn();
  time.pass(900);
  drawn();
  time.pass(999);
  expect(rests).toBe(0);
  time.pass(1);
  expect(rests).toBe(1);
  for (let frame = 0; frame < 3; frame++) {
    drawn();
    time.pass(2_000);
  }
  expect(rests).toBe(1);
  expect(time.waiting()).toBe(0);
});
