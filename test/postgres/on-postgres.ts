import { describe, inject, test } from 'vitest';
import { testOnPostgres } from '../harness/databases.ts';

/** The reason why nothing can be tested on PostgreSQL here; undefined where it can. */
export const whyNoPostgres = (): string | undefined => {
  const postgres = inject('postgres');
  return 'missing' in postgres ? postgres.missing : undefined;
};

/** Runs the bodies of other test files once more, their help centers on PostgreSQL. */
export const onPostgres = (bodies: Readonly<Record<string, () => Promise<unknown>>>): void => {
  const missing = whyNoPostgres();
  if (missing === undefined) testOnPostgres();
  for (const [name, body] of Object.entries(bodies))
    if (missing === undefined) describe(`on PostgreSQL: ${name}`, async () => void (await body()));
    else test.skip(`on PostgreSQL: ${name} (${missing})`);
};
