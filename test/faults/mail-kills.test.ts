import { expect, test } from 'vitest';
import { mailKills } from './mail-kills.ts';

test('mail is in exactly once, whenever the services that take it are killed', { timeout: 120_000 }, async () => {
  expect(await mailKills({ database: undefined, share: 0.02, seed: 5 })).toMatch(
    /^4 kills while \d+ of 20 mails came, \d+ tries to send 10, each in exactly once/,
  );
});
