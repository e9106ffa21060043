/** Parts of a query that can be asked for and left out alike. */
export interface Excludable {
  /** Status names, as the help center writes them. */
  readonly statuses: readonly string[];
  readonly assignees: readonly (number | 'me' | 'none')[];
  /** Inbox ids. */
  readonly inboxes: readonly number[];
  readonly tags: readonly string[];
}

/** What a conversation can hold. */
export const helds = ['note', 'attachment', 'review'] as const;
/** One of them. */
export type Held = (typeof helds)[number];

/** A filter over conversations: parts of different kinds must all hold, values of one kind are alternatives. */
export interface Query extends Excludable {
  /** Any text; the help center looks for all its words. */
  readonly words: string;
  /** Words of the requester's name or address, of which all must hold; empty: any. */
  readonly from: string;
  readonly has: readonly Held[];
  /** Only what the agent has not read. */
  readonly isUnread: boolean;
  /** Only those in which a customer waits for an answer. */
  readonly isWaiting: boolean;
  /** What is taken away. */
  readonly not: Excludable;
  readonly archived: 'no' | 'only' | 'any';
  /** The last message came before, or on and after, this day (`YYYY-MM-DD`) of this machine's; null: any. */
  readonly before: string | null;
  readonly after: string | null;
  readonly sort: Sort;
}
/** The order of a list: newest or oldest last message first, last changed first, created last first. */
export type Sort = 'newest' | 'oldest' | 'updated' | 'created';
