import { expect, test } from 'vitest';
import { whyNoCorpus } from '../harness/corpus.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { showCorpus } from './show-corpus.ts';

/** `npm run soak -- text` shows all of it. */
test('what the corpus holds of everything is shown, and no control sequence reaches the terminal that the desk did not make', {
  timeout: 60_000,
  ...skippedFor(whyNoCorpus()),
}, async () => {
  const shown = await showCorpus({ folder: temporaryFolder(), isWhole: false });
  expect(shown.conversations).toBeGreaterThan(20);
});
