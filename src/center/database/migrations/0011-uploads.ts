import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, index, part, required, wide } from './columns.ts';

/** The attachments that nothing refers to, and their uploaders: the small table that quotas and the sweep use. */
export async function uploads(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('upload')
    .addColumn('attachment_id', whole, column => part('attachment')(column).primaryKey())
    .addColumn('caller', 'text', required)
    .addColumn('size', whole, required)
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'upload', ['caller']);
  await index(db, 'upload', ['created_at']);
  await sql`insert into upload (attachment_id, caller, size, created_at)
    select id, coalesce('agent:' || agent_id, 'key'), size, created_at from attachment
    where not exists (select 1 from message_attachment as link where link.attachment_id = attachment.id)
    and not exists (select 1 from note_attachment as link where link.attachment_id = attachment.id)`.execute(db);
}
