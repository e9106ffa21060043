import { changeOf } from './change-list.ts';
import type { Journal, PendingChange, World } from './world.ts';

/** What outlives the process. */
export interface Kept {
  readonly pending: readonly PendingChange[];
  readonly journal: Journal;
  readonly drafts: ReadonlyMap<number, string>;
}

/** Where the outbox, the journal and the drafts are kept. */
export interface Storage {
  /** What was kept last; null: nothing. */
  load(): Kept | null;
  /** Called before a change is sent and after each answer. */
  save(kept: Kept): void;
}

/** Keeps for as long as the process lives. */
export const memoryStorage = (): Storage => {
  let kept: Kept | null = null;
  return {
    load: () => kept,
    save: next => {
      kept = next;
    },
  };
};

export const keep = (storage: Storage, { pending, journal, drafts }: World): void =>
  storage.save({ pending, journal, drafts });

/**
 * What was kept, ready to go on: what was under way when the process ended waits to be sent again with its old key.
 * Changes that this version does not know are set aside, to be told of.
 */
export function restore(kept: Kept): { readonly kept: Kept; readonly unknown: readonly PendingChange[] } {
  const known = kept.pending.filter(change => changeOf(change.name));
  const pending = known.map(change => (change.state === 'sending' ? { ...change, state: 'waiting' as const } : change));
  return { kept: { ...kept, pending }, unknown: kept.pending.filter(change => !changeOf(change.name)) };
}
