import type { Generated } from 'kysely';

/** The answer to a request with an `Idempotency-Key`. */
export interface IdempotencyTable {
  caller: string;
  key: string;
  request_hash: string;
  status: number;
  headers: string;
  body: string | null;
  created_at: number;
}

/** The conversations that a stored answer is about. */
export interface IdempotencyAboutTable {
  caller: string;
  key: string;
  conversation_id: number;
}

/**
 * One row per transaction. `changes` is JSON: `{"inboxes": [id…], "conversations": [[id, home…]…], "read": [[agent,
 * id]…]}`.
 */
export interface EventLogTable {
  id: Generated<number>;
  kind: 'inbox.changed' | 'conversation.changed';
  changes: string;
  created_at: number;
}

/** An attachment that no message or note refers to yet. `caller`: its uploader. `size` in bytes. */
export interface UploadTable {
  attachment_id: number;
  caller: string;
  size: number;
  created_at: number;
}
