import type { SafeText } from '../text/safe.ts';

/** A filter that the agent saved under a name. */
export interface SavedView {
  readonly name: SafeText;
  /** As typed into the filter line. */
  readonly filter: string;
}
