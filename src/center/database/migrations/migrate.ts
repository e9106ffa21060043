import { type Kysely, sql } from 'kysely';
import { DatabaseRefused } from '../refused.ts';
import type { Tables } from '../tables.ts';
import type { DatabaseKind } from './columns.ts';
import { migrationNames, migrationsFor } from './list.ts';

async function tableNames(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  // What lies in other schemas of PostgreSQL, or is a view there, came with an extension or its host.
  const query =
    kind === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite!_%' escape '!'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await query.execute(db);
  return rows.map(row => row.name);
}

async function executedNames(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(row => row.name);
}

/**
 * The steps that were taken already. Refuses what this program did not make: another program's tables, or steps that
 * only a newer one knows.
 */
async function takenSteps(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  const names = await tableNames(db, kind);
  if (names.length === 0) return [];
  if (!names.includes('kysely_migration'))
    throw new DatabaseRefused('It belongs to another program. Nothing in it was changed; name another one.');
  const taken = await executedNames(db);
  if (taken.some(name => !migrationNames.includes(name)))
    throw new DatabaseRefused(
      'A newer frontdesk wrote this database. Nothing in it was changed; update frontdesk to open it.',
    );
  return taken;
}

/**
 * Takes the steps that the database lacks, all or none. Does nothing, not even write, where it lacks none. `known` runs
 * before anything is written, once it is sure that the database is this program's; it is told whether it is a new one.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  now: number,
  known: (isNew: boolean) => void = () => undefined,
): Promise<void> {
  const taken = await takenSteps(db, kind);
  known(taken.length === 0);
  if (taken.length === migrationNames.length) return;
  // Few starts have a step to take.
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind, now) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
