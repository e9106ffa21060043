import { describe, expect, test } from 'vitest';
import { whyNoCorpus } from '../harness/corpus.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { corpusMaterial, type Material, ownMaterial } from './material.ts';
import { showMaterial } from './show-material.ts';

async function showPart(material: Material): Promise<void> {
  const shown = await showMaterial({ material, folder: temporaryFolder(), isWhole: false });
  expect(shown.conversations).toBeGreaterThan(20);
}

/** `npm run soak -- text` shows all of the corpus. */
describe('only the desk’s own control sequences reach the terminal', () => {
  test('with a part of our own mail and hostile text', () => showPart(ownMaterial()));

  test('with a part of the corpus', skippedFor(whyNoCorpus()), () => showPart(corpusMaterial()));
});
