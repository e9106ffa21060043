import { sql } from 'kysely';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';

/** Selects messages with their authors, recipients and delivery, for answers and for exports. */
export function selectMessages(db: Db) {
  return db
    .selectFrom('message')
    .leftJoin('agent', 'agent.id', 'message.agent_id')
    .leftJoin('contact', 'contact.id', 'message.contact_id')
    .leftJoin('message_recipients', 'message_recipients.message_id', 'message.id')
    .leftJoin('message_delivery as delivery', 'delivery.message_id', 'message.id')
    .select(['message.id', 'message.kind', 'message.from_address', 'message.created_at'])
    .select(['message.automatic', 'message.unverified', 'message.side', 'message.forwards'])
    .select(['agent.name as agent_name', 'agent.email as agent_email'])
    .select(['contact.name as contact_name', 'contact.email as contact_email', 'message_recipients.people'])
    .select(['delivery.state', 'delivery.at as state_at', 'delivery.reason']);
}

/** A file of a message, a note or a saved reply; `hash` is its place. Only in a message it may stand within the HTML. */
export interface LinkedFile {
  readonly id: number;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly hash: string;
  readonly inline: boolean;
}

/** The files of messages, notes or saved replies, in their order, by the ids of those. */
export async function filesByOwner(
  db: Db,
  of: 'message' | 'note' | 'saved_reply',
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly LinkedFile[]>> {
  const [owner, inline] = [sql.ref(`link.${of}_id`), of === 'message' ? sql`link.inline` : sql`0`];
  const found: (Omit<LinkedFile, 'inline'> & { readonly owner: number; readonly inline: number })[] = [];
  for (const some of chunks(ids)) {
    const { rows } = await sql<(typeof found)[number]>`
      select ${owner} as owner, a.id, a.name, a.content_type, a.size, a.hash, ${inline} as inline
      from ${sql.table(`${of}_attachment`)} as link join attachment as a on a.id = link.attachment_id
      where ${owner} in (${sql.join(some)}) order by link.position`.execute(db);
    found.push(...rows);
  }
  const files = found.map(({ owner: by, ...file }) => [by, { ...file, inline: file.inline === 1 }] as const);
  return new Map([...Map.groupBy(files, ([by]) => by)].map(([by, own]) => [by, own.map(([, file]) => file)]));
}
