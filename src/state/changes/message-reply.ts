import * as v from 'valibot';
import { messageLimits } from '../../contract/message.ts';
import { Id } from '../../contract/schema.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { statusesOf, statusName } from '../names.ts';
import { threadOf } from '../visible.ts';
import type { Conversation, Message, Visible } from '../world.ts';
import { onVersion } from './condition.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { findReply, saysSo } from './find-reply.ts';
import { OneConversationId } from './ids.ts';
import { newProvisionalId } from './provisional-id.ts';
import { orRefused } from './send.ts';

const PREVIEW_LENGTH = 140;

const Participant = v.object({ name: v.string(), email: v.string() });

const Args = v.object({
  ids: OneConversationId,
  body: v.pipe(v.string(), v.minLength(1), v.maxLength(messageLimits.characters)),
  /** The message that is answered; null: the customer's newest one. */
  messageId: v.nullable(Id),
  /** Who it goes to, if that is not who wrote the message. */
  to: v.optional(v.array(Participant)),
  /** Who else it goes to, if that is not those of the message. */
  cc: v.optional(v.array(Participant)),
  /** The status that the conversation gets once the reply is sent. */
  thenStatus: v.optional(Id),
  /** The reply's id; negative until the help center has assigned one. */
  replyId: v.optional(v.number()),
  author: v.optional(v.object({ id: v.nullable(Id), name: v.string() })),
  at: v.optional(v.number()),
  /** The messages with the same words that it has already; absent if that is not known. */
  known: v.optional(v.array(Id)),
});
/** The arguments of a reply. */
export type ReplyArgs = v.InferOutput<typeof Args>;

/** The reply as it is shown until the help center has answered. */
function provisional({ ids, body, to = [], cc = [], replyId = -1, author, at }: ReplyArgs): Message {
  const named = ({ name, email }: v.InferOutput<typeof Participant>) => ({
    name: safeLine(name),
    email: safeLine(email),
  });
  return {
    id: replyId,
    conversation_id: ids[0]!,
    kind: 'agent',
    event: null,
    merged_with: null,
    author: { type: 'agent', id: author?.id ?? null, name: safeLine(author?.name ?? ''), email: null },
    body_text: safeBlock(body),
    body_html: null,
    attachments: [],
    to: to.map(named),
    cc: cc.map(named),
    automatic: false,
    created_at: at ?? null,
  };
}

/** The conversation with a reply of ours as its newest message. */
function answered(conversation: Conversation, { created_at, body_text }: Message): Conversation {
  return {
    ...conversation,
    message_count: (conversation.message_count ?? 0) + 1,
    waiting_since: null,
    unread: false,
    last_message_at: created_at ?? conversation.last_message_at,
    preview: safeLine(body_text.slice(0, PREVIEW_LENGTH).replace(/\s+/g, ' ').trim()),
  };
}

function bodyOf({ body, messageId, to, cc }: ReplyArgs) {
  return {
    body_text: body,
    deliver: true,
    ...(messageId === null ? {} : { message_id: messageId }),
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
  };
}

function withStatus(visible: Visible, id: number, status: number): Visible {
  const name = statusName(visible, status);
  return editConversations(visible, [id], c => ({ ...c, conversation_status_id: status, status: name }));
}

/** ` and closed it`: what follows the reply, in words. */
function andStatus(visible: Visible, status: number): SafeText {
  const kind = statusesOf(visible).find(({ id }) => id === status)?.kind;
  if (kind === 'closed') return t` and closed it`;
  return kind === 'open' ? t` and reopened it` : t` and set it to ${statusName(visible, status)}`;
}

const KEPT_ONLY = t`This help center keeps the reply but sends no mail: the customer has not got it.`;

/** Sends a reply to the customer by mail. The help center holds it for its send delay, so that it can be taken back. */
export const messageReply: Change<ReplyArgs> = {
  args: Args,
  fillIn: (args, world, at) => {
    const known = threadOf(world, args.ids[0]!)
      ?.messages.filter(message => message.id > 0 && saysSo(message, args.body))
      .map(message => message.id);
    const author = { id: world.me?.id ?? null, name: world.me?.name ?? '' };
    const replyId = newProvisionalId(world, args.ids[0]!, at);
    return { ...args, replyId, author, at, ...(known ? { known } : {}) };
  },
  apply: (visible, args) => {
    const id = args.ids[0]!;
    const reply = provisional(args);
    if (threadOf(visible, id)?.messages.some(message => message.id === reply.id)) return visible;
    const counted = editConversations(visible, args.ids, c => answered(c, reply));
    const set = args.thenStatus === undefined ? counted : withStatus(counted, id, args.thenStatus);
    return editThread(set, id, thread => ({ ...thread, messages: [...thread.messages, reply] }));
  },
  send: (client, args, key, { versions }) => {
    const id = args.ids[0]!;
    return orRefused(args.ids, async () => {
      const body = bodyOf(args);
      const answer = await client.message.create({
        params: { conversation_id: id },
        body,
        key,
        ...onVersion(versions, id),
      });
      const message = answer.data;
      if (!message) return null;
      const isSent = message.delivery != null;
      const absent = isSent ? {} : { absent: { offer: 'deliver' as const, reason: KEPT_ONLY } };
      return { conversations: [], refused: [], message, ...absent };
    });
  },
  check: findReply,
  doubt: t`It is not known whether this reply was sent.`,
  minds: () => t`reply`,
  isRepeatable: false,
  undo: 'none',
  next: ({ thenStatus, ...args }) =>
    thenStatus === undefined
      ? undefined
      : { args, call: { name: 'conversation.status', args: { ids: args.ids, conversation_status_id: thenStatus } } },
  renamed: (args, from, message) => (args.replyId === from ? { ...args, replyId: message.id } : args),
  title: ({ ids, thenStatus }, visible) => ({
    text: t`Replied to #${ids[0]!}${thenStatus === undefined ? t`` : andStatus(visible, thenStatus)}`,
    short: t`Replied`,
  }),
  refusal: t`Reply not sent`,
};
