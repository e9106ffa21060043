/** The times of a world, in milliseconds. */
export interface Times {
  /**
   * The help center's time as of which ages are drawn: on a fast link all of them are current, on a slow one as of the
   * last drawing, or when something fell due.
   */
  readonly now: number;
  /** By how much this machine's clock is ahead of the help center's; 0 if that is a minute or less. */
  readonly clockAheadMs: number;
}
