import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { type DatabaseKind, identity, part, wide } from './columns.ts';
import { planFilling } from './to-fill.ts';

/**
 * Conversations sorted by their requesters and by the set of their tags. The indexes contain only those with a known
 * set: none of an old database, so that creating them takes no longer than reading the rows. The missing sets are
 * filled in later.
 */
export async function longLists(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('tag_set')
    .addColumn('id', wide(kind), identity(kind))
    .addColumn('key', 'text', column => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('tag_set_tag')
    .addColumn('tag_set_id', wide(kind), part('tag_set'))
    .addColumn('tag_id', wide(kind), part('tag'))
    .addPrimaryKeyConstraint('tag_set_tag_key', ['tag_set_id', 'tag_id'] as never)
    .execute();
  await db.schema.alterTable('conversation').addColumn('tag_set_id', wide(kind)).execute();
  await sql`create index conversation_by_tag_set on conversation
    (tag_set_id, shelf, last_message_at, id, home_id) where tag_set_id is not null`.execute(db);
  await sql`create index conversation_by_tag_set_home on conversation
    (tag_set_id, home_id, shelf, last_message_at, id) where tag_set_id is not null`.execute(db);
  await sql`create index conversation_by_requester on conversation
    (requester_id, shelf, last_message_at, id, home_id) where tag_set_id is not null`.execute(db);
  if (kind === 'postgres') await sql`alter table conversation_mark alter column kind type bigint`.execute(db);
  await planFilling(db as unknown as Kysely<Tables>);
}
