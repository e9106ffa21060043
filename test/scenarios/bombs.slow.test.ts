import { describe, expect, test } from 'vitest';
import { WAYS } from '../harness/bomb-ways.ts';
import { BOMBS } from '../harness/bombs.ts';
import { isFull } from '../harness/full.ts';

/**
 * Units of a bomb. Work that grows with the square of that needs more than the minutes of a test; the right one takes a
 * second at most. Nothing counts it: most of it is within V8, in its regular expressions and functions of strings.
 */
const SIZE = 524_288;
/** For all bombs on one way, on a machine with other work. */
const TIMEOUT_MS = 180_000;
/** One bomb of so many is tried in one way. */
const EACH = 3;

test('every bomb has a unique name and grows with its size', () => {
  expect(new Set(BOMBS.map(({ name }) => name)).size).toBe(BOMBS.length);
  const odd = BOMBS.filter(({ make }) => make(20_000).length < 1.6 * make(10_000).length);
  expect(odd.map(({ name }) => name)).toEqual([]);
});

describe('a bomb is done with', { timeout: TIMEOUT_MS }, () => {
  test.for(WAYS.map((way, turn) => [way.name, way, turn % EACH] as const))('in %s', ([, { takes, work }, turn]) => {
    // Each way with every third bomb, and each bomb on every third way; `FRONTDESK_FULL=1` tries all.
    const mine = BOMBS.filter(({ enters }) => takes.includes(enters));
    for (const bomb of mine.filter((_, at) => isFull || at % EACH === turn)) work(bomb, SIZE)();
  });
});
