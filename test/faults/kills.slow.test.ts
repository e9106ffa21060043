import { expect, test } from 'vitest';
import { kills } from './kills.ts';

test('services that are killed under load lose nothing that they acknowledged', { timeout: 120_000 }, async () => {
  expect(await kills({ database: undefined, share: 0.1, seed: 2 })).toMatch(
    /^20 kills, \d+ acknowledged writes all there once, among them [1-9]\d* from the queue and [1-9]\d* to and from spam/,
  );
});
