import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind } from './migrations/columns.ts';
import { migrationNames, migrationsFor } from './migrations/list.ts';
import { DatabaseRefused } from './refused.ts';
import type { Tables } from './tables.ts';

const tableNames = async (db: Kysely<Tables>): Promise<string[]> =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(table => table.name);

const executedNames = async (db: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(row => row.name);
};

/** Refuses what this program did not make: another program's tables, or steps that only a newer one knows. */
const check = async (db: Kysely<Tables>): Promise<void> => {
  const names = await tableNames(db);
  if (names.length === 0) return;
  if (!names.includes('kysely_migration'))
    throw new DatabaseRefused('It belongs to another program. Nothing in it was changed; name another file.');
  const unknown = (await executedNames(db)).filter(name => !migrationNames.includes(name));
  if (unknown.length > 0)
    throw new DatabaseRefused(
      'A newer frontdesk wrote this database. Nothing in it was changed; update frontdesk to open it.',
    );
};

/** Takes the steps that the database lacks, all or none. Does nothing, not even write, where it lacks none. */
export const migrate = async (db: Kysely<Tables>, kind: DatabaseKind, now: number): Promise<void> => {
  await check(db);
  const done = (await tableNames(db)).includes('kysely_migration') ? await executedNames(db) : [];
  if (done.length === migrationNames.length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind, now) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
