import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { conversationOf } from '../visible.ts';
import { sendArchived } from './archived.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds });

/** Puts conversations into the archive. */
export const conversationArchive: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids }) => editConversations(visible, ids, c => (c.archived ? c : { ...c, archived: true })),
  send: (client, { ids }, key, job) => sendArchived(client, ids, true, key, job),
  sets: 'archived',
  minds: () => t`archive`,
  isRepeatable: true,
  undo: ({ ids }, before) => {
    const back = ids.filter(id => !conversationOf(before, id)?.archived);
    return back.length > 0 ? [{ name: 'conversation.restore', args: { ids: back } }] : [];
  },
  title: ({ ids }) => countedTitle(t`Archived`, ids),
  doing: t`Archiving`,
  refusal: t`Not archived`,
};
