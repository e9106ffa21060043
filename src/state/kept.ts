import type { Drafts, Journal, PendingChange, RefusedChange } from './world.ts';

/** What outlives the process. */
export interface Kept {
  readonly pending: readonly PendingChange[];
  readonly journal: Journal;
  readonly drafts: Drafts;
  /** Absent in what an earlier version kept. */
  readonly refused?: readonly RefusedChange[];
  /** When the desk that kept it ended in good order; milliseconds since 1970. Absent: it was killed. */
  readonly endedAt?: number;
}

/** Where the outbox, the journal and the drafts are kept. */
export interface Storage {
  /** What was kept last; null: nothing. */
  load(): Kept | null;
  /** Called before a change is sent and after each answer. */
  save(kept: Kept): void;
}
