import type { World } from '../world.ts';
import { markedIds } from './marks.ts';

/**
 * The targets of a verb: the marks; without marks, in the detail the open conversation, elsewhere the row under the
 * cursor.
 */
export function targetsOf(world: World): readonly number[] {
  const { list, detail, pane } = world;
  const marked = markedIds(list);
  if (marked.length > 0) return marked;
  const id = pane === 'detail' ? (detail.conversationId ?? list.cursorId) : list.cursorId;
  return id === null ? [] : [id];
}
