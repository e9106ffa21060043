import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import { sendArchived } from './archived.ts';
import type { Change } from './change.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds });

/** Takes conversations out of the archive. */
export const conversationRestore: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids }) => editConversations(visible, ids, c => (c.archived ? { ...c, archived: false } : c)),
  send: (client, { ids }, key, job) => sendArchived(client, ids, false, key, job),
  conflictField: 'archived',
  isRepeatable: true,
  undo: ({ ids }, before) => {
    const back = ids.filter(id => conversationOf(before, id)?.archived !== false);
    return back.length > 0 ? [{ name: 'conversation.archive', args: { ids: back } }] : [];
  },
  title: ({ ids }) => countedTitle(t`Restored`, ids),
  doing: t`Restoring`,
  refusal: t`Not restored`,
};
