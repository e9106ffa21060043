import { counted } from '../../text/numbers.ts';
import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { DraftFields, DraftKey } from './draft-kinds.ts';

/** Drafts and changes on this machine for the same help center that belong to another desk. */
export interface KeptElsewhere {
  /**
   * `open`: another desk of this agent is open with them; `other`: they are another agent's; `unsigned`: they
   * are another token's, whose agent is not known.
   */
  readonly kind: 'open' | 'other' | 'unsigned';
  /** Their owner, for a person. */
  readonly whose: SafeText;
  readonly changes: number;
  readonly drafts: number;
}

/** `3 changes and 1 draft`, `1 draft`. */
export function countedKept({ changes, drafts }: Pick<KeptElsewhere, 'changes' | 'drafts'>): SafeText {
  if (drafts === 0) return counted(changes, t`change`);
  if (changes === 0) return counted(drafts, t`draft`);
  return t`${counted(changes, t`change`)} and ${counted(drafts, t`draft`)}`;
}

/** One line about it, for `go`. */
export function describeKept(kept: KeptElsewhere): SafeText {
  const what = countedKept(kept);
  if (kept.kind === 'open') return t`${what} in another desk of yours that is open`;
  return kept.kind === 'other'
    ? t`${what} of ${kept.whose}`
    : t`${what} of ${kept.whose} · “Claim…” in : makes them yours`;
}

/** A draft that another desk of the same agent keeps, and that is still open there. */
export interface DraftElsewhere {
  readonly fields: DraftFields;
  /** The terminal of that desk; empty if it is not known. */
  readonly terminal: SafeText;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

/** Another desk of the same agent has sent the beginning of this desk's draft. */
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

/** The state of other desks of this agent: kept, or sent. */
export interface Elsewhere {
  readonly keptElsewhere: readonly KeptElsewhere[];
  /** The drafts of this agent's other desks that are open. */
  readonly draftsElsewhere: ReadonlyMap<DraftKey, DraftElsewhere>;
  /** The drafts here whose beginning another desk has sent, until the agent decides. */
  readonly sentElsewhere: ReadonlyMap<DraftKey, SentElsewhere>;
}
