import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { showHostileMail } from './show-hostile-mail.ts';

/** `npm run soak -- text` shows 10,000. */
const MAILS = 100;

test(`${MAILS} mails with something hostile in every field: imported, shown, and nothing of it reaches the terminal`, async () => {
  const folder = join(temporaryFolder(), 'hostile');
  const shown = await showHostileMail({ folder, mails: MAILS, seed: 20_251_120, hugeEvery: 50 });
  expect(shown.conversations).toBeGreaterThan(MAILS);
});
