import type { Kysely } from 'kysely';

/** A set's key alone tells its tags: this table cost a row per tag with every new set. */
export async function tagsOfSets(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable('tag_set_tag').execute();
}
