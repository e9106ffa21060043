import { t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { threadOf } from '../visible.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { type ReplyArgs, ReplyCall, replyDraft, thenCall, withStatus } from './reply-args.ts';
import { isTakenBack, takeBackMessage } from './take-back.ts';

/**
 * Takes back a reply that was sent to the help center and has not gone to the customer: it is a draft again once the
 * help center has agreed. `thenStatus` is then the status that the conversation had before.
 */
export const messageTakeBack: Change<ReplyArgs> = {
  args: ReplyCall,
  apply: (visible, { ids, replyId = 0, thenStatus }) => {
    const id = ids[0]!;
    const thread = threadOf(visible, id);
    if (thread && !thread.messages.some(message => message.id === replyId)) return visible;
    const counted = editConversations(visible, ids, c => ({
      ...c,
      message_count: Math.max(0, (c.message_count ?? 0) - 1),
    }));
    const set = thenStatus === undefined ? counted : withStatus(counted, id, thenStatus);
    return editThread(set, id, read => ({
      ...read,
      messages: read.messages.filter(message => message.id !== replyId),
    }));
  },
  send: async (client, { ids, replyId = 0 }, key) =>
    // Without an id of its own it was refused: its words are a draft already.
    replyId > 0 ? takeBackMessage(client, ids[0]!, replyId, key) : { conversations: [], refused: [] },
  check: (client, { ids, replyId = 0 }, tried) => isTakenBack(client, ids[0]!, replyId, tried),
  isRepeatable: false,
  undo: 'none',
  next: thenCall,
  renamed: (args, from, message) => (args.replyId === from ? { ...args, replyId: message.id } : args),
  restores: replyDraft,
  title: ({ ids }) => ({ text: t`Took back the reply to #${ids[0]!}`, short: t`Taken back` }),
  refusal: t`Not taken back`,
};
