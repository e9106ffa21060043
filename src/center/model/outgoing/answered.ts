import { sql } from 'kysely';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { addressKey, keptAddress } from '../../../text/address-form.ts';
import { isOfSameDomain } from '../../../text/same-domain.ts';
import type { Db } from '../../database/tables.ts';
import { threadIds } from '../message/head.ts';
import { recipientsIn } from '../message/recipients.ts';
import type { Correspondent } from './letter.ts';

/** A person as a request names them. */
export interface Addressee {
  readonly name?: string | undefined;
  readonly email: string;
}

/** The recipients that a request names; an absent list follows from the answered message. */
export type RequestedRecipients = Pick<BodyOf<Contract['message']['create']>, 'to' | 'cc' | 'bcc'>;

/** The answered message, as far as it decides who gets the answer. */
interface Addressing {
  /** Its author; null if their address is unknown. */
  readonly writer: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
}

/** The recipients of a mail. */
export interface Addressees {
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly bcc: readonly Correspondent[];
}

/** A name that only repeats the address says nothing. */
function correspondent({ name = '', email }: Addressee): Correspondent {
  return { name: name.toLowerCase() === email.toLowerCase() ? '' : name, email: keptAddress(email) };
}

/**
 * The recipients of an answer to a message: its author, and the others in its To and Cc as a copy. The answer to a
 * message of ours goes to the recipients of that one, or if there are none to the requester. Each address counts once;
 * ours only if it is named.
 */
export function addresseesOf(
  answered: Addressing,
  requester: Correspondent | null,
  named: RequestedRecipients,
  isOurs: (address: string) => boolean,
): Addressees {
  const outside = (people: readonly Addressee[]) => people.filter(({ email }) => !isOurs(addressKey(email)));
  const first = [answered.writer ? [answered.writer] : [], answered.to, requester ? [requester] : []].map(outside);
  const taken = new Set<string>();
  const once = (people: readonly Addressee[]) =>
    people.map(correspondent).filter(({ email }) => {
      const isNew = !taken.has(addressKey(email));
      taken.add(addressKey(email));
      return isNew;
    });
  const to = once(named.to ?? first.find(people => people.length > 0) ?? []);
  const cc = once(named.cc ?? outside([...answered.to, ...answered.cc]));
  return { to, cc, bcc: once(named.bcc ?? []) };
}

/** The answered message: its people, and the references that join the answer to its thread. */
export interface Answered extends Addressing {
  /** Null if nothing is answered. */
  readonly id: number | null;
  /** It is not known to be from its author. */
  readonly isUnverified: boolean;
  /** Without `Re:`; null if it came by no mail, or if that was not recorded. */
  readonly subject: string | null;
  /** Message-IDs without angle brackets. */
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

/** A conversation without a message that could be answered. */
export const NOTHING: Answered = {
  id: null,
  isUnverified: false,
  writer: null,
  to: [],
  cc: [],
  subject: null,
  inReplyTo: null,
  references: [],
};

/** The message that is answered unless another one is named: the customer's last one, if possible no machine's. */
async function lastAsked(db: Db, conversationId: number): Promise<number | undefined> {
  const rank = sql`case when kind = 'agent' then 2 else automatic end`;
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('kind', '!=', 'system')
    .where('side', '=', 0)
    .orderBy(rank)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The Message-IDs of a conversation's mails up to this one, the oldest first, as far as they were recorded. */
async function keysUpTo(db: Db, conversationId: number, at: number, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select('mail.message_key')
    .where('message.conversation_id', '=', conversationId)
    .where('mail.message_key', 'is not', null)
    .where('message.side', '=', 0)
    .where(sql<boolean>`(message.created_at, message.id) <= (${at}, ${id})`)
    .orderBy('message.created_at')
    .orderBy('message.id')
    .execute();
  return rows.map(row => row.message_key!);
}

function readRow(db: Db, conversationId: number, id: number) {
  return db
    .selectFrom('message')
    .leftJoin('agent', 'agent.id', 'message.agent_id')
    .leftJoin('contact', 'contact.id', 'message.contact_id')
    .leftJoin('message_recipients as named', 'named.message_id', 'message.id')
    .leftJoin('message_head as head', 'head.message_id', 'message.id')
    .leftJoin('mail', 'mail.message_id', 'message.id')
    .select(['message.id', 'message.created_at', 'message.unverified', 'message.side', 'named.people'])
    .select('mail.message_key as mail_key')
    .select(['head.message_key', 'head.subject', 'head.answers'])
    .select(({ fn }) => [
      fn.coalesce('contact.name', 'agent.name').as('name'),
      fn.coalesce('contact.email', 'agent.email', 'message.from_address').as('email'),
    ])
    .where('message.id', '=', id)
    .where('message.conversation_id', '=', conversationId)
    .where('message.kind', '!=', 'system')
    .orderBy('mail.id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The people in To and Cc who get an answer. An unverified mail adds nobody to a conversation, so the answer to it
 * skips people whom it names first.
 */
async function namedIn(db: Db, conversationId: number, people: string | null, isUnverified: boolean) {
  const named = recipientsIn(people);
  if (!isUnverified) return named;
  const rows = await db
    .selectFrom('conversation_participant')
    .select('email_key')
    .where('conversation_id', '=', conversationId)
    .execute();
  const known = new Set(rows.map(row => row.email_key));
  const takesPart = ({ email }: Correspondent) => known.has(addressKey(email));
  return { to: named.to.filter(takesPart), cc: named.cc.filter(takesPart) };
}

/**
 * The message that is answered: the named one, or the customer's last one, also if a third party's is named. Undefined
 * if the conversation has no such message.
 */
export async function readAnswered(db: Db, conversationId: number, named?: number): Promise<Answered | undefined> {
  const wanted = named ?? (await lastAsked(db, conversationId));
  if (wanted === undefined) return NOTHING;
  const row = await readRow(db, conversationId, wanted);
  if (!row) return undefined;
  if (row.side === 1) return readAnswered(db, conversationId);
  const [key = null] = threadIds([row.message_key ?? row.mail_key ?? '']);
  const before = row.answers?.split(' ') ?? (await keysUpTo(db, conversationId, row.created_at, row.id));
  const { email } = row;
  const asked = email === null || row.unverified === 1 ? [] : (recipientsIn(row.people).reply_to ?? []);
  const writer =
    asked.find(one => isOfSameDomain(one.email, email!)) ?? (email === null ? null : { name: row.name ?? '', email });
  const { to, cc } = await namedIn(db, conversationId, row.people, row.unverified === 1);
  return {
    id: row.id,
    isUnverified: row.unverified === 1,
    writer,
    to,
    cc,
    subject: row.subject,
    inReplyTo: key,
    references: threadIds([...before.filter(id => id !== key), ...(key === null ? [] : [key])]),
  };
}
