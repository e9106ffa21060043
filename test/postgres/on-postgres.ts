import { describe, inject, test } from 'vitest';
import { testOnPostgres } from '../harness/on-postgres.ts';
import { skippedFor } from '../harness/skipped.ts';

/** Everything is tested, not only what depends most on the database. */
export const isWhole = process.env.FRONTDESK_WHOLE_SUITE === '1';

/** The reason why nothing can be tested on PostgreSQL here; undefined if it can. */
export function whyNoPostgres(): string | undefined {
  const postgres = inject('postgres');
  return 'missing' in postgres ? postgres.missing : undefined;
}

/** Test files by what they are about; importing one registers its tests. */
export type Bodies = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Runs the bodies of other test files again, with their help centers on PostgreSQL; skips them by name for a reason.
 */
export function onPostgres(bodies: Bodies, whyNot = whyNoPostgres()): void {
  if (whyNot === undefined) testOnPostgres();
  for (const [name, body] of Object.entries(bodies))
    if (whyNot === undefined)
      describe(`on PostgreSQL: ${name}`, async () => {
        await body();
      });
    else test(`on PostgreSQL: ${name}`, skippedFor(whyNot), () => undefined);
}
