import { expect, test } from 'vitest';
import { edits } from './edits.ts';

test('no racing edit is overwritten unnoticed', { timeout: 120_000 }, async () => {
  expect(await edits({ database: undefined, share: 0.1, seed: 2 })).toMatch(
    /^1000 edits taken, all in the history, \d+ refused/,
  );
});
