import * as v from 'valibot';
import { mailLimits } from '../../contract/message.ts';
import { addressKey } from '../../text/address-form.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { isoTime, readWhen, whenWords } from '../../text/when.ts';
import { laterWords, readLater, type Snooze, snoozedBy } from '../conversation/later.ts';
import { draftKey, fieldOf } from '../drafts/drafts.ts';
import { isFirst, subjectOf } from '../drafts/first-mail.ts';
import { conversationOf } from '../visible.ts';
import { statusesOf, statusKey } from '../words/names.ts';
import type { MailKind } from '../world/draft-kinds.ts';
import type { ConversationStatus, Message, World } from '../world.ts';
import { type Recipients, thirdParty, unusedReplyTo, usualRecipients } from './recipients.ts';
import { editedLine, keptLine, type Recipient, readPeople, writePeople } from './written-people.ts';

/** The lines of recipients. `bcc` is shown only after the agent asks for it. */
export const peopleParts = ['to', 'cc', 'bcc'] as const;
export type PeoplePart = (typeof peopleParts)[number];
/** The parts that are a single line. */
export type ReplyLine = PeoplePart | 'subject';

const number = v.nullable(v.number());
const SeenBefore = v.object({
  messageAt: number,
  messages: number,
  messageId: v.exactOptional(v.number()),
  notes: v.exactOptional(number),
  noteId: v.exactOptional(v.number()),
});

/** The input of the box of a mail, besides its draft. */
export const MailData = v.object({
  /** The part that has the focus at first. A word of a former version means the text. */
  part: v.fallback(v.picklist([...peopleParts, 'subject', 'text']), 'text'),
  /** The message that is answered or forwarded; null: the customer’s newest. */
  messageId: v.nullable(v.number()),
  /** The newest message and note of each conversation when the agent began, or was last asked about others' messages. */
  seen: v.exactOptional(v.record(v.string(), SeenBefore)),
  /** It was opened over a slow link: optional parts are not drawn. */
  isThrifty: v.exactOptional(v.literal(true)),
});
export type MailData = v.InferOutput<typeof MailData>;

/** With more recipients the agent is asked first. */
export const ASKS_OVER = 10;
const MAX_RECIPIENTS = mailLimits.recipients;

/** The recipients in the box of a mail, and the first fault in them. */
export interface BoxRecipients extends Recipients {
  readonly bcc: readonly Recipient[];
  readonly fault?: { readonly part: ReplyLine; readonly text: SafeText };
}

/** A mail that is being written: its draft, by kind and conversation, and the message that it is about. */
export interface MailDraft {
  readonly kind: MailKind;
  readonly id: number;
  readonly messageId: number | null;
}

/** A line as the draft keeps it; empty for the usual one. */
export function lineKept({ drafts }: Pick<World, 'drafts'>, { kind, id }: MailDraft, part: ReplyLine): string {
  return fieldOf(drafts, draftKey(kind, id), part);
}

/** A line as it is edited: the agent’s, or the usual one. */
export function lineText(world: World, mail: MailDraft, part: ReplyLine): string {
  const kept = lineKept(world, mail, part);
  return kept === '' ? usualLine(world, mail, part) : editedLine(kept);
}

/** Bcc is never taken over from another answer: the other recipients do not know of it. */
function usualLine(world: World, { kind, id, messageId }: MailDraft, part: ReplyLine): string {
  if (kind === 'forward') return part === 'to' ? writePeople(thirdParty(world, id, messageId)) : '';
  return part === 'bcc' || part === 'subject' ? '' : writePeople(usualRecipients(world, id, messageId)[part]);
}

/** The kept form of an edited line; empty for the usual one. */
export function changedLine(world: World, mail: MailDraft, part: ReplyLine, line: string): string {
  if (part === 'subject') return line;
  return line === usualLine(world, mail, part) ? '' : keptLine(line);
}

/** The recipients of a reply, each once. */
export function boxRecipients(world: World, mail: MailDraft): BoxRecipients {
  const lines = peopleParts.map(part => ({ part, ...readPeople(lineText(world, mail, part)) }));
  const named = new Set<string>();
  const [to = [], cc = [], bcc = []] = lines.map(({ people }) => {
    const fresh = people.filter(({ email }) => !named.has(addressKey(email)));
    for (const { email } of fresh) named.add(addressKey(email));
    return fresh;
  });
  const all = { to, cc, bcc };
  const wrong = lines.find(({ fault }) => fault !== undefined);
  if (wrong) return { ...all, fault: { part: wrong.part, text: wrong.fault! } };
  const text = whyNotThem(all);
  if (text !== undefined) return { ...all, fault: { part: 'to', text } };
  const isBlank = isFirst(mail.id) && subjectOf(world, mail.id).trim() === '';
  return isBlank ? { ...all, fault: { part: 'subject', text: t`The mail needs a subject.` } } : all;
}

