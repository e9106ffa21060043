import * as v from 'valibot';
import { messageLimits } from '../../contract/message.ts';
import { Id } from '../../contract/schema.ts';
import { safeLine } from '../../text/safe.ts';
import type { OwnCall, Written } from '../change.ts';
import { AttachedFiles, fileLines } from '../files/attached-file.ts';
import { statusName } from '../names.ts';
import { keptPeople, type Recipient } from '../reply/written-people.ts';
import type { DraftKind, Visible } from '../world.ts';
import { editConversations } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';

const Person = v.object({ name: v.string(), email: v.string() });

/** A reply to a customer, as data: to send it, and to take it back. */
export const ReplyCall = v.object({
  ids: OneConversationId,
  body: v.pipe(v.string(), v.minLength(1), v.maxLength(messageLimits.characters)),
  /** The message that is answered; null: the customer's newest one. */
  messageId: v.nullable(Id),
  /** Whom it goes to; absent: as the help center chooses. */
  to: v.optional(v.array(Person)),
  cc: v.optional(v.array(Person)),
  bcc: v.optional(v.array(Person)),
  files: v.optional(AttachedFiles),
  /** The status that the conversation gets once this is done. */
  thenStatus: v.optional(Id),
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

/** What the reply was before it was sent: a draft with its recipients and files. */
export const replyDraft: Written<ReplyArgs> = {
  kind: 'reply',
  text: ({ body }) => body,
  parts: ({ to, cc, bcc, files = [] }) => {
    const parts: readonly (readonly [DraftKind, ReplyArgs['to']])[] = [
      ['reply-to', to],
      ['reply-cc', cc],
      ['reply-bcc', bcc],
    ];
    const people = parts.flatMap(([kind, some]) => (some ? [[kind, keptPeople(peopleOf(some))] as const] : []));
    return files.length > 0 ? [...people, ['reply-files', fileLines(files)] as const] : people;
  },
};

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
