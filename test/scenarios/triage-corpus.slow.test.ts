import { describe, test } from 'vitest';
import { corpusPath, whyNoCorpus } from '../harness/corpus.ts';
import { skippedFor } from '../harness/skipped.ts';
import { importOrSetAside, importTwice, triage } from './triage.ts';

describe('real list mail (the corpus bigbang-3gpp)', skippedFor(whyNoCorpus('bigbang-3gpp')), () => {
  test('is imported whole, triaged by keys alone, and the help center holds what was done', async () => {
    await triage(await importTwice(corpusPath('bigbang-3gpp'), 109));
  });

  test.for(['ruby-mail', 'enmime', 'postal-mime'])('%s: every mail is imported, or set aside with its reason', folder =>
    importOrSetAside(corpusPath(folder)),
  );
});
