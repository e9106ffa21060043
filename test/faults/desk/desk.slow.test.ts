import { expect, test } from 'vitest';
import { answers } from './answers.ts';
import { dayLater } from './day-later.ts';
import { killedDeskByWrongClock, killedDeskWithoutKeys } from './killed.ts';

test('a desk that is killed on a bad link, by a clock that is set, makes each change once and in order', {
  timeout: 180_000,
}, async () => {
  const run = { database: undefined, share: 0.05, seed: 2 };
  expect(await killedDeskByWrongClock(run)).toMatch(
    /^(9\d|100) changes by a desk that was killed \d times, each once and in order/,
  );
});

test('at a help center that keeps no keys too', { timeout: 180_000 }, async () => {
  const run = { database: undefined, share: 0.03, seed: 2 };
  expect(await killedDeskWithoutKeys(run)).toMatch(/^(5\d|60) changes by a desk that was killed 1 times, each once/);
});

test('a change whose answer was lost is made once, even if the desk starts again a day later', {
  timeout: 120_000,
}, async () => {
  const run = { database: undefined, share: 0.1, seed: 2 };
  expect(await dayLater(run)).toMatch(/^30 changes, each once and in order; \d+ answers were lost a day before/);
});

test('changes wait while a proxy answers everything in place of the help center, and are made once afterwards', {
  timeout: 120_000,
}, async () => {
  expect(await answers({ database: undefined, share: 0.1, seed: 2 })).toMatch(/^3 kinds of answers .* 20 changes/);
});
