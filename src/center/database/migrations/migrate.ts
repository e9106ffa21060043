import { type Kysely, sql } from 'kysely';
import { DatabaseRefused } from '../refused.ts';
import type { Tables } from '../tables.ts';
import type { DatabaseKind } from './columns.ts';
import { migrationNames, migrationsFor } from './list.ts';

async function tableNames(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  // Other schemas of PostgreSQL, and views, belong to an extension or the host.
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
 * The steps already applied. Refuses a database that this program did not make: another program's tables, or steps that
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
 * Applies the missing steps, all or none. Does nothing, and writes nothing, if none is missing. `known` runs before the
 * first write, when it is certain that the database is this program's; its argument tells whether it is new.
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
  // Few starts have a step to apply.
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind, now) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
