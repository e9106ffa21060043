import { expect, test } from 'vitest';
import { collectGrowth } from '../../../src/cli/desk/spare-memory.ts';

const MIB = 1_048_576;

/** A process of this size, in MiB, that a collection makes `after` MiB large. */
function processOf(after: number) {
  const timers: (() => void)[] = [];
  const own = { mib: 0, collections: 0 };
  const drawn = collectGrowth({
    size: () => own.mib * MIB,
    collect: () => {
      own.collections += 1;
      own.mib = after;
    },
    setTimer: run => {
      timers.push(run);
      return () => undefined;
    },
  });
  const frame = (mib: number) => {
    own.mib = mib;
    drawn();
    const waiting = timers.length;
    for (const run of timers.splice(0)) run();
    return waiting;
  };
  return { own, drawn, frame };
}

test('a process that stays as large is not collected', () => {
  const { own, frame } = processOf(90);
  for (const mib of [90, 95, 97, 93, 97]) frame(mib);
  expect(own.collections).toBe(0);
});

test('one that has grown by 8 MiB is collected after the frame, and then when it has grown again', () => {
  const { own, frame } = processOf(95);
  expect([90, 98, 97, 102, 103].map(frame)).toEqual([0, 1, 0, 0, 1]);
  expect(own.collections).toBe(2);
});

test('growth counts from the least that it was', () => {
  const { own, frame } = processOf(80);
  for (const mib of [91, 84, 91]) frame(mib);
  expect(own.collections).toBe(0);
  frame(92);
  expect(own.collections).toBe(1);
});

test('frames that are drawn before the collection ask for no other', () => {
  const { own, drawn, frame } = processOf(95);
  frame(90);
  own.mib = 110;
  drawn();
  drawn();
  expect(frame(112)).toBe(1);
});
