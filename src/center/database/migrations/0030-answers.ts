import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, part, required, wide } from './columns.ts';

/** What an answer by mail needs: its inbox's signature, and the subject and the references of the mail it answers. */
export async function answers(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('signature', 'text', empty).execute();
  await db.schema
    .createTable('message_head')
    .addColumn('message_id', wide(kind), column => part('message')(column).primaryKey())
    .addColumn('message_key', 'text')
    .addColumn('subject', 'text', required)
    .addColumn('answers', 'text', required)
    .execute();
}
