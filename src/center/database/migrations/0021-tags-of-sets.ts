import type { Kysely } from 'kysely';

/** Which tags a set has is told by its key alone: a row for each of them was written with every new set. */
export async function tagsOfSets(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable('tag_set_tag').execute();
}
