import type { Kysely } from 'kysely';
import { prepare } from '../prepare.ts';
import type { Db } from '../tables.ts';
import { isNewer } from './list.ts';

/** The newest step that was applied. */
export const newestStep = prepare<[], { name: string }>(0, db =>
  (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1),
);

/** A newer frontdesk has changed the database since this one opened it: this one would not maintain the new data. */
export class NewerSchema extends Error {
  constructor() {
    super('A newer frontdesk has changed this database. Nothing was stored; update this frontdesk and start it again.');
  }
}

/** Throws `NewerSchema` before a write to a database that a newer frontdesk has changed since this one opened it. */
export async function requireKnownSchema(db: Db): Promise<void> {
  const [row] = await newestStep(db);
  if (isNewer(row!.name)) throw new NewerSchema();
}
