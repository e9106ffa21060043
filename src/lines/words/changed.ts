import type { Desk } from '../../state/desk.ts';
import { markCount } from '../../state/list/marks.ts';
import type { World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { cursorWords, lineWords, placeWords } from './where.ts';

/** What a line typed has changed in the place that has the keys, since `before`; nothing if that is as it was. */
export function changedWords(desk: Desk, before: World): readonly SafeText[] {
  const world = desk.world();
  return [...placeChanges(desk, world, before), ...markChanges(world, before)];
}

function placeChanges(desk: Desk, world: World, before: World): readonly SafeText[] {
  if (isElsewhere(world, before)) return placeWords(desk);
  const { pane, list, detail, inboxCursor } = world;
  if (pane === 'inboxes') return inboxCursor === before.inboxCursor ? [] : cursorWords(desk);
  if (pane === 'list') return list.cursorId === before.list.cursorId ? [] : cursorWords(desk);
  const { find } = detail;
  if (find !== null && find !== before.detail.find) return foundWords(desk, world);
  const isSame = detail.entryKey === before.detail.entryKey && detail.opened === before.detail.opened;
  return isSame ? [] : cursorWords(desk);
}

function isElsewhere(world: World, before: World): boolean {
  const { pane, list, detail } = world;
  if (pane !== before.pane) return true;
  if (pane === 'list') return list.query !== before.list.query || (list.asOf === null) !== (before.list.asOf === null);
  if (pane !== 'detail') return false;
  const { conversationId, section, loading, problem } = before.detail;
  return (
    detail.conversationId !== conversationId ||
    detail.section !== section ||
    detail.loading !== loading ||
    detail.problem !== problem
  );
}

/** The line that a search has found, and which of all it is. */
function foundWords(desk: Desk, { detail: { find } }: World): readonly SafeText[] {
  const line = find?.line == null ? undefined : desk.detailLines()[find.line];
  if (!find || !line) return cursorWords(desk);
  return [t`Found ${grouped(find.current + 1)} of ${grouped(find.matches.length)}:`, lineWords(line)];
}

function markChanges({ list }: World, before: World): readonly SafeText[] {
  const count = markCount(list);
  if (count === markCount(before.list)) return [];
  return [count === 0 ? t`Nothing is marked.` : t`${grouped(count)} marked.`];
}
