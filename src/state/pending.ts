import type { SafeText } from '../text/safe.ts';

/** A change that the agent made and that the help center has not answered yet. Plain data: it outlives the process. */
export interface PendingChange {
  /** Also the idempotency key of its request. */
  readonly key: string;
  readonly name: string;
  readonly args: unknown;
  /** When it was made; milliseconds. */
  readonly at: number;
  /**
   * `asks`: nothing is sent until the agent decides, because it was held when its desk ended, or (`isUnsure`) because
   * nobody can tell whether it was carried out.
   */
  readonly state: 'waiting' | 'held' | 'sending' | 'asks';
  /** Until when `z` can still take it back before it is sent; milliseconds. */
  readonly heldUntil?: number;
  /** How often it was sent without an answer; 0: the help center cannot know of it. */
  readonly attempts: number;
  /** The last answer did not say whether it was carried out: a read decides before it is sent again. */
  readonly isUnsure?: boolean;
  /** Why the last attempt failed. */
  readonly problem: SafeText | null;
  /** It takes another change back: the words in it are not what the agent wrote. */
  readonly isInverse?: true;
  /** The agent did not ask for it: no notice, count or list names it, and a refusal drops it. */
  readonly isQuiet?: true;
}

/** The changes that the agent made and is told of. */
export function told(pending: readonly PendingChange[]): readonly PendingChange[] {
  return pending.filter(({ isQuiet }) => isQuiet !== true);
}

/** A conversation for which a change was refused, and why. */
export interface Refusal {
  readonly id: number;
  readonly reason: SafeText;
}

/** A change that the help center refused. It stays, with what the agent wrote, until the agent dismisses it. */
export interface RefusedChange {
  readonly key: string;
  /** What it was, as its notice said it. */
  readonly title: SafeText;
  /** Each conversation that it was refused for, and the help center's own reason. */
  readonly reasons: readonly Refusal[];
  /** What the agent wrote in it by hand; empty: nothing. */
  readonly written: string;
  /** When it was made; milliseconds. */
  readonly at: number;
}

/** The changes that were held when their desk ended: they are sent only if the agent says so. */
export function asking({ pending }: { readonly pending: readonly PendingChange[] }): readonly PendingChange[] {
  return pending.filter(({ state, isUnsure }) => state === 'asks' && isUnsure !== true);
}
