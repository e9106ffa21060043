import { type Kysely, sql } from 'kysely';

/** The counts of an inbox are sums of `conversation_number`: no inbox keeps them too. */
export async function change(db: Kysely<never>): Promise<void> {
  for (const column of ['open_count', 'unassigned_count'])
    await sql`alter table inbox drop column ${sql.ref(column)}`.execute(db);
}
