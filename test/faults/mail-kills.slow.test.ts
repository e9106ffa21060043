import { expect, test } from 'vitest';
import { mailKills } from './mail-kills.ts';

test('mail is in exactly once, whenever the services that take it are killed', { timeout: 120_000 }, async () => {
  expect(await mailKills({ database: undefined, share: 0.01, seed: 5 })).toMatch(
    /^2 kills while \d+ of 10 mails came, \d+ tries to send 5, each in exactly once/,
  );
});
