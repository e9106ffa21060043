import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { rowWith } from '../../database/rows.ts';
import { chunks, updating } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import type { Work } from '../work.ts';

async function spamInbox(db: Db): Promise<number> {
  return (await rowWith(db, 'inbox', { kind: 'spam' }))!.id;
}

/**
 * True for an address in lower case that may be a spammer's: not one of the help center's own, and none that an agent
 * has answered.
 */
function isStranger(key: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from agent where agent.email_key = ${key})
    and not exists (select 1 from inbox_email where inbox_email.email_key = ${key})
    and not exists (select 1 from contact as known
      join conversation_contact as link on link.contact_id = known.id
      join message as answer on answer.conversation_id = link.conversation_id
        and answer.kind = 'agent' and answer.automatic = 0 and answer.side = 0
      where known.email_key = ${key})`;
}

function requesters(ids: readonly number[]): RawBuilder<unknown> {
  return sql`from conversation as c join contact as who on who.id = c.requester_id
    where c.id in (${sql.join(ids)}) and who.email_key is not null`;
}

/** A move that marks: only a message that the requester certainly wrote shows the spammer. */
function mark(ids: readonly number[]): RawBuilder<unknown> {
  return sql`insert into spam_mark (email_key, conversation_id)
    select who.email_key, c.id ${requesters(ids)} and ${isStranger(sql`who.email_key`)}
      and exists (select 1 from message as m
        where m.conversation_id = c.id and m.kind = 'contact' and m.contact_id = who.id and m.unverified = 0)
    on conflict (email_key, conversation_id) do update set lifted_by = null`;
}

/** A move that unmarks: it remembers which marks it lifts. */
function lift(kind: Work['kind'], ids: readonly number[]): RawBuilder<unknown> {
  const ofRequester = sql`(select min(c.id) ${requesters(ids)} and who.email_key = spam_mark.email_key)`;
  return sql`${updating(kind)} spam_mark set lifted_by = ${ofRequester}
    where lifted_by is null and email_key in (select who.email_key ${requesters(ids)})`;
}

/** Restores the marks that a move out of the spam inbox lifted. */
function markAgain(kind: Work['kind'], ids: readonly number[]): RawBuilder<unknown> {
  return sql`${updating(kind)} spam_mark set lifted_by = null where lifted_by in (${sql.join(ids)})`;
}

/** Takes back the marks of moves into the spam inbox; those of other conversations hold. */
function unmark(kind: Work['kind'], ids: readonly number[]): RawBuilder<unknown> {
  return sql`${updating(kind)} spam_mark set lifted_by = conversation_id
    where lifted_by is null and conversation_id in (${sql.join(ids)})`;
}

/** A move of conversations to another inbox. */
export interface Move {
  /** The inbox to which they move. */
  readonly inboxId: number;
  /** The conversations as they were before, none of them in that inbox. */
  readonly moved: readonly { readonly id: number; readonly inbox_id: number | null }[];
  /** It undoes their last move, with its effect on senders. */
  readonly isUndo: boolean;
}

/**
 * Learns from a move into the spam inbox that the requesters send spam, and from a move out of it that they do not. An
 * address is marked as long as one conversation marks it.
 */
export async function learnSpam(work: Work, { inboxId, moved, isUndo }: Move): Promise<void> {
  if (moved.length === 0) return;
  const spam = await spamInbox(work.db);
  const isInto = inboxId === spam;
  const ids = moved.filter(row => isInto || row.inbox_id === spam).map(({ id }) => id);
  // Other conversations of the same customer teach about the same address.
  if (ids.length > 0) await work.concurrent?.lock('marks of spam');
  for (const some of chunks(ids)) {
    const [taught, takenBack] = isInto
      ? [mark(some), markAgain(work.kind, some)]
      : [lift(work.kind, some), unmark(work.kind, some)];
    await (isUndo ? takenBack : taught).execute(work.db);
  }
}

/** The spam inbox, if agents have marked this contact's address as a spammer's. */
export async function spamInboxFor(db: Db, contactId: number | undefined): Promise<number | undefined> {
  if (contactId === undefined) return undefined;
  const contact = await rowWith(db, 'contact', { id: contactId });
  const isMarked = contact?.email_key != null && (await spamSenders(db, [contact.email_key])).size > 0;
  return isMarked ? spamInbox(db) : undefined;
}

/** Those of these addresses (in lower case) that agents have marked as a spammer's. */
export async function spamSenders(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectFrom('spam_mark')
    .select('email_key')
    .distinct()
    .where('email_key', 'in', addresses)
    .where('lifted_by', 'is', null)
    .where(isStranger(sql`spam_mark.email_key`))
    .execute();
  return new Set(rows.map(row => row.email_key));
}
