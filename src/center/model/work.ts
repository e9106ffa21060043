import type { GoneFile } from '../database/files.ts';
import type { DatabaseKind } from '../database/migrations/columns.ts';
import type { Locks } from '../database/store.ts';
import type { Db, NewRow } from '../database/tables.ts';
import type { JobName } from './jobs/job.ts';

/** Texts that must still be put into the search index. */
export interface Unindexed {
  /** Texts to be added, by their conversations. */
  readonly texts: Map<number, string[]>;
  /** Conversations whose words must be computed again from all of their texts. */
  readonly again: Set<number>;
}

/**
 * By how much numbers of conversations are to be changed, by their values with blanks between them: see
 * inbox/number.ts.
 */
export type Moves = Map<string, { readonly values: readonly number[]; readonly number: number }>;

/**
 * The locks that a concurrent write takes before it reads anything. Apart from these it may only read data that no
 * other such write changes. Data that all of them change is guarded in its own place: numbers, history, events, sets of
 * tags, marks of spam.
 */
export interface Concurrency {
  /**
   * The conversations that it changes, except one that it makes. A function finds them: it is called again when they are
   * locked, and if it then finds others, the write is exclusive.
   */
  readonly conversations: readonly number[] | ((work: Work) => Promise<readonly number[]>);
  /** The name of an act that happens once at a time: concurrent requests for it are done once. */
  readonly once?: string | undefined;
}

/** For a write that changes no conversation, and whose statements are safe under any interleaving. */
export const NO_CONVERSATION: Concurrency = { conversations: [] };

/** The effects of a concurrent write: see `Store.write`. */
export interface Concurrent extends Locks {
  /** Written at the end, when it is this write's turn: so their ids are in the order of the commits. */
  readonly history: NewRow<'history'>[];
}

/** One transaction and its changes: after the commit one event tells the listeners. */
export interface Work {
  readonly db: Db;
  readonly kind: DatabaseKind;
  /** Milliseconds since 1970, the same for all that the transaction writes. */
  readonly now: number;
  /** Aborts when the caller hangs up; absent if it is not known. */
  readonly signal?: AbortSignal | undefined;
  /** Written at the end, in the order of their rows: all writes change the same few. */
  readonly moves: Moves;
  /** Collects texts that must be indexed at the end of the transaction; absent if they are indexed at once. */
  readonly unindexed?: Unindexed;
  /** Absent if the write is exclusive. */
  readonly concurrent?: Concurrent | undefined;
  /** Reports that an inbox changed. */
  inboxChanged(id: number): void;
  /** Reports that a name shown in every inbox changed: a status's, a tag's, an agent's or a team's; or a saved reply. */
  namesChanged(): void;
  /** Tells one agent that it now sees an inbox, or no longer does. */
  accessChanged(agentId: number, inboxId: number): void;
  /** Reports that text was deleted, and which files with it: they are removed from the disk after the commit. */
  textGone(files: readonly GoneFile[]): void;
  /** Reports that an erasure has ended: all desks hear of it. */
  contactErased(erasureId: number): void;
  /** Reports that an agent has read a conversation: only this agent's desks hear of it. */
  conversationRead(agentId: number, id: number): void;
  /** The same of one that an agent made unread again, follows, or follows no longer. */
  ownRowChanged(agentId: number, id: number): void;
  /** Reports that an agent has answered a conversation: its presence there ends. */
  agentAnswered(agentId: number, conversationId: number): void;
  /** Reports a customer's message in an inbox: the desks of agents who are subscribed to the inbox ring. */
  customerWrote(conversationId: number, inboxId: number): void;
  /** Reports that a job has something to do at that time, in milliseconds since 1970. */
  scheduleJob(job: JobName, at: number): void;
  /** Reports that a note calls an agent, something comes back to it, or it follows a conversation with news: its desks ring. */
  agentCalled(agentId: number, conversationId: number): void;
  /**
   * Reports that the answer to the caller contains these conversations: the desks with its token need no event for
   * their content.
   */
  answered(token: string, conversations: readonly { readonly id: number; readonly version: number }[]): void;
  /** Reports that a conversation changed; `homes` are its former and present inboxes, so that both hear of it. */
  conversationChanged(id: number, ...homes: number[]): void;
}
