import { domainToASCII } from 'node:url';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Quote } from '../../../contract/inbox-body.ts';
import type { Contract } from '../../../contract/index.ts';
import { mailLimits } from '../../../contract/message.ts';
import { addressKey } from '../../../text/address-form.ts';
import { byteSize } from '../../../text/byte-size.ts';
import { SIGNATURE_LINE, signatureText } from '../../../text/signature.ts';
import { rowWith } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import type { ConversationRecord } from '../conversation/row.ts';
import { readAddresses } from '../mail.ts';
import { keepHead } from '../message/head.ts';
import { createMessageId } from '../message-id.ts';
import { agentById } from '../people/agent.ts';
import type { Fault } from '../problem.ts';
import { isSample } from '../sample-mark.ts';
import { readMailSecret, readSetting } from '../setting.ts';
import { milliseconds } from '../time.ts';
import type { Work } from '../work.ts';
import {
  type Addressee,
  type Addressees,
  type Answered,
  addresseesOf,
  NOTHING,
  type RequestedRecipients,
  readAnswered,
} from './answered.ts';
import { enqueue } from './enqueue.ts';
import { type Forwarded, readForwarded } from './forwarded.ts';
import type { Correspondent, Letter } from './letter.ts';
import type { MailOutSettings } from './mail-out.ts';
import { quotedBelow } from './quoted.ts';
import { timeFaults } from './timed.ts';

/** The fields of a request about the mail to send; faulty ones are left out. */
type MailFields = Partial<BodyOf<Contract['message']['create']>>;

/** All that the letter of a message is made of, before the message has an id. */
interface LetterPlan extends Addressees {
  readonly from: Correspondent;
  readonly subject: string;
  readonly answered: Answered;
  readonly inboxId: number;
  readonly signature: string;
  readonly quote: Quote;
  readonly sendDelayMs: number;
  /** The time of its agent's at which it is sent, in milliseconds since 1970. */
  readonly sendAt: number | undefined;
  /** The message that it forwards, if it forwards one. */
  readonly forwarded: Forwarded | undefined;
}

function cannot(why: string): Fault[] {
  return [['deliver', `cannot be done: ${why}`]];
}

/** The inbox and its address: the primary one, or the oldest if none is. */
function senderOf(db: Db, inboxId: number) {
  return db
    .selectFrom('inbox')
    .leftJoin('inbox_email', 'inbox_email.inbox_id', 'inbox.id')
    .select(['inbox.id', 'inbox.name', 'inbox.signature', 'inbox.quote', 'inbox_email.email'])
    .where('inbox.id', '=', inboxId)
    .orderBy(({ case: when }) => when().when('inbox_email.status', '=', 'primary').then(0).else(1).end())
    .orderBy('inbox_email.id')
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function requesterOf(db: Db, { requester_id: id }: LetterOrigin): Promise<Correspondent | null> {
  if (id === null) return null;
  const row = await rowWith(db, 'contact', { id });
  return row?.email ? { name: row.name, email: row.email } : null;
}

/** A mail to an inbox of this help center would come back as our own, unread. */
function inboxFaults(named: RequestedRecipients, inboxOf: (address: string) => object | undefined): Fault[] {
  const faultOf = (path: string) => (one: Addressee, at: number) =>
    inboxOf(addressKey(one.email))
      ? [[`${path}.${at}.email`, 'is an address of an inbox here: move the conversation instead'] as const]
      : [];
  return (['to', 'cc', 'bcc'] as const).flatMap(path => (named[path] ?? []).flatMap(faultOf(path)));
}

/** The part before the `@` has no form in ASCII: only some relays take it (SMTPUTF8). */
async function localPartFaults(db: Db, from: string | null, { to, cc, bcc }: Addressees): Promise<Fault[]> {
  const isBeyond = (email: string) => /[^\u0000-\u007f]/.test(email);
  const faults: Fault[] = Object.entries({ to, cc, bcc }).flatMap(([path, people]) =>
    people.flatMap(({ email }, at) =>
      isBeyond(email)
        ? [[`${path}.${at}.email`, `the relay takes no address with letters beyond ASCII such as ${email}`] as const]
        : [],
    ),
  );
  if (from !== null && isBeyond(from)) faults.push(...cannot(`the relay sends from no address such as ${from}`));
  return faults.length === 0 || (await readSetting(db, 'relay_takes_utf8')) === '1' ? [] : faults;
}

async function fileFaults(db: Db, ids: readonly number[] = []): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('attachment').select('size').where('id', 'in', ids).execute();
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= mailLimits.attachmentBytes) return [];
  const [held, most] = [byteSize(bytes), byteSize(mailLimits.attachmentBytes)];
  return [['attachments', `have ${held} together, and one mail takes ${most}`]];
}

function addresseeFaults({ to, cc, bcc }: Addressees, isForward: boolean): Fault[] {
  const count = to.length + cc.length + bcc.length;
  const why = isForward ? 'says who gets the forward' : 'the conversation has no one to answer';
  if (count === 0) return [['to', `is required: ${why}`]];
  const most = mailLimits.recipients;
  return count > most ? [['to', `with cc and bcc, at most ${most} people get one mail, not ${count}`]] : [];
}

/** A conversation that a mail goes out of; one that is new has no id yet. */
export type LetterOrigin = Pick<ConversationRecord, 'inbox_id' | 'requester_id' | 'title'> & {
  readonly id: number | null;
};

/**
 * The subject: that of the answered or forwarded mail, otherwise the conversation's title; of a first mail, the title.
 */
function subjectOf({ subject }: Answered, { id, title }: LetterOrigin, isForward: boolean): string {
  return id === null ? title : `${isForward ? 'Fwd' : 'Re'}: ${subject || title}`;
}

