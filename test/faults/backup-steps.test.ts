import { expect, test } from 'vitest';
import { backupSteps } from './backup-steps.ts';

test('a backup and a restore that are broken at any step leave what was whole', { timeout: 120_000 }, async () => {
  expect(await backupSteps({ database: undefined, share: 0.02, seed: 3 })).toMatch(
    /^[1-9]\d* broken backups left the others whole, [1-9]\d* broken restores left nothing or all/,
  );
});
