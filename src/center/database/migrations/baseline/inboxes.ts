import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, identity, index, linkTable, one, part, required, wide, zero } from '../columns.ts';

/** Inboxes with their addresses, and their access. */
export async function inboxes(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('inbox')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', empty)
    .addColumn('slug', 'text', column => column.notNull().unique())
    .addColumn('sort', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('send_autoresponse', 'integer', zero)
    .addColumn('autoresponse_text', 'text', empty)
    .addColumn('send_rating_request', 'integer', zero)
    .addColumn('rating_message', 'text', empty)
    .addColumn('signature', 'text', empty)
    .addColumn('open_count', 'integer', zero)
    .addColumn('unassigned_count', 'integer', zero)
    .addColumn('version', 'integer', one)
    .addColumn('created_at', whole, required)
    .addColumn('updated_at', whole, required)
    .execute();
  await index(db, 'inbox', ['sort', 'id']);
  await db.schema
    .createTable('inbox_email')
    .addColumn('id', whole, identity(kind))
    .addColumn('inbox_id', whole, part('inbox'))
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', column => column.notNull().unique())
    .addColumn('status', 'text', required)
    .execute();
  await index(db, 'inbox_email', ['inbox_id', 'id']);
  await linkTable(db, kind, 'inbox_team', ['inbox', 'team']);
  await linkTable(db, kind, 'inbox_agent', ['inbox', 'agent']);
  await linkTable(db, kind, 'inbox_subscription', ['inbox', 'agent']);
  await db.schema
    .createTable('former_access')
    .addColumn('inbox_id', whole, required)
    .addColumn('agent_id', whole, part('agent'))
    .addPrimaryKeyConstraint('former_access_key', ['agent_id', 'inbox_id'] as never)
    .execute();
}