function whyNotThem({ to, cc, bcc }: Omit<BoxRecipients, 'fault'>): SafeText | undefined {
  if (to.length === 0) return t`To is empty: the mail needs an address.`;
  const count = to.length + cc.length + bcc.length;
  return count > MAX_RECIPIENTS
    ? t`A mail goes to at most ${MAX_RECIPIENTS} people, and this one to ${count}.`
    : undefined;
}

/** Whether To of a first mail is as proposed: the customer of the open conversation alone. */
export function isProposed(world: World, mail: MailDraft): boolean {
  const { conversationId } = world.detail;
  const email = conversationId === null ? undefined : conversationOf(world, conversationId)?.requester?.email;
  const [first, ...others] = readPeople(lineText(world, mail, 'to')).people;
  return isFirst(mail.id) && email != null && first?.email === email && others.length === 0;
}

/** The Reply-To of the answered mail, if To does not contain it. */
export function askedInBox(world: World, mail: MailDraft): SafeText | undefined {
  if (mail.kind === 'forward') return undefined;
  return unusedReplyTo(world, mail.id, mail.messageId, boxRecipients(world, mail));
}

/** The notice about the recipients: a fault in a part without the focus, or a Reply-To that is not used. */
export function peopleNotice(world: World, mail: MailDraft, part: string): SafeText {
  const { fault } = boxRecipients(world, mail);
  // A box that has just opened never has a subject: that is not worth a notice.
  if (part === 'to' && isProposed(world, mail)) return world.link === 'fast' ? t`typing replaces it` : t``;
  if (fault !== undefined) return fault.part === part ? t`` : fault.text;
  if (part === 'cc') return t`${world.keyNames['box.bcc']} adds Bcc`;
  const asked = part === 'to' ? askedInBox(world, mail) : undefined;
  return asked === undefined ? t`` : t`${world.keyNames['box.quote']} answers to its Reply-To: ${asked}`;
}

/** Why messages cannot be forwarded: a help center that forwards sets `side` in each message. */
export function whyNoForward(messages: readonly Message[]): SafeText | undefined {
  const known = messages.filter(({ id }) => id > 0);
  const isLacking = known.length > 0 && known.every(({ side }) => side == null);
  return isLacking ? t`This help center forwards no messages.` : undefined;
}

const NO_TIME = t`Type a time in the future, such as tomorrow 9.`;

/** The meaning of a time on a button: until when the conversation is put off, when the mail goes out, or the fault. */
export interface MailTime {
  readonly snooze?: Snooze;
  readonly sendAt?: string;
  readonly problem?: SafeText;
}

/** The time until which these words of `send and wait` put the conversation off. */
export function waitUntil(words: string, now: number): MailTime {
  const read = readLater(words, now);
  if ('problem' in read) return read;
  return read.snooze === null ? { problem: NO_TIME } : { snooze: read.snooze };
}

/** The time at which a mail with these words on its button goes out. */
export function sentAt(words: string, now: number): MailTime {
  const read = readWhen(words, now);
  if ('problem' in read) return read;
  return read.until === null ? { problem: NO_TIME } : { sendAt: isoTime(read.until) };
}

/** A time in words, shown while it is typed. */
export function timeSaid({ snooze, sendAt, problem = t`` }: MailTime, now: number): SafeText {
  if (snooze) return t`back ${laterWords(snoozedBy(snooze), now)}`;
  return sendAt === undefined ? problem : t`goes out ${whenWords(Date.parse(sendAt), now)}`;
}

/** The status that `send and close` sets: the one in the agent’s settings, otherwise the closed one. */
export function statusAfterReply(world: World): ConversationStatus | undefined {
  const wanted = statusKey(world.afterReply);
  const statuses = statusesOf(world);
  return statuses.find(({ name }) => statusKey(name) === wanted) ?? statuses.find(({ kind }) => kind === 'closed');
}
