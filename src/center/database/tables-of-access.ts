import type { Generated } from 'kysely';

/** Access, kept answers, events and uploads. */
export interface AccessTables {
  /** `hash` is the SHA-256 of the token in hexadecimal. An API key has a name and no agent, and does not expire. */
  token: {
    id: Generated<number>;
    hash: string;
    agent_id: number | null;
    name: string | null;
    created_at: number;
    used_at: number;
  };
  /** `hash` is a keyed hash of an address where the agent signed in, `used_at` the last time. */
  sign_in_address: {
    agent_id: number;
    hash: string;
    used_at: number;
  };
  /** Several agents who get access together; its members are in `team_agent`. */
  team: {
    id: Generated<number>;
    name: string;
    created_at: number;
    updated_at: number;
  };
  /** The answer to a request with an `Idempotency-Key`. */
  idempotency: {
    caller: string;
    key: string;
    request_hash: string;
    status: number;
    headers: string;
    body: string | null;
    created_at: number;
  };
  /** The conversations that a stored answer is about. */
  idempotency_about: {
    caller: string;
    key: string;
    conversation_id: number;
  };
  /**
   * One row per transaction. `changes` is JSON: `{"inboxes": [id…], "conversations": [[id, home…]…], "read": [[agent,
   * id]…]}`.
   */
  event_log: {
    id: Generated<number>;
    kind: 'inbox.changed' | 'conversation.changed';
    changes: string;
    created_at: number;
  };
  /** An attachment that no message or note refers to yet. `caller`: its uploader. `size` in bytes. */
  upload: {
    attachment_id: number;
    caller: string;
    size: number;
    created_at: number;
  };
}
