import { clock } from '../text/relative-time.ts';
import { type SafeText, t } from '../text/safe.ts';

/** A draft that another desk of the same agent keeps, and that is still open there. */
export interface DraftElsewhere {
  readonly text: string;
  /** The terminal of that desk; empty if it is not known. */
  readonly terminal: SafeText;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

/** That another desk of the same agent has sent what a draft of this desk begins with. */
export interface SentElsewhere {
  readonly terminal: SafeText;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** `pts/3, 09:12`: the terminal of another desk, and a time. */
export function whereAndWhen(terminal: SafeText, at: number, now: number): SafeText {
  const when = clock(at, now, now);
  return terminal === '' ? when : t`${terminal}, ${when}`;
}
