import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from './columns.ts';

/**
 * The tags of a conversation may be many, and a row of PostgreSQL's ordinary indexes ends at 2,704 bytes. A hash index
 * keeps four bytes of each key, however long it is, and the constraint keeps the keys unique.
 */
export async function longTagSets(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`alter table tag_set drop constraint tag_set_key_key`.execute(db);
  await sql`alter table tag_set add constraint tag_set_key exclude using hash (key with =)`.execute(db);
}
