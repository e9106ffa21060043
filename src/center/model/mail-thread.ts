import { type SqlBool, sql } from 'kysely';
import { addressKey } from '../../text/address-form.ts';
import type { Db } from '../database/tables.ts';
import { ERASED_PLACE } from './access.ts';
import { isOutside } from './conversation/participant.ts';
import { recipientAddresses } from './message/recipients.ts';
import { readMessageId } from './message-id.ts';

/** A conversation to which a Message-ID leads, as seen by the one in From. */
export interface ThreadLead {
  readonly conversationId: number;
  /** They began it, or an agent has added them to its contacts. */
  readonly isRequester: boolean;
  /** They stand in From, To or Cc of one of its mails. */
  readonly takesPart: boolean;
  /** The Message-ID is that of a forward to them. */
  readonly isAsked: boolean;
  /** It is in the spam inbox. */
  readonly isSpam: boolean;
}

/** A Message-ID, a conversation to which it leads, and whether it is that of a forward to the one in From. */
type MessageIdMatch = readonly [id: string, conversationId: number, isAsked: boolean];

/** Anybody can send many mails with one Message-ID: the oldest count. */
const MAX_FOUND = 500;

/** The conversations of our own Message-IDs: of the message if it is still there, which a merge may have moved. */
async function ofSigned(db: Db, ids: readonly string[], from: string, secret: string): Promise<MessageIdMatch[]> {
  const signed = ids.flatMap(id => {
    const names = readMessageId(id, secret);
    return names ? [{ id, ...names }] : [];
  });
  if (signed.length === 0) return [];
  const named = signed.map(one => one.messageId);
  const messages = await db
    .selectFrom('message')
    .select(['id', 'conversation_id', 'forwards'])
    .where('id', 'in', named)
    .execute();
  const moved = new Map(messages.map(row => [row.id, row.conversation_id]));
  const asked = new Set<number>();
  for (const { id, forwards } of messages)
    if (forwards !== null && (await recipientAddresses(db, id)).includes(addressKey(from))) asked.add(id);
  return signed.map(({ id, conversationId, messageId }) => [
    id,
    moved.get(messageId) ?? conversationId,
    asked.has(messageId),
  ]);
}

async function ofKnown(db: Db, ids: readonly string[]): Promise<MessageIdMatch[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['message_key', 'conversation_id'])
    .where('message_key', 'in', ids)
    .orderBy('id')
    .limit(MAX_FOUND)
    .execute();
  return rows.map(row => [row.message_key!, row.conversation_id, false]);
}

/** A mail by which others may have been awaiting it. */
export interface Awaited {
  readonly messageId: string;
  /** The thread keys under which those that name it were kept. */
  readonly keys: readonly string[];
}

/**
 * The conversations of mails that name this one and came before it. Where one with its Message-ID is already, none is
 * awaited: some programs give all their mails the same.
 */
async function ofAwaiting(db: Db, { messageId, keys }: Awaited): Promise<MessageIdMatch[]> {
  const awaiting = await db.selectFrom('mail_reference').select('mail_id').where('message_key', 'in', keys).execute();
  // So it is for most mails, and the other question takes ten times as long.
  if (awaiting.length === 0) return [];
  const rows = await db
    .selectFrom('mail_reference as reference')
    .innerJoin('mail', 'mail.id', 'reference.mail_id')
    .select('mail.conversation_id')
    .distinct()
    .where('reference.message_key', 'in', keys)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail as same')
            .select('same.id')
            .where('same.message_key', '=', messageId)
            .whereRef('same.conversation_id', '=', 'mail.conversation_id'),
        ),
      ),
    )
    .orderBy('mail.conversation_id')
    .limit(MAX_FOUND)
    .execute();
  return rows.map(row => [messageId, row.conversation_id, false]);
}

/** The conversations with these ids, or the survivors of those merged away, as seen by the one with this address. */
async function seenBy(db: Db, from: string, ids: readonly number[]): Promise<Map<number, Omit<ThreadLead, 'isAsked'>>> {
  const key = addressKey(from);
  const survivor = sql<number>`coalesce(merged_into, conversation.id)`;
  const rows = await db
    .selectFrom('conversation')
    .select(['conversation.id', survivor.as('survivor')])
    .select(
      sql<SqlBool>`exists (select 1 from conversation_contact as link join contact on contact.id = link.contact_id
        where link.conversation_id = ${survivor} and contact.email_key = ${key})`.as('is_requester'),
    )
    .select(
      sql<SqlBool>`exists (select 1 from conversation_participant as p
        where p.conversation_id = ${survivor} and p.email_key = ${key} and ${isOutside('p')})`.as('takes_part'),
    )
    .select(
      sql<SqlBool>`exists (select 1 from conversation as kept join inbox on inbox.id = kept.inbox_id
        where kept.id = ${survivor} and inbox.kind = 'spam')`.as('is_spam'),
    )
    .where('conversation.id', 'in', ids)
    .where(sql<SqlBool>`place <> ${sql.lit(ERASED_PLACE)}`)
    .where(sql<SqlBool>`not exists (select 1 from erasure_conversation as going join erasure on erasure.id = going.erasure_id
      where going.conversation_id = conversation.id and going.is_done = 0 and erasure.email = ${key})`)
    .execute();
  return new Map(
    rows.map(row => [
      row.id,
      {
        conversationId: row.survivor,
        isRequester: Boolean(row.is_requester),
        takesPart: Boolean(row.takes_part),
        isSpam: Boolean(row.is_spam),
      },
    ]),
  );
}

/**
 * The conversations to which these Message-IDs lead, the oldest first, as seen by the one with the address `from`: our
 * own signed ones, those of mails that are stored here, and that of a mail by which it is awaited.
 */
export async function threadsOf(
  db: Db,
  ids: readonly string[],
  from: string,
  secret: string,
  awaited: readonly Awaited[] = [],
): Promise<ReadonlyMap<string, readonly ThreadLead[]>> {
  const named = ids.length === 0 ? [] : [...(await ofSigned(db, ids, from, secret)), ...(await ofKnown(db, ids))];
  const found = [...named];
  for (const each of awaited) found.push(...(await ofAwaiting(db, each)));
  if (found.length === 0) return new Map();
  const seen = await seenBy(db, from, [...new Set(found.map(([, conversationId]) => conversationId))]);
  const threads = new Map<string, ThreadLead[]>();
  for (const [id, conversationId, isAsked] of found) {
    const thread = seen.get(conversationId);
    if (thread) threads.set(id, [...(threads.get(id) ?? []), { ...thread, isAsked }]);
  }
  return threads;
}
