import { sql } from 'kysely';
import type { ExchangedMessage } from '../../../contract/exchange.ts';
import type { Db } from '../../database/tables.ts';
import { filesByOwner, type LinkedFile, selectMessages } from '../message/read.ts';
import { recipientsIn } from '../message/recipients.ts';
import { isoMilliseconds, personOf } from './head.ts';

/** A file of the help center: its place, and the name and type that its message or note gives it. */
export type AttachedStoredFile = Pick<LinkedFile, 'hash' | 'name' | 'content_type' | 'inline'>;

/** A message as it leaves the help center, with the parts of a mail. */
export interface ReadMessage {
  /** In this help center. */
  readonly id: number;
  readonly message: ExchangedMessage;
  readonly files: readonly LinkedFile[];
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
  return selectMessages(db)
    .leftJoin('message_head as head', 'head.message_id', 'message.id')
    .select(['message.body_text', 'message.body_html', 'head.subject', 'head.answers'])
    .select([hashOf('message.id').as('hash'), hashOf('message.forwards').as('forwarded_hash')])
    .select(
      sql<string | null>`coalesce(head.message_key,
        (select min(message_key) from mail where mail.message_id = message.id),
        (select min(message_key) from outgoing where outgoing.message_id = message.id))`.as('message_key'),
    )
    .where('message.conversation_id', '=', conversationId)
    .where('message.event', 'is', null)
    .where('message.id', '>', after)
    .orderBy('message.id')
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
    ...(row.state !== null && {
      delivery: { state: row.state, at: isoMilliseconds(row.state_at!), reason: row.reason },
    }),
    created_at: isoMilliseconds(row.created_at),
  };
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
  const [files, raw] = [await filesByOwner(db, 'message', ids), withMail ? await rawOf(db, ids) : undefined];
  return rows.map(row => ({
    id: row.id,
    message: exchanged(row, own),
    files: files.get(row.id) ?? [],
    raw: raw?.get(row.id) ?? null,
  }));
}
