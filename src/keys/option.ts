import type { Desk } from '../state/desk.ts';
import { type SafeText, t } from '../text/safe.ts';

/** One of the choices of a box. */
export interface Option {
  /** Identifies the choice among the others; never a position. */
  readonly id: string;
  readonly label: SafeText;
  /** Before the label: a digit, a tick, keys. */
  readonly sign?: SafeText;
  /** A few words at the right edge. */
  readonly detail?: SafeText;
  /**
   * Why it cannot be taken, as the end of a sentence about its label: `cannot see Billing`. It is drawn dim, with this
   * in place of `detail`, and Enter says it.
   */
  readonly whyNot?: SafeText;
  /** Its effect, for the rows below a list that shows them. */
  readonly about?: SafeText;
  /** The subject of the options from it on, up to the next such title: it stands above the first. */
  readonly group?: SafeText;
  /** It can be taken, and says then why nothing comes of it. */
  readonly isDim?: true;
  /** It is always there, after the others, even if the filter line does not match it. */
  readonly stays?: true;
  /** The effect of choosing it, if that closes the box and nothing more is asked. */
  readonly run?: (desk: Desk) => void;
}

/** The choice of something with a number and a name. */
export function namedOption(
  { id, name }: { readonly id: number; readonly name: SafeText },
  more: Partial<Option> = {},
): Option {
  return { id: String(id), label: name || t`#${id}`, ...more };
}
