import type { Desk } from '../desk.ts';
import { keptOf } from './storage.ts';

/** How long a typed letter may stay unsaved, in milliseconds. A kill loses the letters since the last save. */
const MAX_WAIT_MS = 500;

/**
 * Saves drafts and changes whenever they change: changes at once; drafts at most half a second after the first unsaved
 * letter, and at once when a box closes. Returns a function that saves the rest and ends.
 */
export function keepState({ store, storage, setTimer }: Desk): () => void {
  let cancel: (() => void) | undefined;
  const save = (): void => {
    cancel?.();
    cancel = undefined;
    storage.save(keptOf(store.getState()));
  };
  const unsubscribe = store.subscribe((world, former) => {
    if (world.operations !== former.operations) return save();
    if (world.drafts !== former.drafts) cancel ??= setTimer(save, MAX_WAIT_MS);
    if (cancel !== undefined && world.overlays.length < former.overlays.length) save();
  });
  return () => {
    unsubscribe();
    save();
  };
}
