import type { Desk } from '../state/desk.ts';
import type { SafeText } from '../text/safe.ts';

/** One of the choices of a box. */
export interface Option {
  /** Identifies the choice among the others; never a position. */
  readonly id: string;
  readonly label: SafeText;
  /** One cell before the label: a digit, a tick. */
  readonly sign?: SafeText;
  /** A few words at the right edge. */
  readonly detail?: SafeText;
  /**
   * Why it cannot be taken, as the end of a sentence about its label: `cannot see Billing`. It is drawn dim, with this
   * in place of `detail`, and Enter says it.
   */
  readonly whyNot?: SafeText;
  /** It is there whatever is typed into the filter line, after the others. */
  readonly stays?: true;
  /** The effect of choosing it, if that closes the box and nothing more is asked. */
  readonly run?: (desk: Desk) => void;
}
