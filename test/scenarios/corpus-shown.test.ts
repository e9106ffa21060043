import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { hasCorpus } from './grafts.ts';
import { showCorpus } from './show-corpus.ts';

/** `npm run soak -- text` shows all of it. */
test.skipIf(!hasCorpus)(
  'what the corpus holds of everything is shown, and no control sequence reaches the terminal that the desk did not make',
  { timeout: 60_000 },
  async () => {
    const shown = await showCorpus({ folder: temporaryFolder(), isWhole: false });
    expect(shown.conversations).toBeGreaterThan(20);
  },
);
