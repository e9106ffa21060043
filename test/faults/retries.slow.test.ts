import { expect, test } from 'vitest';
import { retries } from './retries.ts';

test('a post that is sent again over broken connections is carried out once', { timeout: 120_000 }, async () => {
  expect(await retries({ database: undefined, share: 0.1, seed: 2 })).toMatch(/^1000 posts, each once and in order/);
});
