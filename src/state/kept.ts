import type { Drafts, Journal, PendingChange, RefusedChange } from './world.ts';

/** The data that outlives the process. */
export interface Kept {
  readonly pending: readonly PendingChange[];
  readonly journal: Journal;
  readonly drafts: Drafts;
  /** Absent in data of an earlier version. */
  readonly refused?: readonly RefusedChange[];
  /** When the desk that saved it ended normally; milliseconds since 1970. Absent if it was killed. */
  readonly endedAt?: number;
}

/** Stores the outbox, the journal and the drafts. */
export interface Storage {
  /** The data saved last, or null. */
  load(): Kept | null;
  /** Called before a change is sent and after each answer. */
  save(kept: Kept): void;
}
