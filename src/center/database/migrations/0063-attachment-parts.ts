import { type Kysely, sql } from 'kysely';
import { addTable, bytes, type DatabaseKind, integer, text, whole } from './columns.ts';

/** The files of attachments on PostgreSQL, in parts. Most files are compressed already, so PostgreSQL does not try. */
export async function change(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return;
  const columns = { hash: text, n: integer, kept_at: whole, bytes };
  const more = () => [sql`alter table attachment_part alter column bytes set storage external`];
  await addTable(db, kind, 'attachment_part', { columns, key: ['hash', 'n'], more });
}
