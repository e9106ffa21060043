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
  unavailable: ({ list }) =>
    list.cursorIndex >= list.rows.length - 1 ? t`This is the last conversation of the list.` : undefined,
  run: desk => showNeighbour(desk, 1),
};

/** Moves the list's cursor by one and shows what it is on. */
export function showNeighbour(desk: Desk, direction: 1 | -1): void {
  const { list, viewport } = desk.world();
  const moved = moveCursor(list, direction, viewport.listRows);
  desk.set({ list: moved, notice: null });
  if (moved.cursorId !== null) showConversation(desk, moved.cursorId);
}
