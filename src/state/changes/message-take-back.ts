import type { Client } from '../../client/client.ts';
import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Conversation, Message } from '../world.ts';
import type { Change, ChangeOutcome, Checked, Tried } from './change.ts';
import { onVersion } from './condition.ts';
import { withoutMessage } from './edit-visible.ts';
import { nextOf, withFollowing } from './following.ts';
import { type ReplyArgs, ReplyCall, renamedReply, replyDraft } from './reply-args.ts';
import { orRefused } from './send.ts';

/** The conversation may change this often between the read and the deletion before the agent gets a notice. */
const MAX_ROUNDS = 5;
const BUSY = t`The conversation changes all the time. Try to take it back again.`;
const GONE = t`The message is not there any more.`;

/**
 * Deletes a message of ours, but only as long as no try to send it has begun: one that was sent could be deleted here,
 * and the agent would take it for taken back. The help center refuses that itself; for one that does not know this
 * condition, each step of the mail raises the conversation's version, and it is deleted on the version at which it had
 * not gone.
 */
async function takeBackMessage(client: Client, id: number, messageId: number, key: string): Promise<ChangeOutcome> {
  return orRefused([id], async () => {
    let place = id;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { data: conversation } = await client.conversation.get({ params: { conversation_id: place } });
      const message = await readMessage(client, place, messageId);
      if (message === undefined && conversation.merged_into !== null) {
        place = conversation.merged_into;
        continue;
      }
      const reason = message && whyGone(message);
      if (reason) return { conversations: [], refused: [{ id, reason }], reread: [id] };
      const ended = await deleteUnchanged(client, conversation, messageId, place === id ? key : `${key}:${place}`);
      if (ended === 'done') return { conversations: [], refused: [], reread: [id] };
      if (ended === 'unclear') return null;
      if (ended !== 'outdated') return { conversations: [], refused: [{ id, reason: ended }], reread: [id] };
    }
    return { conversations: [], refused: [{ id, reason: BUSY }] };
  });
}

/** Reads whether a message of ours is gone, after an attempt to take it back without an answer. */
async function isTakenBack(client: Client, id: number, messageId: number, tried: Tried): Promise<Checked> {
  const place = tried.conversations[0]?.merged_into ?? id;
  const isThere = messageId < 0 || (await readMessage(client, place, messageId)) !== undefined;
  return isThere ? 'notDone' : { conversations: [], refused: [], reread: [id] };
}

/** Undefined if it is not there: it may have been taken back by an earlier attempt, which the key then shows. */
async function readMessage(client: Client, conversationId: number, messageId: number): Promise<Message | undefined> {
  const read = client.message.get({ params: { conversation_id: conversationId, message_id: messageId } });
  const answer = await attempt(read);
  if ('value' in answer) return answer.value.data;
  if (answer.error.status === 404) return undefined;
  throw answer.error;
}

/** Why a message cannot be taken back; undefined if it has not gone. */
function whyGone({ delivery }: Message): SafeText | undefined {
  if (!delivery) return t`It was kept here and not sent: it can be deleted.`;
  const { state, at, reason } = delivery;
  if (state === 'held' || state === 'queued') return undefined;
  if (state === 'sent') return at === null ? t`It has been sent.` : t`It was sent at ${clock(at, at, at)}.`;
  return reason ? t`It was not delivered: ${reason}` : t`It was not delivered.`;
}

/** Deletes it on this version of its conversation; or the reason why the help center does not. */
async function deleteUnchanged(
  client: Client,
  { id, version }: Conversation,
  messageId: number,
  key: string,
): Promise<'done' | 'unclear' | 'outdated' | SafeText> {
  const params = { conversation_id: id, message_id: messageId };
  const condition = onVersion(version === null ? {} : { [id]: version }, id);
  const answer = await attempt(
    client.capabilities.degrade(
      'unsent',
      () => client.message.remove({ params, key, query: { unsent: '1' }, ...condition }),
      () => client.message.remove({ params, key: `${key}:plain`, ...condition }),
    ),
  );
  if ('value' in answer) return answer.value.isConfirmed ? 'done' : 'unclear';
  const { error } = answer;
  if (error.status === 412) return 'outdated';
  if (!error.isRefusal || (error.status !== 404 && error.status !== 409)) throw error;
  return error.status === 404 ? GONE : error.reason;
}

/**
 * Takes back a reply that was sent to the help center and has not gone to the customer: it is a draft again once the
 * help center has agreed. The following calls undo those that followed the reply.
 */
export const messageTakeBack: Change<ReplyArgs> = {
  args: ReplyCall,
  apply: (visible, args) => {
    const taken = withoutMessage(visible, args.ids[0]!, args.replyId ?? 0);
    return taken === visible ? taken : withFollowing(taken, args);
  },
  send: async (client, { ids, replyId = 0 }, key) =>
    // Without an id of its own it was refused: its words are a draft already.
    replyId > 0 ? takeBackMessage(client, ids[0]!, replyId, key) : { conversations: [], refused: [] },
  check: (client, { ids, replyId = 0 }, tried) => isTakenBack(client, ids[0]!, replyId, tried),
  isRepeatable: false,
  undo: 'none',
  next: nextOf,
  renamed: renamedReply,
  restores: replyDraft,
  title: ({ ids, forward }) => ({
    text: forward === undefined ? t`Took back the reply to #${ids[0]!}` : t`Took back the forward from #${ids[0]!}`,
    short: t`Taken back`,
  }),
  refusal: t`Not taken back`,
};
