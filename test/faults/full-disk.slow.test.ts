import { expect, test } from 'vitest';
import { fullDisk } from './full-disk.ts';

test('a full disk is answered with 503, and nothing is damaged', { timeout: 120_000 }, async () => {
  expect(await fullDisk({ database: undefined, share: 0.1, seed: 2 })).toMatch(
    /^(\d+ writes refused at [1-9]\d* places with 503|skipped)/,
  );
});
