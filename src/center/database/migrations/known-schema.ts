import type { Kysely } from 'kysely';
import { prepare } from '../prepare.ts';
import type { Db } from '../tables.ts';
import { isNewer, migrationNames } from './list.ts';
import { TABLES_OF, whyNewer } from './newer.ts';

/** The newest step that was applied. */
const newestStep = prepare<[], { name: string }>(0, db =>
  (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1),
);

/** The version of the program that took the newest step; undefined if no program has said so. */
export async function tablesOf(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', TABLES_OF).executeTakeFirst();
  return row?.value;
}

/** A newer frontdesk has changed the database since this one opened it: this one would not maintain the new data. */
export class NewerSchema extends Error {
  constructor(step: string, by: string | undefined) {
    const { what, cure } = whyNewer(step, by, migrationNames.at(-1)!);
    super(`${what}; nothing was stored: ${cure}.`);
  }
}

/** Throws `NewerSchema` before a write to a database that a newer frontdesk has changed since this one opened it. */
export async function requireKnownSchema(db: Db): Promise<void> {
  const [row] = await newestStep(db);
  if (isNewer(row!.name)) throw new NewerSchema(row!.name, await tablesOf(db));
}
