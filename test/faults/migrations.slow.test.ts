import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';

test('a program that is killed while it upgrades a help center leaves the old one or the new one', {
  timeout: 120_000,
}, async () => {
  expect(await migrations({ database: undefined, share: 0.05, seed: 4 })).toMatch(
    /^[1-9]\d* kills at \d+ statements and 3 at any moment left \d+ old and \d+ new, with every row; 3 at once/,
  );
});
