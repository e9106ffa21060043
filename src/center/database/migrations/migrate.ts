import { type Kysely, sql } from 'kysely';
import { DatabaseRefused } from '../refused.ts';
import type { Tables } from '../tables.ts';
import type { DatabaseKind } from './columns.ts';
import { tablesOf } from './known-schema.ts';
import { BASELINE, isNewer, migrationNames, migrationsFor } from './list.ts';
import { whyNewer } from './newer.ts';

/** The table of the steps that were applied. */
export const STEPS = 'kysely_migration';

/** The names of a SQLite file's tables and views. */
export const sqliteTables =
  "select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite!_%' escape '!'";

async function tableNames(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  // Other schemas of PostgreSQL, and views, belong to an extension or the host.
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`${sql.raw(sqliteTables)}`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await query.execute(db);
  return rows.map(row => row.name);
}

async function executedNames(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(STEPS)}`.execute(db);
  return rows.map(row => row.name);
}

/** The refusal of an older database: that commit brings it to the tables of the first version. */
const WAY_OVER = {
  what: 'It is from before the first version',
  cure: 'serve it once with the commit 958be25f of frontdesk, until a minute has passed without work, then open it here',
};

/**
 * Why a database with these tables and steps is not for this program, and what to do; undefined if it is, or is new.
 * `by`: the version that took the newest step, if it is known.
 */
export function whyNotOurs(tables: readonly string[], steps: readonly string[], by?: string) {
  if (tables.length === 0) return undefined;
  if (!tables.includes(STEPS)) return { what: 'It belongs to another program', cure: 'name another one' };
  if (steps.some(isNewer)) return whyNewer(steps.toSorted().at(-1)!, by, migrationNames.at(-1)!);
  // Without a step another process is making it.
  return steps.length === 0 || steps.includes(BASELINE) ? undefined : WAY_OVER;
}

/** Whether the data of a database from before the first version are still being completed. */
async function isIncomplete(db: Kysely<Tables>, steps: readonly string[]): Promise<boolean> {
  if (steps.every(name => name >= BASELINE)) return false;
  const row = await db.selectFrom('setting').select('key').where('key', '=', 'filling').executeTakeFirst();
  return row !== undefined;
}

/** The steps already applied. Throws `DatabaseRefused` for a database that is not for this program. */
export async function takenSteps(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  const names = await tableNames(db, kind);
  const taken = names.includes(STEPS) ? await executedNames(db) : [];
  const by = taken.some(isNewer) ? await tablesOf(db) : undefined;
  const why = whyNotOurs(names, taken, by) ?? ((await isIncomplete(db, taken)) ? WAY_OVER : undefined);
  if (why !== undefined) throw new DatabaseRefused(`${why.what}; nothing in it was changed: ${why.cure}.`);
  return taken;
}

/**
 * Applies the missing steps, all or none. Does nothing, and writes nothing, if none is missing. `known` runs before the
 * first write, when it is certain that the database is this program's.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  now: number,
  known: () => void = () => undefined,
): Promise<void> {
  const taken = await takenSteps(db, kind);
  known();
  if (migrationNames.every(name => taken.includes(name))) return;
  await takeSteps(db, kind, now, { taken });
}

/** Few starts have a step to apply. */
export async function loadMigrator() {
  const { Migrator } = await import('kysely/migration');
  return Migrator;
}

interface StepsWanted {
  readonly taken?: readonly string[];
  /** The last step to apply; by default the newest. */
  readonly last?: string;
}

/** Applies the missing steps to a database that is known to be this program’s, or empty. */
export async function takeSteps(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  now: number,
  { taken, last }: StepsWanted,
): Promise<void> {
  const Migrator = await loadMigrator();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind, now, taken) } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
}
