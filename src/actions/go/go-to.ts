import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import { openList } from '../../state/sync/list.ts';
import { openConversation } from '../../state/sync/thread.ts';
import type { Pane, Query } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { alsoToday } from '../conversation/merge-candidates.ts';

/**
 * Gives the keys to a pane; the notice of the former place disappears. From the list to the detail, that shows the
 * cursor's conversation at once: if it followed later, it would change under the keys.
 */
export function goToPane(desk: Desk, pane: Pane): void {
  const { pane: former, list } = desk.world();
  if (former === 'list' && pane === 'detail' && list.cursorId !== null) showConversation(desk, list.cursorId);
  desk.set({ pane, notice: null });
}

/** Lists the conversations of a query, with the keys in the list. */
export function goToList(desk: Desk, query: Query, inboxCursor: string | null = desk.world().inboxCursor): void {
  desk.set({ pane: 'list', inboxCursor, notice: null });
  void openList(desk, query);
}

/** Shows a conversation in the detail, unless it is there already. */
function showConversation(desk: Desk, id: number): void {
  if (desk.world().detail.conversationId !== id) void openConversation(desk, id);
}

/** Shows a conversation with the keys in the detail. */
export function showInDetail(desk: Desk, id: number): void {
  showConversation(desk, id);
  desk.set({ pane: 'detail', notice: alsoToday(desk.world(), id) });
}

export const goFormer: Action<'go.former'> = {
  id: 'go.former',
  title: t`Back to the last conversation`,
  help: t`Shows the previous conversation; again: back to this one`,
  keys: ['g p'],
  unavailable: ({ detail }) => (detail.formerId === null ? t`No other conversation was shown before.` : undefined),
  run: desk => {
    const { formerId } = desk.world().detail;
    if (formerId !== null) showInDetail(desk, formerId);
  },
};
