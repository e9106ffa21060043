import type { Drafts, Operation } from '../world.ts';
import type { Place } from './place.ts';

/** The data that outlives the process. */
export interface SavedState {
  readonly operations: readonly Operation[];
  readonly drafts: Drafts;
  /** The help center’s epoch in which its drafts were written; none if that was never restored. */
  readonly epoch?: string | null | undefined;
  /** The last sign of life of the desk that saved it; milliseconds since 1970. Absent while it runs. */
  readonly endedAt?: number;
  /**
   * The place of the desk. It goes to the first desk of the same agent that starts after this one ended; a desk that
   * runs already leaves it alone. Checked with `readPlace`, because it may be damaged or of another version.
   */
  readonly place?: unknown;
}

/** Stores the operations, the drafts and the desk's place. */
export interface Storage {
  /** The data saved last, or null. */
  load(): SavedState | null;
  /** Called before a change is sent and after each answer. */
  save(kept: Omit<SavedState, 'place'>): void;
  /** Called while the agent moves, at most every half second, and only if the place has changed. */
  savePlace(place: Place): void;
  /** Whether the last `save` succeeded; one that failed is tried again until it does. */
  isKept(): boolean;
}
