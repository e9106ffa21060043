import { expect, test } from 'vitest';
import { backupSteps } from './backup-steps.ts';

/** Each seed begins at another step: the second one at the folder that is cleared first. */
test.each([3, 2])(
  'a backup and a restore that are broken at any step leave what was whole (seed %i)',
  { timeout: 120_000 },
  async seed => {
    expect(await backupSteps({ database: undefined, share: 0.02, seed })).toMatch(
      /^[1-9]\d* broken backups left the others whole, [1-9]\d* broken restores left nothing or all/,
    );
  },
);
