import { describe, expect, inject, test } from 'vitest';
import { edits } from '../faults/edits.ts';
import { kills } from '../faults/kills.ts';
import { merges } from '../faults/merges.ts';
import { retries } from '../faults/retries.ts';
import { postgresUrl } from '../harness/postgres.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

/** A fiftieth of each; `npm run faults -- --database postgres` runs them at full size. */
const share = 0.02;

const address = (): string => {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  return postgresUrl(postgres.folder, 'postgres');
};

describe.skipIf(missing)(`two services on PostgreSQL, when things break${missing ? ` (${missing})` : ''}`, () => {
  test.for([
    ['kills', kills, /^4 kills, \d+ acknowledged writes all there once/],
    ['merges', merges, /^40 rounds, one survivor each/],
    ['edits', edits, /^200 edits taken, all in the history/],
    ['retries', retries, /^200 posts, each once and in order/],
  ] as const)('%s', { timeout: 120_000 }, async ([, fault, seen]) => {
    expect(await fault({ database: address(), share, seed: 3 })).toMatch(seen);
  });
});
