/** An agent works through the conversations that wait, one after the other. */
export interface WorkQueue {
  /** When that began; milliseconds. */
  readonly since: number;
  /** The conversation whose turn it is; null while it is asked for. */
  readonly id: number | null;
  /** The one that would come next, read ahead. */
  readonly aheadId: number | null;
  /** How many more waited when the help center was last asked; null if it did not say. */
  readonly left: number | null;
  /** Those that the agent passed over. */
  readonly skipped: readonly number[];
}
