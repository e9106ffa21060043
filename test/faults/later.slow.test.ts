import { expect, test } from 'vitest';
import { later } from './later.ts';

test('what was put off comes back once, though the services are killed meanwhile', { timeout: 120_000 }, async () => {
  expect(await later({ database: undefined, share: 0.1, seed: 3 })).toMatch(
    /^10\d\d came back twice, each once a time/,
  );
});
