import type { SafeText } from '../text/safe.ts';
import type { Conflict, Seen, Versions } from './conflict.ts';

/** A change by name, with its arguments. */
export interface ChangeCall {
  readonly name: string;
  readonly args: unknown;
}

/**
 * A change that the agent made and that the help center has not answered yet. Plain data, because it outlives the
 * process.
 */
export interface PendingChange {
  /** Also the idempotency key of its request. */
  readonly key: string;
  readonly name: string;
  readonly args: unknown;
  /** When it was made; milliseconds. */
  readonly at: number;
  /**
   * `asks`: nothing is sent until the agent decides, because it was held for too long, because it is unknown whether it
   * was carried out (`isUnsure`), or because of what others did since (`conflict`).
   */
  readonly state: 'waiting' | 'held' | 'sending' | 'asks';
  /** Until when `z` can still undo it before it is sent; milliseconds. */
  readonly heldUntil?: number;
  /** How often it was sent without an answer; at 0 the help center cannot know of it. */
  readonly attempts: number;
  /**
   * When it was first sent so that the help center may have received it; milliseconds since 1970. Absent if it never
   * was, or in data of an earlier version.
   */
  readonly firstSentAt?: number;
  /** The last answer did not say whether it was carried out: a read decides before it is sent again. */
  readonly isUnsure?: boolean;
  /** The agent wants it sent again even if no read can tell whether it was carried out. */
  readonly isAgreed?: boolean;
  /** Why the last attempt failed. */
  readonly problem: SafeText | null;
  /** The versions of its conversations that it was made on. */
  readonly versions?: Versions;
  /** What the agent saw of its conversations, by id; absent if nothing of it can make the change ask. */
  readonly seen?: Readonly<Record<number, Seen>>;
  /** What others did to its conversations since; `state` is `asks`. */
  readonly conflict?: readonly Conflict[];
  /** How often it was made again on newer versions, each time under a key of its own. */
  readonly renewals?: number;
  /** It follows conversations that were merged away, each to the one that took it in. */
  readonly followed?: readonly { readonly from: number; readonly to: number }[];
  /** It undoes another change: the words in it were not written by the agent for it. */
  readonly isInverse?: true;
  /** Its files are on their way, and nothing else of it: until they are there, it can be taken back. */
  readonly isUploading?: boolean;
  /** The agent did not ask for it: no notice, count or list shows it, and a refusal drops it. */
  readonly isQuiet?: true;
}

/** The changes that the agent made and is told about. */
export function told(pending: readonly PendingChange[]): readonly PendingChange[] {
  return pending.filter(({ isQuiet }) => isQuiet !== true);
}

/** A conversation for which a change was refused, and the reason. */
export interface Refusal {
  readonly id: number;
  readonly reason: SafeText;
}

/** A change that the help center refused. It stays, with the agent's words, until the agent dismisses it. */
export interface RefusedChange {
  readonly key: string;
  /** Its title in the notice. */
  readonly title: SafeText;
  /** Each conversation for which it was refused, with the help center's own reason. */
  readonly reasons: readonly Refusal[];
  /** The change itself, for these conversations alone; absent in data of an earlier version. */
  readonly call?: ChangeCall;
  /** The agent's own words in it; empty if there are none. */
  readonly written: string;
  /** When it was made; milliseconds. */
  readonly at: number;
}

/** The changes that were held for too long: they are sent only if the agent agrees. */
export function asking({ pending }: { readonly pending: readonly PendingChange[] }): readonly PendingChange[] {
  return pending.filter(({ state, isUnsure, conflict }) => state === 'asks' && isUnsure !== true && !conflict);
}
