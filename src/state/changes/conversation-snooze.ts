import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import { type Snooze, snoozedBy, snoozeUntil, untilWords } from '../conversation/later.ts';
import { isClosed } from '../query/unresolved.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Visible } from '../world.ts';
import type { Change, OwnCall } from './change.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { countedTitle } from './title.ts';
import { sendUpdate } from './update.ts';

const Args = v.object({
  ids: ConversationIds,
  /** Null brings them back. */
  snooze: v.nullable(v.object({ until: v.nullable(v.string()), keep: v.boolean() })),
});

/** How long a conversation is put off, as a change says it; null if it is not. */
function snoozeOf({ snoozed }: Conversation): Snooze | null {
  return snoozed ? snoozeUntil(snoozed.until, snoozed.keep) : null;
}

function isSo(conversation: Conversation, snooze: Snooze | null): boolean {
  const now = snoozeOf(conversation);
  return now?.until === snooze?.until && now?.keep === snooze?.keep;
}

/** The conversation, put off for so long, or no longer. */
export function withSnooze(conversation: Conversation, snooze: Snooze | null): Conversation {
  if (isSo(conversation, snooze)) return conversation;
  const { snoozed: _, ...rest } = conversation;
  return snooze === null ? rest : { ...rest, snoozed: { ...snoozedBy(snooze), by: null }, waiting_since: null };
}

/** The calls that put these conversations off again as they were, after the act that ended it is undone. */
export function snoozedAgain(ids: readonly number[], before: Visible): readonly OwnCall[] {
  return inverseCalls(
    ids,
    before,
    conversation => snoozeOf(conversation) ?? undefined,
    (some, snooze) => ({ name: 'conversation.snooze', args: { ids: some, snooze } }),
  );
}

/** Why it cannot be put off: only unresolved conversations come back. */
export function isPastLater(visible: Visible, conversation: Conversation): boolean {
  return conversation.archived || isClosed(visible, conversation) === true;
}

/** Puts conversations off until a time or an answer, for the whole team, or brings them back. */
export const conversationSnooze: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, snooze }) =>
    editConversations(visible, ids, c => (snooze && isPastLater(visible, c) ? c : withSnooze(c, snooze))),
  send: async (client, { ids, snooze }, key, job) => {
    const done = await sendUpdate(client, ids, { snooze }, key, job);
    const [first] = done.conversations;
    if (snooze === null || first === undefined || first.snoozed) return done;
    return { ...done, absent: client.capabilities.absence('later') };
  },
  conflictField: 'snoozed',
  holds: ({ snooze }, visible, id) => {
    const conversation = conversationOf(visible, id);
    return conversation === undefined || isSo(conversation, snooze);
  },
  blockedByReplies: ({ snooze }) => (snooze === null ? undefined : t`put it off`),
  isRepeatable: true,
  undo: ({ ids, snooze }, before) =>
    inverseCalls(
      ids,
      before,
      conversation => (isSo(conversation, snooze) ? undefined : snoozeOf(conversation)),
      (some, former) => ({ name: 'conversation.snooze', args: { ids: some, snooze: former } }),
    ),
  title: ({ ids, snooze }) =>
    snooze === null
      ? countedTitle(t`Brought back`, ids)
      : countedTitle(t`Put off`, ids, t` until ${untilWords(snooze)}`),
  doing: t`Putting off`,
  refusal: t`Not put off`,
};
