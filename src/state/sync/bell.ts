import type { Desk } from '../context.ts';

/** However much mail comes, the desk rings no more often. */
const RING_EVERY_MS = 60_000;

/** The desk's bell: rings at most once a minute. Returns whether it rang. */
export function createBell(desk: Pick<Desk, 'elapsed' | 'ring'>): () => boolean {
  let rangAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (desk.elapsed() - rangAt < RING_EVERY_MS) return false;
    rangAt = desk.elapsed();
    desk.ring?.();
    return true;
  };
}
