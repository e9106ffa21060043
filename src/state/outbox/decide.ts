import type { Desk } from '../context.ts';
import type { PendingChange } from '../world.ts';
import { keep } from './storage.ts';

/**
 * Sends changes that ask. If one was sent before, a read first decides whether it was carried out. Their holds are
 * over.
 */
export function sendAgain(desk: Desk, keys: readonly string[]): void {
  const isMeant = ({ key, state }: PendingChange): boolean => keys.includes(key) && state === 'asks';
  const pending = desk
    .world()
    .pending.map(change => (isMeant(change) ? { ...change, state: 'waiting' as const } : change));
  desk.set({ pending });
  keep(desk.storage, desk.world());
  desk.wake(true);
}

/** Dismisses refused changes that the agent has seen. Drafts of their words stay. */
export function dismiss(desk: Desk, keys: readonly string[]): void {
  desk.set({ refused: desk.world().refused.filter(({ key }) => !keys.includes(key)) });
  keep(desk.storage, desk.world());
}
