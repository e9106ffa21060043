import { expect, test } from 'vitest';
import { mailOutKills } from './mail-out-kills.ts';

test('each answer goes out, whenever the services that send it are killed', { timeout: 120_000 }, async () => {
  expect(await mailOutKills({ database: undefined, share: 0.02, seed: 5 })).toMatch(
    /^4 kills while \d+ of 20 answers went out, each out; \d+ came again with the same Message-ID/,
  );
});
