import { expect, test } from 'vitest';
import { merges } from './merges.ts';

test('of merges that race one wins, and nothing of what was written is lost', { timeout: 120_000 }, async () => {
  expect(await merges({ database: undefined, share: 0.1, seed: 2 })).toMatch(/^200 rounds, one survivor each/);
});
