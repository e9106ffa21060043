import { describe, expect, test } from 'vitest';
import { WAYS } from '../harness/bomb-ways.ts';
import { BOMBS } from '../harness/bombs.ts';
import { isFull } from '../harness/full.ts';
import { processorMs, tooSteep } from '../harness/growth.ts';

/** Long for a machine with other work: on a quiet one each way takes a second. */
const TIMEOUT_MS = 180_000;

/** One bomb of so many is tried in one way. */
const EACH = 3;

test('every bomb has a unique name and grows with its size', () => {
  expect(new Set(BOMBS.map(({ name }) => name)).size).toBe(BOMBS.length);
  const odd = BOMBS.filter(({ make }) => make(20_000).length < 1.6 * make(10_000).length);
  expect(odd.map(({ name }) => name)).toEqual([]);
});

/** Whether work that takes so many milliseconds at a size is called steep. */
function isSteep(msOf: (size: number) => number): boolean {
  let ms = 0;
  const now = () => ms;
  const work = (size: number) => () => {
    ms += msOf(size);
  };
  return tooSteep(work, { wall: now, processor: now }) !== undefined;
}

test('work that grows with the square is called steep, work that grows with the length is not', () => {
  for (const power of [1.4, 2, 3]) expect(isSteep(size => (size / 4_096) ** power)).toBe(true);
  for (const power of [0, 1, 1.2]) expect(isSteep(size => (size / 4_096) ** power)).toBe(false);
});

test('a step that is steep at one size alone is none', () => {
  expect(isSteep(size => (size > 4_096 ? 3 : 1) * (size / 4_096))).toBe(false);
});

test('work that is slow by other work on the machine alone is not steep', () => {
  let [wall, processor, times] = [0, 0, 0];
  const work = (size: number) => () => {
    times += 1;
    wall += (size / 4_096) * times;
    processor += size / 4_096;
  };
  expect(tooSteep(work, { wall: () => wall, processor: () => processor })).toBeUndefined();
});

test('no work is so short that the clock of the processor does not advance', () => {
  const work = () => Array.from({ length: 100_000 }, (_, turn) => Math.sqrt(turn));
  const times = Array.from({ length: 50 }, () => {
    const start = processorMs();
    work();
    return processorMs() - start;
  });
  expect(times.filter(ms => ms <= 0)).toEqual([]);
});

describe('double the length of a bomb costs at most 2.5 times as much', { timeout: TIMEOUT_MS }, () => {
  test.each(WAYS.map(way => [way.name, way] as const))('in %s', (name, { takes, work }) => {
    const mine = BOMBS.filter(({ enters }) => takes.includes(enters));
    // Each way with every third bomb, and each bomb on every third way; `FRONTDESK_FULL=1` tries all.
    const turn = WAYS.findIndex(way => way.name === name) % EACH;
    const steep = mine
      .filter((_, index) => isFull || index % EACH === turn)
      .flatMap(bomb => {
        const growth = tooSteep(size => work(bomb, size));
        return growth ? [{ bomb: bomb.name, ...growth }] : [];
      });
    expect(steep).toEqual([]);
  });
});
