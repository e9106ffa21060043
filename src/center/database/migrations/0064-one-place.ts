import type { Kysely } from 'kysely';

/** Where a conversation is follows from its place and from until when it is put off: no further column says so. */
export function change(db: Kysely<never>): Promise<void> {
  return db.schema.alterTable('conversation').dropColumn('shelved').execute();
}
