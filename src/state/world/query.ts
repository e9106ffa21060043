import type { ListTotal } from '../../client/model.ts';
import type { Contents } from '../../contract/conversation-filter.ts';
import type { SafeText } from '../../text/safe.ts';

/** The parts of a query that can also be excluded. */
export interface Excludable {
  /** Status names, as the help center writes them. */
  readonly statuses: readonly string[];
  readonly assignees: readonly (number | 'me' | 'none')[];
  /** Inbox ids. */
  readonly inboxes: readonly number[];
  readonly tags: readonly string[];
}

/** The traits of `is:` that a list can also exclude, each with the part of a query that asks for it. */
const traitParts = {
  unresolved: 'isUnresolved',
  unread: 'isUnread',
  waiting: 'isWaiting',
  automatic: 'isAutomatic',
  mentioned: 'isMentioned',
  followed: 'isFollowed',
  later: 'isLater',
  due: 'isDue',
  late: 'isLate',
} as const;
/** Any one of these. */
export type Trait = keyof typeof traitParts;
export const traits = Object.keys(traitParts) as readonly Trait[];

/** The traits that a query asks for. */
export function traitsOf(query: Query): readonly Trait[] {
  return traits.filter(trait => query[traitParts[trait]]);
}

/** Whether a conversation comes to such a list by mere time: it is late, or due within so long. */
export function goesByTime({ isLate, dueWithin }: Query): boolean {
  return isLate || dueWithin !== null;
}

/** The exclusions of a list. */
export interface Excluded extends Excludable {
  readonly has: readonly Contents[];
  readonly is: readonly Trait[];
}

/** The largest sample: more is not read as one. */
export const MAX_SAMPLE = 500;

/** A filter of conversations: parts of different kinds must all match, values of one kind are alternatives. */
export interface Query extends Excludable {
  /** Any text; the help center searches for all its words. */
  readonly words: string;
  /** Words of the requester's name or address, all of which must match; empty for any. */
  readonly from: string;
  /** Only the conversations of a number, as a list's `counted` has it; empty for any. */
  readonly counted: string;
  /** Agents, one of whom has answered in it. */
  readonly writers: readonly number[];
  /** Only this many of them, the same for a day; null for all. */
  readonly sample: number | null;
  readonly has: readonly Contents[];
  /**
   * Only conversations that are neither closed nor put off nor, unless the query names inboxes, in the spam inbox. Archived ones are
   * left out by `archived`.
   */
  readonly isUnresolved: boolean;
  /** Only conversations that the agent has not read. */
  readonly isUnread: boolean;
  /** Only conversations in which a customer waits for an answer. */
  readonly isWaiting: boolean;
  /** Only conversations with mail that a machine wrote. */
  readonly isAutomatic: boolean;
  /** Only conversations with a note that mentions the agent. */
  readonly isMentioned: boolean;
  /** Only conversations that the agent follows. */
  readonly isFollowed: boolean;
  /** Only conversations that are put off. */
  readonly isLater: boolean;
  /** Only conversations whose answer is due at some time. */
  readonly isDue: boolean;
  /** Only those in which it should have been given by now. */
  readonly isLate: boolean;
  /** Only those that are late, or due within this many minutes; null for any. */
  readonly dueWithin: number | null;
  /** The exclusions. */
  readonly not: Excluded;
  readonly archived: 'no' | 'only' | 'any';
  /** The last message came before, or on or after, this day (`YYYY-MM-DD`) in this machine's zone; null for any. */
  readonly before: string | null;
  readonly after: string | null;
  readonly sort: Sort;
}
/** The order of a list: newest or oldest last message first, last changed first, created last first. */
export type Sort = 'newest' | 'oldest' | 'updated' | 'created' | 'waiting' | 'due' | 'later';

/** A filter that the agent saved under a name. */
export interface SavedView {
  readonly name: SafeText;
  /** As typed into the filter line. */
  readonly filter: string;
}

/** The number of conversations that a query matches. */
export interface Counted extends ListTotal {
  readonly query: Query;
  /** The version of the help center's answer, for a conditional read, and the number in it. */
  readonly etag: string | null;
  readonly said: ListTotal;
}

/** Numbers by `countKey`. */
export type CountsByKey = ReadonlyMap<string, Counted>;
