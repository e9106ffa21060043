import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import { sendArchived } from './archived.ts';
import type { Change, OwnCall } from './change.ts';
import { snoozedAgain, withSnooze } from './conversation-snooze.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds });

/** Puts conversations into the archive. */
export const conversationArchive: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  // As the help center will say: no answer is awaited in the archive.
  apply: (visible, { ids }) =>
    editConversations(visible, ids, c =>
      c.archived ? c : { ...withSnooze(c, null), archived: true, waiting_since: null },
    ),
  send: (client, { ids }, key, job) => sendArchived(client, ids, true, key, job),
  conflictField: 'archived',
  blockedByReplies: () => t`archive`,
  isRepeatable: true,
  undo: ({ ids }, before) => {
    const back = ids.filter(id => !conversationOf(before, id)?.archived);
    const restored: OwnCall[] = back.length > 0 ? [{ name: 'conversation.restore', args: { ids: back } }] : [];
    return [...restored, ...snoozedAgain(back, before)];
  },
  title: ({ ids }) => countedTitle(t`Archived`, ids),
  doing: t`Archiving`,
  refusal: t`Not archived`,
};
