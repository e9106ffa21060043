import { expect, test } from 'vitest';
import { erase } from './erase.ts';

test('a person is erased whole, though the services are killed meanwhile', { timeout: 120_000 }, async () => {
  expect(await erase({ database: undefined, share: 0.2, seed: 4 })).toMatch(
    /^200 conversations of a person were erased/,
  );
});
