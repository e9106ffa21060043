/** How a help center sends mail. */
export interface MailOut {
  /** How long an agent's message is held before it is sent, in milliseconds. */
  readonly sendDelayMs: number;
  /** How long after the closing of a conversation its customer is asked for a rating, in milliseconds. */
  readonly ratingDelayMs: number;
  /** The address of the help center for its customers' browsers, without a slash at its end; null if it has none. */
  readonly publicUrl: string | null;
  /** Returns the place of the database, so that a copy at another place is noticed. */
  readonly home?: () => string;
}
