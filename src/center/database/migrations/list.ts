import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Additions, add, type DatabaseKind } from './columns.ts';
import { TABLES_OF, version } from './newer.ts';

/** A step makes its additions, and then its change. */
interface Step {
  readonly additions?: Additions;
  readonly change?: (db: Kysely<never>, kind: DatabaseKind, now: number) => Promise<void>;
}

/** The first step: the tables of the first version. It has the number of the last one that it stands for. */
export const BASELINE = '0033-mailbox-looks';

/**
 * Every step from an empty database to this program's, in order, loaded when it is applied: few starts need one. A
 * released step never changes.
 */
const steps: Readonly<Record<string, () => Promise<Step>>> = {
  [BASELINE]: () => import('./baseline/baseline.ts'),
  '0034-read-by-arrival': () => import('./0034-read-by-arrival.ts'),
  '0035-automatic-mail': () => import('./0035-automatic-mail.ts'),
  '0036-long-threads': () => import('./0036-long-threads.ts'),
  '0037-mail-troubles': () => import('./0037-mail-troubles.ts'),
  '0038-side-messages': () => import('./0038-side-messages.ts'),
  '0039-mentions': () => import('./0039-mentions.ts'),
  '0040-contact-words': () => import('./0040-contact-words.ts'),
  '0041-later': () => import('./0041-later.ts'),
  '0042-saved-replies': () => import('./0042-saved-replies.ts'),
  '0043-targets': () => import('./0043-targets.ts'),
  '0044-numbers': () => import('./0044-numbers.ts'),
  '0045-erasures': () => import('./0045-erasures.ts'),
  '0047-origins': () => import('./0047-origins.ts'),
  '0050-authors': () => import('./0050-authors.ts'),
  '0051-job-faults': () => import('./0051-job-faults.ts'),
  '0056-address-forms': () => import('./0056-address-forms.ts'),
  '0057-first-sight': () => import('./0057-first-sight.ts'),
  '0058-inbox-counts': () => import('./0058-inbox-counts.ts'),
  '0059-list-row': () => import('./0059-list-row.ts'),
  '0060-rules': () => import('./0060-rules.ts'),
  '0061-contact-notes': () => import('./0061-contact-notes.ts'),
  '0062-continuations': () => import('./0062-continuations.ts'),
  '0063-attachment-parts': () => import('./0063-attachment-parts.ts'),
  '0064-one-place': () => import('./0064-one-place.ts'),
  '0065-absence': () => import('./0065-absence.ts'),
  '0066-quotes': () => import('./0066-quotes.ts'),
};

/**
 * The steps in the form of kysely's Migrator, which asks for those that were `taken` too: a database from before the
 * first version has taken more of them.
 */
export function migrationsFor(
  kind: DatabaseKind,
  now: number,
  taken: readonly string[] = [],
): Record<string, Migration> {
  const former = taken.filter(name => name < BASELINE).map(name => [name, { up: async () => undefined }] as const);
  const own = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    {
      up: async db => {
        const [own, { additions, change }] = [db as Kysely<never>, await step()];
        if (additions) await add(own, kind, additions);
        await change?.(own, kind, now);
        await sql`insert into setting (key, value) values (${TABLES_OF}, ${version})
          on conflict (key) do update set value = excluded.value`.execute(db);
      },
    },
  ]);
  return Object.fromEntries([...former, ...own]);
}

/** Loads steps, so that they take no time to load while others wait. */
export function loadSteps(names: readonly string[]): Promise<Step[]> {
  return Promise.all(names.map(name => steps[name]!()));
}

export const migrationNames: readonly string[] = Object.keys(steps);

/** Whether this program does not know a step: a newer one took it. */
export function isNewer(name: string): boolean {
  return name > BASELINE && !migrationNames.includes(name);
}
