import type { Desk } from '../state/context.ts';
import { moveCursor } from '../state/list.ts';
import { t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { showConversation } from './go.ts';

export const conversationNext: Action = {
  id: 'conversation.next',
  title: t`Next conversation`,
  help: t`Shows the conversation that follows in the list.`,
  scope: 'detail',
  keys: ['J'],
  unavailable: ({ list }) => {
    if (list.cursorIndex < list.rows.length - 1) return undefined;
    if (list.nextCursor === null) return t`This is the last conversation of the list.`;
    return list.problem === null
      ? t`The conversations after this one are still being read.`
      : t`The conversations after this one could not be read; R tries again.`;
  },
  run: desk => showNeighbour(desk, 1),
};

/** Moves the list's cursor by one and shows what it is on. */
export function showNeighbour(desk: Desk, direction: 1 | -1): void {
  const { list, viewport } = desk.world();
  const moved = moveCursor(list, direction, viewport.listRows);
  desk.set({ list: moved, notice: null });
  if (moved.cursorId !== null) showConversation(desk, moved.cursorId);
}
