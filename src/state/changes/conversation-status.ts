import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { statusesOf, statusName } from '../words/names.ts';
import type { Conversation, Visible } from '../world.ts';
import type { Change } from './change.ts';
import { snoozedAgain, withSnooze } from './conversation-snooze.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { countedTitle } from './title.ts';
import { sendUpdate } from './update.ts';

const Args = v.object({ ids: ConversationIds, conversation_status_id: Id });

function closes(visible: Visible, status: number): boolean {
  return statusesOf(visible).find(({ id }) => id === status)?.kind === 'closed';
}

/** Sets the status of conversations: closes them, reopens them, or sets one of the help center's own. */
export const conversationStatus: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, conversation_status_id: status }) => {
    const name = statusName(visible, status);
    const ended = (c: Conversation) => (closes(visible, status) ? withSnooze(c, null) : c);
    return editConversations(visible, ids, c =>
      c.conversation_status_id === status ? c : { ...ended(c), conversation_status_id: status, status: name },
    );
  },
  send: (client, { ids, conversation_status_id }, key, job) =>
    sendUpdate(client, ids, { conversation_status_id }, key, job),
  conflictField: 'conversation_status_id',
  blockedByReplies: ({ conversation_status_id: status }, visible) => (closes(visible, status) ? t`close` : undefined),
  isRepeatable: true,
  undo: ({ ids, conversation_status_id: status }, before) => [
    ...inverseCalls(
      ids,
      before,
      c => (c.conversation_status_id === status ? undefined : (c.conversation_status_id ?? undefined)),
      (some, former) => ({ name: 'conversation.status', args: { ids: some, conversation_status_id: former } }),
    ),
    ...(closes(before, status) ? snoozedAgain(ids, before) : []),
  ],
  title: ({ ids, conversation_status_id: status }, visible) => {
    const kind = statusesOf(visible).find(known => known.id === status)?.kind;
    if (kind === 'closed') return countedTitle(t`Closed`, ids);
    if (kind === 'open') return countedTitle(t`Reopened`, ids);
    return countedTitle(t`Set`, ids, t` to ${statusName(visible, status)}`);
  },
  doing: t`Setting the status of`,
  refusal: t`Status not set`,
};
