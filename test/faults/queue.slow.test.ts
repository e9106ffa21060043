import { expect, test } from 'vitest';
import { queue } from './queue.ts';

test('of two agents who ask at the same instant, each gets a conversation of its own', {
  timeout: 120_000,
}, async () => {
  expect(await queue({ database: undefined, share: 0.03, seed: 5 })).toMatch(/^59 questions went to exactly one/);
});
