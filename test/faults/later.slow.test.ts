import { expect, test } from 'vitest';
import { later } from './later.ts';

test('a conversation that was put off comes back once, though services are killed', { timeout: 120_000 }, async () => {
  expect(await later({ database: undefined, share: 0.1, seed: 3 })).toMatch(
    /^10\d\d came back twice, each once a time/,
  );
});
