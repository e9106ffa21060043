import { excerpt } from '../../text/excerpt.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { whenWords } from '../../text/when.ts';
import { attachmentIdsOf, shownFiles } from '../files/attached-file.ts';
import { peopleInWords } from '../reply/written-people.ts';
import { threadOf } from '../visible.ts';
import { statusesOf } from '../words/names.ts';
import type { Conversation, Message, Visible } from '../world.ts';
import type { Change, ChangeCall, ChangeOutcome } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { findReply, saysSo } from './find-reply.ts';
import { filledCalls, followingOf, followingWords, nextOf, undoFollowing, withFollowing } from './following.ts';
import { newProvisionalId } from './provisional-id.ts';
import { peopleOf, type ReplyArgs, ReplyCall, renamedReply, replyDraft } from './reply-args.ts';
import { orAbsent, orRefused } from './send.ts';

const PREVIEW_LENGTH = 140;
const SHOWN_COLUMNS = 40;
const KEPT_ONLY = t`This help center keeps replies but sends no mail: the customer did not get it.`;

/** The reply as it is shown until the help center has answered. */
function provisional({ ids, body, to, cc, bcc, files = [], replyId = -1, author, at, forward }: ReplyArgs): Message {
  return {
    id: replyId,
    conversation_id: ids[0]!,
    kind: 'agent',
    event: null,
    merged_with: null,
    author: { type: 'agent', id: author?.id ?? null, name: safeLine(author?.name ?? ''), email: null },
    body_text: safeBlock(body),
    body_html: null,
    attachments: shownFiles(files, replyId),
    to: peopleOf(to),
    cc: peopleOf(cc),
    ...(bcc?.length ? { bcc: peopleOf(bcc) } : {}),
    automatic: false,
    ...(forward === undefined ? {} : { side: true as Message['side'], forwards: forward }),
    created_at: at ?? null,
  };
}

/** The conversation with a reply of ours as its newest message. */
function answered(conversation: Conversation, { created_at, body_text, side }: Message): Conversation {
  return {
    ...conversation,
    message_count: (conversation.message_count ?? 0) + 1,
    waiting_since: side ? conversation.waiting_since : null,
    // A help center that does not say it must not seem to.
    unread: conversation.unread === true && !side ? false : conversation.unread,
    last_message_at: created_at ?? conversation.last_message_at,
    preview: excerpt(body_text, PREVIEW_LENGTH),
  };
}

function bodyOf({ body, messageId, to, cc, bcc, forward, files = [], sendAt }: ReplyArgs) {
  return {
    body_text: body,
    deliver: true,
    ...(messageId === null || forward !== undefined ? {} : { message_id: messageId }),
    ...(forward === undefined ? {} : { forward }),
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
    ...(bcc === undefined ? {} : { bcc }),
    ...(files.length === 0 ? {} : { attachments: attachmentIdsOf(files) }),
    ...(sendAt === undefined ? {} : { deliver_at: sendAt }),
  };
}

/** The assignment that a reply brings with it: no agent asked for this one. */
function isMine({ name, args }: ChangeCall): boolean {
  return name === 'conversation.assign' && args.from === null;
}

/** ` and closed it`: the words for the calls that follow the reply. */
function andThen(visible: Visible, args: ReplyArgs): SafeText {
  const all = followingOf(args);
  const calls = all.filter(call => !isMine(call));
  const [only] = calls.length === 1 ? calls : [];
  const kind = statusesOf(visible).find(({ id }) => id === only?.args.conversation_status_id)?.kind;
  const yours = all.length > calls.length ? t` · it is yours now` : t``;
  if (kind === 'closed') return t` and closed it${yours}`;
  if (kind === 'open') return t` and reopened it${yours}`;
  return calls.length === 0 ? yours : t`, then: ${followingWords(visible, calls)}${yours}`;
}

/** `, put off until Fri 27 Nov 09:00`: the one that the agent has to know. */
function thenInShort(visible: Visible, args: ReplyArgs): SafeText {
  const calls = followingOf(args).filter(({ name }) => name === 'conversation.snooze');
  return calls.length === 0 ? t`` : t` to #${args.ids[0]!}, ${followingWords(visible, calls)}`;
}

function whenSent({ sendAt, at }: ReplyArgs): SafeText {
  if (sendAt === undefined) return t`Replied to`;
  const time = Date.parse(sendAt);
  return t`Sends ${whenWords(time, at ?? time)} the reply to`;
}

/** Sends a reply to the customer by mail. The help center holds it for its send delay, so that it can be taken back. */
export const messageReply: Change<ReplyArgs> = {
  args: ReplyCall,
  fillIn: (args, world, at) => {
    const known = threadOf(world, args.ids[0]!)
      ?.messages.filter(message => message.id > 0 && saysSo(message, args.body))
      .map(message => message.id);
    const author = { id: world.me?.id ?? null, name: world.me?.name ?? '' };
    const replyId = newProvisionalId(world, args.ids[0]!, at);
    const filled = { ...args, replyId, author, at, ...(known ? { known } : {}) };
    return args.following ? { ...filled, following: [...filledCalls(filled, world, at)] } : filled;
  },
  apply: (visible, args) => {
    const id = args.ids[0]!;
    const reply = provisional(args);
    if (threadOf(visible, id)?.messages.some(message => message.id === reply.id)) return visible;
    const counted = editConversations(visible, args.ids, c => answered(c, reply));
    const added = editThread(counted, id, thread => ({ ...thread, messages: [...thread.messages, reply] }));
    return withFollowing(added, args);
  },
  send: (client, args, key, { versions }) => {
    const id = args.ids[0]!;
    const request = { params: { conversation_id: id }, body: bodyOf(args), key, ...onVersion(versions, id) };
    return orRefused(args.ids, () =>
      orAbsent(client, id, 'deliver', async (): Promise<ChangeOutcome | null> => {
        const { data: message } = await client.message.create(request);
        if (!message) return null;
        const done: ChangeOutcome = { conversations: [], refused: [], message };
        if (!message.delivery) return { ...done, absent: { offer: 'deliver', reason: KEPT_ONLY } };
        const isEarly = args.sendAt !== undefined && message.delivery.at !== Date.parse(args.sendAt);
        return isEarly ? { ...done, absent: client.capabilities.absence('sendAt') } : done;
      }),
    );
  },
  check: findReply,
  doubt: t`It is not known whether this reply was sent.`,
  blockedByReplies: ({ forward }) => (forward === undefined ? t`reply` : undefined),
  blockedByColleagues: true,
  uploads: true,
  isRepeatable: false,
  undo: ({ following, ...args }, before) => {
    const back = undoFollowing({ ...args, following }, before);
    return [{ name: 'message.take-back', args: { ...args, ...(back.length > 0 ? { following: back } : {}) } }];
  },
  undoes: t`takes it back`,
  holds: () => true,
  next: nextOf,
  renamed: renamedReply,
  written: replyDraft,
  title: (args, visible) =>
    args.forward === undefined
      ? {
          text: t`${whenSent(args)} #${args.ids[0]!}${andThen(visible, args)}`,
          short: t`${args.sendAt === undefined ? t`Replied` : t`Sent later`}${thenInShort(visible, args)}`,
        }
      : {
          text: t`Forwarded from #${args.ids[0]!} to ${peopleInWords(peopleOf(args.to), SHOWN_COLUMNS)}`,
          short: t`Forwarded`,
        },
  refusal: t`Reply not sent`,
};
