import { expect, test } from 'vitest';
import { mailTokens } from './mail-tokens.ts';

test('no mail is lost, doubled or late while tokens end and are renewed', { timeout: 120_000 }, async () => {
  expect(await mailTokens({ database: undefined, share: 0.1, seed: 5 })).toMatch(
    /^2 tokens while 20 mails came and 5 answers went, each once, the latest after \d+ ms .*; what waited/,
  );
});
