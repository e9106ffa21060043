import type { Desk } from '../context.ts';
import type { NoticePromise, World } from '../world.ts';

/** Removes a notice as soon as its promise about a change no longer holds. Returns a function that stops it. */
export function keepPromises(desk: Pick<Desk, 'store' | 'set'>): () => void {
  return desk.store.subscribe((world, former) => {
    if (world.pending === former.pending && world.refused === former.refused) return;
    const { promise } = world.notice ?? {};
    if (promise && !isKept(world, promise)) desk.set({ notice: null });
  });
}

function isKept({ pending, refused }: World, { key, state }: NoticePromise): boolean {
  if (state === 'refused') return refused.some(change => change.key === key);
  return pending.some(change => change.key === key && change.state === state);
}
