import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { unfinishedWithin } from '../../state/detail/body-lines.ts';
import { currentKey, toggleFold } from '../../state/detail/move.ts';
import { namedConversation } from '../../state/detail/thread-lines.ts';
import { readOn } from '../../state/sync/body-chunks.ts';
import { loadEarlier } from '../../state/sync/thread.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { isAmongPeople, selectedOther, selectedPerson } from '../conversation/contact.ts';
import { entryOf } from '../conversation/read-whole.ts';
import { isWrittenAgain, writeAgain } from '../conversation/write-again.ts';
import { openConflicts, openRefused } from './decide.ts';
import { showInDetail } from './go-to.ts';
import { personMenu } from './person-menu.ts';
import { goToPlace, panePlaces, placeIndex } from './places.ts';

export const open: Action<'open'> = {
  id: 'open',
  title: t`Open`,
  help: t`Opens the inbox, conversation or passage at the cursor`,
  keys: ['enter'],
  unavailable: ({ pane, list, detail, notice }) => {
    if (notice?.promise?.isListed) return undefined;
    if (pane === 'list' && list.cursorId === null) return t`There is no conversation here to open.`;
    return pane === 'detail' && detail.conversationId === null ? t`No conversation is open.` : undefined;
  },
  run: desk => {
    const world = desk.world();
    const { promise } = world.notice ?? {};
    if (promise?.isListed && promise.state === 'asks') openConflicts(desk, promise.key);
    else if (promise?.isListed) openRefused(desk, promise.key);
    else if (world.pane === 'inboxes') openPlace(desk, world);
    else if (isAmongPeople(world)) openPerson(desk, world);
    else if (world.pane === 'detail') openPassage(desk, world);
    else if (world.list.cursorId !== null) {
      showInDetail(desk, world.list.cursorId);
      desk.set({ detail: { ...desk.world().detail, isEntered: true } });
    }
  },
};

function openPlace(desk: Desk, world: World): void {
  const places = panePlaces(world);
  const place = places[placeIndex(places, world.inboxCursor)];
  if (place) goToPlace(desk, place);
}

/** Opens or folds the passage in view; on a line for earlier messages or the rest of a message, reads those. */
function openPassage(desk: Desk, world: World): void {
  const { detail, viewport } = world;
  const lines = desk.detailLines();
  const entry = entryOf(world, currentKey(detail, lines));
  const unfinishedId = unfinishedWithin(lines, detail.top, detail.top + viewport.detailRows);
  const toggled = toggleFold(detail, lines, viewport.detailRows);
  const named = entry && 'kind' in entry ? namedConversation(entry) : undefined;
  if (entry && 'delivery' in entry && isWrittenAgain(entry)) writeAgain(desk, entry);
  else if (named !== undefined) showInDetail(desk, named);
  else if (toggled !== detail) desk.set({ detail: toggled });
  else if (unfinishedId !== undefined) readOrRefuse(desk, () => readOn(desk, detail.conversationId!, unfinishedId));
  else if (lines.slice(detail.top, detail.top + viewport.detailRows).some(({ role }) => role === 'more'))
    readOrRefuse(desk, () => loadEarlier(desk));
  else sayWhereto(desk);
}

/** Reads the missing parts, or says why nothing can be read. */
function readOrRefuse(desk: Desk, read: () => Promise<void>): void {
  const reason = whyNotAsked(desk.world());
  if (reason === undefined) void read();
  else say(desk, reason);
}

/** A message that went where everybody expects it shows no recipient until it is asked. */
function sayWhereto(desk: Desk): void {
  const entry = entryOf(desk.world(), currentKey(desk.world().detail, desk.detailLines()));
  const to = entry && 'to' in entry ? [...entry.to, ...entry.cc, ...(entry.bcc ?? [])] : [];
  say(desk, to.length === 1 ? t`To ${to[0]!.email} alone · nothing is folded` : t`Nothing is folded in this entry.`);
}

/** Opens the requester's other conversation, or lists the actions on a person. */
function openPerson(desk: Desk, world: World): void {
  const other = selectedOther(world);
  if (other !== undefined) showInDetail(desk, other);
  else if (selectedPerson(world)) act(desk, personMenu);
  else say(desk, t`Nothing is selected here.`);
}
