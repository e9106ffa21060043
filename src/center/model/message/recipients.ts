import { addressKey, keptAddress } from '../../../text/address-form.ts';
import { prepare } from '../../database/prepare.ts';
import { rowWith } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import type { MailParticipant, NamedPerson } from '../conversation/participant.ts';
import type { Work } from '../work.ts';

/** A message's To and Cc, and a customer's Reply-To. */
export interface MessageRecipients {
  readonly to: readonly NamedPerson[];
  readonly cc: readonly NamedPerson[];
  readonly replyTo?: readonly NamedPerson[];
  /** Of a mail of ours; no answer goes there. */
  readonly bcc?: readonly NamedPerson[];
}

interface StoredRecipients {
  to: MailParticipant[];
  cc: MailParticipant[];
  reply_to?: MailParticipant[];
  bcc?: MailParticipant[];
}

function withAddress(people: readonly NamedPerson[]): MailParticipant[] {
  return people.flatMap(({ name, email }) => (email === null ? [] : [{ name, email: keptAddress(email) }]));
}

const insertRecipients = prepare(2, (db, message_id: number, people: string) =>
  db
    .insertInto('message_recipients')
    .values({ message_id, people })
    .onConflict(conflict => conflict.column('message_id').doNothing()),
);

/** Stores To and Cc of messages by their ids, if they contain an address; stored ones stay. */
export async function keepRecipients(work: Work, given: ReadonlyMap<number, MessageRecipients>): Promise<void> {
  const rows = [...given].flatMap(([message_id, { replyTo = [], ...named }]) => {
    const [to, cc, bcc, reply_to] = [named.to, named.cc, named.bcc ?? [], replyTo].map(
      withAddress,
    ) as MailParticipant[][];
    const people = { to, cc, ...(reply_to!.length > 0 && { reply_to }), ...(bcc!.length > 0 && { bcc }) };
    return [to, cc, bcc, reply_to].some(some => some!.length > 0)
      ? [{ message_id, people: JSON.stringify(people) }]
      : [];
  });
  for (const { message_id, people } of rows) await insertRecipients(work.db, message_id, people);
}

/** The addresses that a message went to, in their form for comparing. */
export async function recipientAddresses(db: Db, messageId: number): Promise<string[]> {
  const kept = await rowWith(db, 'message_recipients', { message_id: messageId });
  const { to, cc, bcc = [] } = recipientsIn(kept?.people ?? null);
  return [...to, ...cc, ...bcc].map(({ email }) => addressKey(email));
}

/** The recipients that `keepRecipients` stored for a message; none if null. */
export function recipientsIn(kept: string | null): StoredRecipients {
  return kept === null ? { to: [], cc: [] } : JSON.parse(kept);
}
