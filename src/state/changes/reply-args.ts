import * as v from 'valibot';
import { messageLimits } from '../../contract/message.ts';
import { Id } from '../../contract/schema.ts';
import { safeLine } from '../../text/safe.ts';
import type { DraftPart, OwnCall, Written } from '../change.ts';
import { AttachedFiles, fileLines } from '../files/attached-file.ts';
import { statusName } from '../names.ts';
import type { MailKind } from '../overlay.ts';
import { keptPeople, type Recipient } from '../reply/written-people.ts';
import type { Visible } from '../world.ts';
import { editConversations } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';

const Person = v.object({ name: v.string(), email: v.string() });

/** A mail to a customer, as data. */
export const WrittenMail = {
  body: v.pipe(v.string(), v.maxLength(messageLimits.characters)),
  /** Whom it goes to; absent: as the help center chooses. */
  to: v.optional(v.array(Person)),
  cc: v.optional(v.array(Person)),
  bcc: v.optional(v.array(Person)),
  files: v.optional(AttachedFiles),
  /** The status that the conversation gets once this is done. */
  thenStatus: v.optional(Id),
};

/** A reply to a customer, as data: to send it, and to take it back. */
export const ReplyCall = v.object({
  ...WrittenMail,
  ids: OneConversationId,
  /** The message that is answered; null: the customer's newest one. */
  messageId: v.nullable(Id),
  /** The message that goes to a third party, below the text; absent if this is an answer. */
  forward: v.optional(Id),
  /** The reply's id; negative until the help center has assigned one. */
  replyId: v.optional(v.number()),
  author: v.optional(v.object({ id: v.nullable(Id), name: v.string() })),
  at: v.optional(v.number()),
  /** The messages with the same words that the conversation has already; absent if that is not known. */
  known: v.optional(v.array(Id)),
});
export type ReplyArgs = v.InferOutput<typeof ReplyCall>;

/** The people of a kept reply, as the desk shows them. */
export function peopleOf(people: ReplyArgs['to'] = []): readonly Recipient[] {
  return people.map(({ name, email }) => ({ name: safeLine(name), email: safeLine(email) }));
}

/** The parts of a mail's draft besides its text: people and files. */
export function mailParts(
  kind: MailKind,
  { files = [], ...mail }: Pick<ReplyArgs, 'to' | 'cc' | 'bcc' | 'files'>,
): readonly DraftPart[] {
  const people = (['to', 'cc', 'bcc'] as const).flatMap(part => {
    const some = mail[part];
    return some ? [[`${kind}-${part}`, keptPeople(peopleOf(some))] as const] : [];
  });
  return files.length > 0 ? [...people, [`${kind}-files`, fileLines(files)] as const] : people;
}

/** What the reply was before it was sent: a draft with its recipients and files. */
export const replyDraft: Written<ReplyArgs> = args =>
  args.forward === undefined
    ? [['reply', args.body], ...mailParts('reply', args)]
    : [['forward', args.body], ...mailParts('forward', args), ['forward-message', `${args.forward}`]];

/** The status that follows, as a change of its own, and the reply without it. */
export function thenCall({
  thenStatus,
  ...args
}: ReplyArgs): { readonly args: ReplyArgs; readonly call: OwnCall } | undefined {
  if (thenStatus === undefined) return undefined;
  return { args, call: { name: 'conversation.status', args: { ids: args.ids, conversation_status_id: thenStatus } } };
}

/** The visible state in which a conversation has this status. */
export function withStatus(visible: Visible, id: number, status: number): Visible {
  const name = statusName(visible, status);
  return editConversations(visible, [id], c => ({ ...c, conversation_status_id: status, status: name }));
}
