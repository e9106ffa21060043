import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import { cursorTo } from '../../state/list/cursor.ts';
import type { World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { showInDetail } from '../go/go-to.ts';

export const conversationNext: Action<'conversation.next'> = {
  id: 'conversation.next',
  title: t`Next conversation`,
  help: t`Shows the next conversation of the list`,
  scope: 'detail',
  keys: ['J'],
  unavailable: world => {
    const { list } = world;
    if (neighbourIndex(world, 1) < list.rows.length) return undefined;
    if (list.nextCursor === null) return t`This is the last conversation of the list.`;
    return list.problem === null
      ? t`The conversations after this one are still being read.`
      : t`The conversations after this one could not be read; ${world.keyNames.refresh} tries again.`;
  },
  run: desk => showNeighbour(desk, 1),
};

export const conversationPrevious: Action<'conversation.previous'> = {
  id: 'conversation.previous',
  title: t`Previous conversation`,
  help: t`Shows the previous conversation of the list`,
  scope: 'detail',
  keys: ['K'],
  unavailable: world => (neighbourIndex(world, -1) < 0 ? t`This is the first conversation of the list.` : undefined),
  run: desk => showNeighbour(desk, -1),
};

/**
 * The place in the list of the conversation after (1) or before (-1) the one in the detail; it may lie outside the
 * rows. A conversation that is not listed (archived, perhaps) counts as just before the cursor's row, which took its
 * place.
 */
function neighbourIndex({ list, detail }: World, direction: 1 | -1): number {
  const shown = detail.conversationId === null ? -1 : list.rows.indexOf(detail.conversationId);
  if (shown >= 0) return shown + direction;
  return direction === 1 ? list.cursorIndex : list.cursorIndex - 1;
}

function showNeighbour(desk: Desk, direction: 1 | -1): void {
  const world = desk.world();
  const list = cursorTo(world.list, neighbourIndex(world, direction), world.viewport.listRows);
  desk.set({ list });
  if (list.cursorId !== null) showInDetail(desk, list.cursorId);
}
