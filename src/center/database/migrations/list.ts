import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Additions, DatabaseKind } from './columns.ts';
import { TABLES_OF, version } from './newer.ts';

type Step = (db: Kysely<never>, kind: DatabaseKind, now: number) => Promise<void>;

/** The first step: the tables of the first version. It has the number of the last one that it stands for. */
export const BASELINE = '0033-mailbox-looks';

/**
 * Every step from an empty database to this program's, in order, loaded when it is applied: few starts need one. A
 * released step never changes.
 */
const steps: Readonly<Record<string, () => Promise<Step>>> = {
  [BASELINE]: async () => (await import('./baseline/baseline.ts')).baseline,
  '0034-read-by-arrival': async () => (await import('./0034-read-by-arrival.ts')).readByArrival,
  '0035-automatic-mail': async () => (await import('./0035-automatic-mail.ts')).automaticMail,
  '0036-long-threads': async () => (await import('./0036-long-threads.ts')).longThreads,
  '0037-mail-troubles': async () => (await import('./0037-mail-troubles.ts')).mailTroubles,
  '0038-side-messages': async () => (await import('./0038-side-messages.ts')).sideMessages,
  '0039-mentions': async () => (await import('./0039-mentions.ts')).mentions,
  '0040-contact-words': async () => (await import('./0040-contact-words.ts')).contactWords,
  '0041-later': async () => (await import('./0041-later.ts')).later,
  '0042-saved-replies': async () => (await import('./0042-saved-replies.ts')).savedReplies,
  '0043-targets': async () => (await import('./0043-targets.ts')).targets,
  '0044-numbers': async () => (await import('./0044-numbers.ts')).numbers,
  '0045-erasures': async () => (await import('./0045-erasures.ts')).erasures,
  '0047-origins': async () => (await import('./0047-origins.ts')).origins,
  '0050-authors': async () => (await import('./0050-authors.ts')).authors,
  '0051-job-faults': async () => (await import('./0051-job-faults.ts')).jobFaults,
  '0056-address-forms': async () => (await import('./0056-address-forms.ts')).addressForms,
  '0057-first-sight': async () => (await import('./0057-first-sight.ts')).firstSight,
  '0058-inbox-counts': async () => (await import('./0058-inbox-counts.ts')).inboxCounts,
  '0059-list-row': async () => (await import('./0059-list-row.ts')).listRow,
  '0060-rules': async () => (await import('./0060-rules.ts')).rules,
  '0061-contact-notes': async () => (await import('./0061-contact-notes.ts')).contactNotes,
  '0062-continuations': async () => (await import('./0062-continuations.ts')).continuations,
  '0063-attachment-parts': async () => (await import('./0063-attachment-parts.ts')).attachmentParts,
};

/**
 * Additions of steps that take time. PostgreSQL gets them before any step is taken, while a former program still
 * writes: see `postgres/upgrade.ts`.
 */
export const additions: Readonly<Record<string, () => Promise<Additions>>> = {
  '0039-mentions': async () => (await import('./0039-mentions.ts')).additions,
  '0041-later': async () => (await import('./0041-later.ts')).additions,
  '0042-saved-replies': async () => (await import('./0042-saved-replies.ts')).additions,
  '0043-targets': async () => (await import('./0043-targets.ts')).additions,
  '0044-numbers': async () => (await import('./0044-numbers.ts')).additions,
  '0045-erasures': async () => (await import('./0045-erasures.ts')).additions,
  '0047-origins': async () => (await import('./0047-origins.ts')).additions,
  '0060-rules': async () => (await import('./0060-rules.ts')).additions,
  '0061-contact-notes': async () => (await import('./0061-contact-notes.ts')).additions,
  '0062-continuations': async () => (await import('./0062-continuations.ts')).additions,
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
        await (await step())(db as Kysely<never>, kind, now);
        await sql`insert into setting (key, value) values (${TABLES_OF}, ${version})
          on conflict (key) do update set value = excluded.value`.execute(db);
      },
    },
  ]);
  return Object.fromEntries([...former, ...own]);
}

/** Loads steps, so that they take no time to load while others wait. */
export async function loadSteps(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(name => steps[name]!()));
}

export const migrationNames: readonly string[] = Object.keys(steps);

/** Whether this program does not know a step: a newer one took it. */
export function isNewer(name: string): boolean {
  return name > BASELINE && !migrationNames.includes(name);
}
