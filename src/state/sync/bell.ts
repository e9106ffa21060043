import type { Desk } from '../context.ts';

/** However much mail comes, the desk rings no more often. */
const RING_EVERY_MS = 60_000;

/** The desk's bell: rings at most once a minute. */
export function createBell(desk: Pick<Desk, 'elapsed' | 'ring'>): () => void {
  let rangAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (desk.elapsed() - rangAt < RING_EVERY_MS) return;
    rangAt = desk.elapsed();
    desk.ring?.();
  };
}
