import { join } from 'node:path';
import { test } from 'vitest';
import { importTwice, triage } from './triage.ts';

test('mail from two lists is imported whole, triaged by keys alone, and the help center holds what was done', async () => {
  await triage(await importTwice(join(import.meta.dirname, '../fixtures/mail/lists'), 21));
});
