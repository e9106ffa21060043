import * as v from 'valibot';
import { messageLimits } from '../../contract/message.ts';
import { Id } from '../../contract/schema.ts';
import { safeLine } from '../../text/safe.ts';
import { AttachedFiles, draftFileLines } from '../files/attached-file.ts';
import { keptPeople, type Recipient } from '../reply/written-people.ts';
import type { DraftFields, Message, Note } from '../world.ts';
import type { WrittenDraft } from './change.ts';
import { FollowingCalls, renamedIn, stagedLines } from './following.ts';
import { OneConversationId } from './ids.ts';

const Person = v.object({ name: v.string(), email: v.string() });

/** A mail to a customer, as data. */
export const WrittenMail = {
  body: v.pipe(v.string(), v.maxLength(messageLimits.characters)),
  /** The recipients; absent: as the help center chooses. */
  to: v.optional(v.array(Person)),
  cc: v.optional(v.array(Person)),
  bcc: v.optional(v.array(Person)),
  files: v.optional(AttachedFiles),
  /** The calls that follow once this is done; the `staged` among them come back with the words. */
  following: v.optional(FollowingCalls),
  staged: v.optional(FollowingCalls),
  /** When it is sent, as the service reads it; absent: after the send delay. */
  sendAt: v.optional(v.string()),
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

/** The draft of a mail: its text, people, files and what is staged. */
export function mailFields(mail: Pick<ReplyArgs, 'body' | 'to' | 'cc' | 'bcc' | 'files' | 'staged'>): DraftFields {
  const people = (['to', 'cc', 'bcc'] as const).map(part => {
    const some = mail[part];
    return [part, some ? keptPeople(peopleOf(some)) : ''] as const;
  });
  const { body: text, files = [], staged = [] } = mail;
  return { text, ...Object.fromEntries(people), files: draftFileLines(files), following: stagedLines(staged) };
}

/** The reply before it was sent: a draft with its recipients and files. */
export const replyDraft: WrittenDraft<ReplyArgs> = args =>
  args.forward === undefined
    ? ['reply', mailFields(args)]
    : ['forward', { ...mailFields(args), message: `${args.forward}` }];

/** The arguments after the reply, or a note that follows it, was added under its real id. */
export function renamedReply(args: ReplyArgs, from: number, added: Note | Message): ReplyArgs {
  const following = renamedIn(args, from, added);
  const replyId = args.replyId === from && !('details' in added) ? added.id : args.replyId;
  return replyId === args.replyId && following === args.following
    ? args
    : { ...args, replyId, ...(following ? { following } : {}) };
}
