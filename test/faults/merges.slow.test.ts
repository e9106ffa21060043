import { expect, test } from 'vitest';
import { merges } from './merges.ts';

// A twentieth: a tenth takes more than a few seconds.
test('of racing merges one wins, and nothing that was written is lost', { timeout: 120_000 }, async () => {
  expect(await merges({ database: undefined, share: 0.05, seed: 2 })).toMatch(/^100 rounds, one survivor each/);
});
