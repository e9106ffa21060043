import type { Desk } from '../desk.ts';
import type { World } from '../world.ts';
import { deskPlace } from './world-place.ts';

/** How long a move may stay unsaved, in milliseconds. A kill loses the moves since the last save. */
const MAX_WAIT_MS = 500;

/** Keeps the place of a desk. */
export interface PlaceKeeper {
  /** Saves everything that is not saved yet. */
  save(): void;
  /** Saves it from now on without its boxes. */
  distrust(): void;
}

/**
 * Saves the desk's place while the agent moves: at most half a second after the first move, at once when a box closes,
 * and nothing at rest.
 */
export function keepPlace({ store, storage, setTimer }: Desk): PlaceKeeper {
  let cancel: (() => void) | undefined;
  let isTrusted = true;
  const save = (): void => {
    if (cancel === undefined) return;
    cancel();
    cancel = undefined;
    const place = deskPlace(store.getState());
    storage.savePlace(isTrusted ? place : { ...place, boxes: [] });
  };
  store.subscribe((world, former) => {
    if (hasMoved(world, former)) cancel ??= setTimer(save, MAX_WAIT_MS);
    // An answered question must not be asked again, and discarded drafts are kept nowhere else.
    if (world.overlays.length < former.overlays.length || world.discarded !== former.discarded) save();
  });
  return {
    save,
    distrust: () => {
      isTrusted = false;
      cancel ??= setTimer(save, MAX_WAIT_MS);
    },
  };
}

/** The parts of the world from which a place is made. */
const PARTS = [
  'pane',
  'isWide',
  'inboxCursor',
  'overlays',
  'saveFolder',
  'viewSorts',
  'ownLayouts',
  'discarded',
] as const;
const LIST_PARTS = ['query', 'cursorId', 'cursorIndex', 'top', 'marks', 'away', 'rangeFrom'] as const;
const DETAIL_PARTS = ['conversationId', 'formerId', 'section', 'top', 'entryKey', 'opened'] as const;

function hasMoved(world: World, former: World): boolean {
  return (
    PARTS.some(part => world[part] !== former[part]) ||
    (world.list !== former.list && LIST_PARTS.some(part => world.list[part] !== former.list[part])) ||
    (world.detail !== former.detail && DETAIL_PARTS.some(part => world.detail[part] !== former.detail[part]))
  );
}
