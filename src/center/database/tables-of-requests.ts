import type { Generated } from 'kysely';

/** The answer that was given to a request with an `Idempotency-Key`. */
export interface IdempotencyTable {
  caller: string;
  key: string;
  request_hash: string;
  status: number;
  headers: string;
  body: string | null;
  created_at: number;
}

/** Which conversations a kept answer is about. */
export interface IdempotencyAboutTable {
  caller: string;
  key: string;
  conversation_id: number;
}

/** One row a transaction. `changes` is JSON: `{"inboxes": [id…], "conversations": [[id, home…]…], "read": [[agent, id]…]}`. */
export interface EventLogTable {
  id: Generated<number>;
  kind: 'inbox.changed' | 'conversation.changed';
  changes: string;
  created_at: number;
}

/** An attachment that no message or note refers to yet. `caller`: who uploaded it. `size` in bytes. */
export interface UploadTable {
  attachment_id: number;
  caller: string;
  size: number;
  created_at: number;
}
