import { sql } from 'kysely';
import type { ExchangedMessage } from '../../../contract/exchange.ts';
import type { Db } from '../../database/tables.ts';
import { recipientsIn } from '../message/recipients.ts';
import { isoTime, personOf } from './head.ts';

/** A file of the help center: its place, and the name and type that its message or note gives it. */
export interface StoredFile {
  readonly hash: string;
  readonly name: string;
  readonly content_type: string;
  readonly inline: boolean;
}

interface ReadFile extends StoredFile {
  readonly id: number;
}

/** A message as it leaves the help center, with the parts of a mail. */
export interface ReadMessage {
  /** In this help center. */
  readonly id: number;
  readonly message: ExchangedMessage;
  readonly files: readonly ReadFile[];
  /** The bytes (gzip) of the mail that it came by. */
  readonly raw: Uint8Array | null;
}

/** How many messages are read at once: each may be long. */
const PAGE = 20;

/** The hash of the mail or the import that a message came by. */
function hashOf(messageId: string) {
  return sql<string | null>`(select min(source_hash) from mail where mail.message_id = ${sql.ref(messageId)})`;
}

function rowsOf(db: Db, conversationId: number, after: number) {
  return db
    .selectFrom('message as m')
    .leftJoin('agent', 'agent.id', 'm.agent_id')
    .leftJoin('contact', 'contact.id', 'm.contact_id')
    .leftJoin('message_recipients as r', 'r.message_id', 'm.id')
    .leftJoin('message_delivery as d', 'd.message_id', 'm.id')
    .leftJoin('message_head as head', 'head.message_id', 'm.id')
    .select(['m.id', 'm.kind', 'm.from_address', 'm.automatic', 'm.unverified', 'm.side', 'm.forwards'])
    .select(['m.body_text', 'm.body_html', 'm.created_at', 'agent.name as agent_name', 'agent.email as agent_email'])
    .select(['contact.name as contact_name', 'contact.email as contact_email', 'r.people'])
    .select(['d.state', 'd.at', 'd.reason', 'head.subject', 'head.answers'])
    .select([hashOf('m.id').as('hash'), hashOf('m.forwards').as('forwarded_hash')])
    .select(
      sql<string | null>`coalesce(head.message_key, (select min(message_key) from mail where mail.message_id = m.id),
        (select min(message_key) from outgoing where outgoing.message_id = m.id))`.as('message_key'),
    )
    .where('m.conversation_id', '=', conversationId)
    .where('m.event', 'is', null)
    .where('m.id', '>', after)
    .orderBy('m.id')
    .limit(PAGE)
    .execute();
}

type MessageRow = Awaited<ReturnType<typeof rowsOf>>[number];

function authorOf(row: MessageRow) {
  if (row.from_address !== null) return { email: row.from_address };
  const author = personOf(row.agent_name, row.agent_email) ?? personOf(row.contact_name, row.contact_email);
  return author ?? (row.kind === 'contact' ? null : undefined);
}

/** The id of a message for others: the hash that marks it on every way, or its number here. */
function idOf(hash: string | null, own: string, id: number): string {
  return hash === null ? `${own}.${id}` : `sha256:${hash}`;
}

function exchanged(row: MessageRow, own: string): ExchangedMessage {
  const { to, cc, bcc = [], reply_to = [] } = recipientsIn(row.people);
  const author = authorOf(row);
  const references = row.answers ? row.answers.split(' ') : [];
  return {
    id: idOf(row.hash, own, row.id),
    kind: row.kind,
    ...(author !== undefined && { author }),
    body_text: row.body_text,
    ...(row.body_html !== null && { body_html: row.body_html }),
    ...(to.length > 0 && { to }),
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(reply_to.length > 0 && { reply_to }),
    ...(row.message_key && { message_id: row.message_key }),
    ...(references.length > 0 && { references }),
    ...(row.subject !== null && { subject: row.subject }),
    ...(row.automatic === 1 && row.kind !== 'system' && { automatic: true }),
    ...(row.unverified === 1 && { unverified: true }),
    ...(row.side === 1 && { side: true }),
    ...(row.forwards !== null && { forwards: idOf(row.forwarded_hash, own, row.forwards) }),
    ...(row.state !== null && { delivery: { state: row.state, at: isoTime(row.at!), reason: row.reason } }),
    created_at: isoTime(row.created_at),
  };
}

/** The files of messages or of notes, by their ids; those of notes stand in no text. */
export async function filesOf(db: Db, of: 'message' | 'note', ids: readonly number[]) {
  const [owner, inline] = [sql.ref(`link.${of}_id`), of === 'message' ? sql`link.inline` : sql`0`];
  const { rows } = await sql<Omit<ReadFile, 'inline'> & { readonly owner: number; readonly inline: number }>`
    select ${owner} as owner, ${inline} as inline, a.id, a.hash, a.name, a.content_type
    from ${sql.table(`${of}_attachment`)} as link join attachment as a on a.id = link.attachment_id
    where ${owner} in (${sql.join(ids)}) order by link.position`.execute(db);
  return Map.groupBy(
    rows.map(({ inline, ...row }) => ({ ...row, inline: inline === 1 })),
    row => row.owner,
  );
}

async function rawOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('mail_source', 'mail_source.source_hash', 'mail.source_hash')
    .select(['mail.message_id', 'mail_source.raw'])
    .where('mail.message_id', 'in', ids)
    .execute();
  return new Map(rows.map(row => [row.message_id!, row.raw]));
}

/**
 * The next messages of a conversation behind the id `after`, in the order in which they came; none at the end. `own` is
 * this help center's name as a source; the mails that they came by are read only `withMail`.
 */
export async function readMessagesAfter(
  db: Db,
  conversationId: number,
  { after, own, withMail }: { readonly after: number; readonly own: string; readonly withMail: boolean },
): Promise<ReadMessage[]> {
  const rows = await rowsOf(db, conversationId, after);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [files, raw] = [await filesOf(db, 'message', ids), withMail ? await rawOf(db, ids) : undefined];
  return rows.map(row => ({
    id: row.id,
    message: exchanged(row, own),
    files: files.get(row.id) ?? [],
    raw: raw?.get(row.id) ?? null,
  }));
}
