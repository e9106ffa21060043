import { expect, test } from 'vitest';
import { mailOutKills } from './mail-out-kills.ts';

test('each answer goes out, whenever the services that send it are killed', { timeout: 120_000 }, async () => {
  expect(await mailOutKills({ database: undefined, share: 0.01, seed: 5 })).toMatch(
    /^2 kills while \d+ of 10 answers went out, each out; \d+ came twice, with the same Message-ID/,
  );
});
