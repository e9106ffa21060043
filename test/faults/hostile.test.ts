import { expect, test } from 'vitest';
import { hostile } from './hostile.ts';

test('hostile strings and generated bodies do no harm', { timeout: 120_000 }, async () => {
  expect(await hostile({ database: undefined, share: 0.04, seed: 2 })).toMatch(/no 5xx, nothing of others shown/);
});
