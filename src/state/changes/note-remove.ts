import * as v from 'valibot';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { threadOf } from '../visible.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';
import { sendRemoval } from './send.ts';

const Args = v.object({ ids: OneConversationId, noteId: v.number() });

/** How long a deletion is held, in milliseconds: the help center could not undo it. */
export const REMOVAL_HOLD_MS = 8_000;

/** Deletes a note. The help center cannot restore it, so the deletion is held for eight seconds. */
export const noteRemove: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, noteId }) => {
    const thread = threadOf(visible, ids[0]!);
    if (thread && !thread.notes.some(note => note.id === noteId)) return visible;
    const counted = editConversations(visible, ids, c => ({ ...c, note_count: Math.max(0, (c.note_count ?? 0) - 1) }));
    return editThread(counted, ids[0]!, read => ({ ...read, notes: read.notes.filter(note => note.id !== noteId) }));
  },
  send: (client, { ids, noteId }, key, { versions }) =>
    sendRemoval(ids[0]!, noteId, () =>
      client.note.remove({
        params: { conversation_id: ids[0]!, note_id: noteId },
        key,
        ...onVersion(versions, ids[0]!),
      }),
    ),
  check: async (client, { ids, noteId }) => {
    const params = { conversation_id: ids[0]! };
    const page = await client.note.list({ params, query: { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' } });
    const isGone = page.nextCursor === null && !page.data.some(note => note.id === noteId);
    return isGone ? { conversations: [], refused: [], reread: ids } : 'notDone';
  },
  isRepeatable: false,
  undo: 'hold',
  holdMs: REMOVAL_HOLD_MS,
  renamed: (args, from, note) => (args.noteId === from ? { ...args, noteId: note.id } : args),
  title: ({ ids }) => ({ text: t`Deleted a note of #${ids[0]!}`, short: t`Deleted a note` }),
  refusal: t`Note not deleted`,
};
