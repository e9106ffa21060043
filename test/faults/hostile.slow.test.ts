import { expect, test } from 'vitest';
import { hostile } from './hostile.ts';

// A tenth takes a minute; the conformance suite sends more of them, and both send some in every parameter.
test('hostile strings and generated bodies do no harm', { timeout: 120_000 }, async () => {
  expect(await hostile({ database: undefined, share: 0.001, seed: 2 })).toMatch(/no 5xx, nothing of others shown/);
});
