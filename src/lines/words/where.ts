import { panePlaces, placeIndex } from '../../actions/go/places.ts';
import type { Desk } from '../../state/context.ts';
import { currentKey } from '../../state/detail/move.ts';
import type { World } from '../../state/world.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationWords } from './conversation-words.ts';
import { besideWords, entryWords } from './entry-words.ts';
import { listWords } from './list-words.ts';
import { rowWords } from './row-words.ts';

/** The place that has the keys, with its name. */
export function placeWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  if (world.pane === 'detail') return conversationWords(desk);
  return world.pane === 'list' ? listWords(world) : [t`Inboxes and views.`, inboxesWords(world)];
}

/** What is selected there. */
export function cursorWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  const { pane, list, detail } = world;
  if (pane === 'inboxes') return [inboxesWords(world)];
  if (pane === 'list') return list.cursorId === null ? listWords(world) : [rowWords(world, list.cursorId)];
  const lines = desk.detailLines();
  const key = currentKey(detail, lines);
  return [...entryWords(lines, key), ...besideWords(lines, key)];
}

/** What is said when the selected entry has been read out. */
export function readWords(desk: Desk): readonly SafeText[] {
  const lines = desk.detailLines();
  return [t`Nothing more here: again says it again.`, ...besideWords(lines, currentKey(desk.world().detail, lines))];
}

/** The inbox or the view at the cursor of their pane. */
function inboxesWords(world: World): SafeText {
  const places = panePlaces(world);
  const place = places[placeIndex(places, world.inboxCursor)];
  if (!place) return t`There is no inbox or view.`;
  const { title, kind, count, hasBell, digit } = place;
  const number = count === null ? t`` : t`, ${countText(count.number, count.isMore)}`;
  const key = digit === '' ? t`` : t`, key ${digit}`;
  return t`${kind === 'inbox' ? t`Inbox` : t`View`} ${title}${number}${hasBell ? t`, subscribed` : t``}${key}.`;
}
