import type { SafeText } from '../text/safe.ts';
import type { ChangeCall } from './pending.ts';

/** The changes that can be undone, and those that were. The last one is the next. */
export interface Journal {
  readonly undo: readonly JournalEntry[];
  readonly redo: readonly JournalEntry[];
}
/** A change that can be undone, or made again. */
export interface JournalEntry {
  /** Its title in the notice: `Archived 2 conversations`. */
  readonly title: SafeText;
  readonly forward: readonly ChangeCall[];
  readonly inverse: readonly ChangeCall[];
  /** How many conversations it changed, without those that were so already. */
  readonly count: number;
  /** The pending changes that carry it out: the forward ones in `undo`, the inverse ones in `redo`. */
  readonly keys: readonly string[];
  /** A held change (merge): undoing it drops it from `pending` while it waits. */
  readonly heldKey?: string;
}
