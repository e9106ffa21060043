import type { Desk } from '../desk.ts';
import { followWorld } from '../sync/timers.ts';
import { keptOf } from './storage.ts';

/** How long a typed letter may stay unsaved, in milliseconds. A kill loses the letters since the last save. */
const MAX_WAIT_MS = 500;

/**
 * Saves drafts and changes whenever they change: changes at once; drafts at most half a second after the first unsaved
 * letter, and at once when a box closes. Returns a function that saves the rest and ends.
 */
export function keepState(desk: Desk): () => void {
  const save = (): void => {
    timers.clear('save');
    desk.storage.save(keptOf(desk.world()));
  };
  const timers = followWorld(desk, (world, former) => {
    if (world.operations !== former.operations) return save();
    if (world.drafts !== former.drafts && !timers.has('save')) timers.set('save', MAX_WAIT_MS, save);
    if (timers.has('save') && world.overlays.length < former.overlays.length) save();
  });
  return () => {
    timers.stop();
    save();
  };
}
