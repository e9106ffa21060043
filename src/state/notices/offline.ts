import type { Desk } from '../desk.ts';
import { madeByAgent } from '../operations/operation.ts';
import { offlineNotice } from './words.ts';

/**
 * Shows once that the help center no longer takes the token, or that a stranger answers in its place; the line goes
 * when that is over. Returns a function that stops it.
 */
export function tellOffline(desk: Pick<Desk, 'store' | 'set' | 'notify'>): () => void {
  return desk.store.subscribe((world, former) => {
    const { offline, notice } = world;
    if (offline?.why === former.offline?.why) return;
    const said = offline && offlineNotice(world, offline, madeByAgent(world.pending).length);
    if (said) desk.notify(said);
    else if (notice?.topic === 'offline') desk.set({ notice: null });
  });
}
