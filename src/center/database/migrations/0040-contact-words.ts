import type { Kysely } from 'kysely';

/** Contacts are found by their words alone. */
export function change(db: Kysely<never>): Promise<void> {
  return db.schema.alterTable('contact').dropColumn('search_key').execute();
}
