import type { GoneFile } from '../database/files.ts';
import type { DatabaseKind } from '../database/migrations/columns.ts';
import type { Db } from '../database/tables.ts';

/** One transaction, and what it changed: after the commit one event tells the listeners. */
export interface Work {
  readonly db: Db;
  readonly kind: DatabaseKind;
  /** Milliseconds since 1970, the same for everything the transaction writes. */
  readonly now: number;
  /** Says that an inbox changed. */
  inboxChanged(id: number): void;
  /** Says that a name changed that is shown in every inbox: a status's, a tag's, an agent's or a team's. */
  namesChanged(): void;
  /** Says to one agent that it sees an inbox now, or sees it no more. */
  accessChanged(agentId: number, inboxId: number): void;
  /** Says that text was deleted, and which files went with it: after the commit they go from the disk. */
  textGone(files: readonly GoneFile[]): void;
  /** Says that an agent has read a conversation: only this agent's desks hear of it. */
  conversationRead(agentId: number, id: number): void;
  /** Says that a conversation changed; `homes` are the inboxes it was in and is in, so that both sides hear of it. */
  conversationChanged(id: number, ...homes: number[]): void;
}