/** Plans the mail of an agent's message. Without a plan the faults say why it cannot be sent; nothing is written. */
export async function planMail(
  work: Work,
  mailOut: MailOutSettings | null,
  { held, agentId }: { readonly held: LetterOrigin; readonly agentId: number | null },
  asked: MailFields,
): Promise<{ readonly plan?: LetterPlan; readonly faults: readonly Fault[] }> {
  const { db } = work;
  if (agentId === null) return { faults: cannot('only what an agent writes is sent, and an API key is not an agent') };
  if (mailOut === null) return { faults: cannot('no relay is set up to send mail by') };
  if (held.inbox_id === null) return { faults: cannot('the conversation is in no inbox') };
  if (held.id !== null && (await isSample(db, held.id))) return { faults: cannot('the conversation is a sample') };
  const { email, ...inbox } = await senderOf(db, held.inbox_id);
  const isForward = held.id !== null && asked.forward !== undefined;
  const forwarded = isForward ? await readForwarded(db, held.id!, asked.forward!) : undefined;
  const answered = await answeredBy(db, held, asked, forwarded);
  const { isOurs, inboxOf } = await readAddresses(db);
  const requester = isForward ? null : await requesterOf(db, held);
  const addressees = answered && addresseesOf(answered, requester, asked, isOurs);
  const faults: Fault[] = [
    ...(email === null ? cannot(`the inbox ${inbox.name} has no address to send from`) : []),
    ...(asked.body_html ? [['body_html', 'cannot be sent: mail goes out as plain text'] as const] : []),
    ...(addressees ? addresseeFaults(addressees, isForward) : [noMessage(held, asked)]),
    ...inboxFaults(asked, inboxOf),
    ...(addressees ? await localPartFaults(db, email, addressees) : []),
    ...timeFaults(asked.deliver_at, work.now),
    ...(forwarded?.isHeld ? [['forward', 'is held: it can still be taken back'] as const] : []),
    ...(await fileFaults(db, [...(asked.attachments ?? []), ...(forwarded?.attachmentIds ?? [])])),
  ];
  if (faults.length > 0 || !answered || !addressees || email === null) return { faults };
  const from = { name: (await agentById(db, agentId))!.name, email };
  const { sendDelayMs } = mailOut;
  const { id: inboxId, signature } = inbox;
  const quote = inbox.quote === 'default' ? (mailOut.quote ?? 'none') : inbox.quote;
  const subject = subjectOf(answered, held, isForward);
  const sendAt = asked.deliver_at === undefined ? undefined : milliseconds(asked.deliver_at);
  return {
    plan: { ...addressees, from, subject, answered, inboxId, signature, quote, sendDelayMs, sendAt, forwarded },
    faults,
  };
}

/** The answered message: none for a first mail or a forward, so that no thread of the customer's holds them. */
async function answeredBy(db: Db, { id }: LetterOrigin, asked: MailFields, forwarded: Forwarded | undefined) {
  if (id === null) return NOTHING;
  if (asked.forward !== undefined) return forwarded && { ...NOTHING, subject: forwarded.subject };
  return readAnswered(db, id, asked.message_id);
}

function noMessage({ id }: LetterOrigin, { message_id: named, forward }: MailFields): Fault {
  const path = forward === undefined ? 'message_id' : 'forward';
  return [
    path,
    `conversation ${id} has no message ${forward ?? named} to ${forward === undefined ? 'answer' : 'forward'}`,
  ];
}

/** A message that was just written, which its plan is for. */
export interface WrittenMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly text: string;
  readonly attachmentIds: readonly number[];
}

function textOf(text: string, signature: string): string {
  const signed = signatureText(signature);
  return signed === '' ? text : `${text.trimEnd()}\n\n${SIGNATURE_LINE}\n${signed}`;
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain;
}

async function letterOf(work: Work, plan: LetterPlan, written: WrittenMessage): Promise<Letter> {
  const { from, to, cc, bcc, subject, answered, forwarded } = plan;
  const { id: messageId, conversationId } = written;
  const secret = await readMailSecret(work.db);
  const own = [written.text, forwarded?.text ?? ''].filter(part => part.trim() !== '').join('\n\n');
  const quoted = await quotedBelow(work.db, conversationId, answered, plan.quote);
  return {
    messageId: createMessageId({ conversationId, messageId }, domainOf(from.email), secret),
    date: plan.sendAt ?? work.now,
    from,
    to,
    cc,
    bcc,
    subject,
    inReplyTo: answered.inReplyTo,
    references: answered.references,
    text: textOf(own, plan.signature) + (quoted === '' ? '' : `\n\n${quoted}`),
    attachmentIds: [...new Set([...written.attachmentIds, ...(forwarded?.attachmentIds ?? [])])],
    automatic: null,
    hasNullSender: false,
  };
}

/** Puts a message into the queue of mail, in the transaction that wrote it: held for the send delay. */
export async function sendMessage(work: Work, plan: LetterPlan, written: WrittenMessage): Promise<void> {
  const letter = await letterOf(work, plan, written);
  const { messageId, references, inReplyTo } = letter;
  const subject = plan.subject.replace(/^(?:Re|Fwd): /, '');
  await keepHead(work, written.id, {
    messageId,
    subject,
    references,
    inReplyTo: inReplyTo === null ? [] : [inReplyTo],
  });
  await enqueue(work, {
    letter,
    conversationId: written.conversationId,
    messageId: written.id,
    inboxId: plan.inboxId,
    notBefore: plan.sendAt ?? work.now + plan.sendDelayMs,
    isHeld: plan.sendAt === undefined ? plan.sendDelayMs > 0 : 'timed',
  });
}
