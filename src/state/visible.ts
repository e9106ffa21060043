import { markedIds } from './list/cursor.ts';
import type { Conversation, Thread, Visible, World } from './world.ts';

/** A conversation as it is seen; undefined: not loaded. */
export const conversationOf = (visible: Visible, id: number): Conversation | undefined =>
  visible.patch.conversations.get(id) ?? visible.base.conversations.get(id);

/** What is loaded of a conversation, as it is seen; undefined: nothing. */
export const threadOf = (visible: Visible, id: number): Thread | undefined =>
  visible.patch.threads.get(id) ?? visible.base.threads.get(id);

/** What a verb acts on: the marks, else (in the detail) the open conversation, else the row under the cursor. */
export function targetsOf(world: World): readonly number[] {
  const { list, detail, pane } = world;
  const marked = markedIds(list);
  if (marked.length > 0) return marked;
  const id = pane === 'detail' ? (detail.conversationId ?? list.cursorId) : list.cursorId;
  return id === null ? [] : [id];
}
