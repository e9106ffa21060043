import type { Generated } from 'kysely';

/**
 * The values by which conversations are counted: `place` is the conversation's, or 4 if it is put off; `waiting` is 1 for
 * those in which a customer waits.
 */
export const numberColumns = ['home_id', 'place', 'status_id', 'assign_key', 'waiting'] as const;

/** The tables behind lists and the agents' reading. */
export interface AttentionTables {
  /** The words by which a contact is found. */
  contact_word: {
    contact_id: number;
    word: string;
  };
  /**
   * A person in a message's From, To or Cc; `email_key` is the address in lower case, `base_key` the address of which
   * it is a sub-address, or null.
   */
  conversation_participant: {
    conversation_id: number;
    email_key: string;
    base_key: Generated<string | null>;
    email: string;
    name: string;
    position: number;
  };
  /** To and Cc of a mail, as JSON: `{"to": [{"name", "email"}…], "cc": […]}`; a message without a row has neither. */
  message_recipients: {
    message_id: number;
    people: string;
  };
  /** How far an agent has read a conversation, by a message's time and id, if that lies above the agent's floor. */
  conversation_read: {
    agent_id: number;
    conversation_id: number;
    at: number;
    message_id: number;
  };
  /** The number of conversations with these values: see `moveNumbers`. */
  conversation_number: Record<(typeof numberColumns)[number] | 'number', number>;
  /**
   * A time for which a conversation was open, neither closed nor archived: `number` 0 since it came, 1, 2… since it was
   * reopened. `closed_at` null: it still is. `opened_by`, `closed_by`: the agent, or null. `answered_at`,
   * `answered_by`: its first answer, in the span 0 alone. The remaining columns are copies.
   */
  conversation_span: {
    conversation_id: number;
    number: number;
    opened_at: number;
    opened_by: number | null;
    closed_at: number | null;
    closed_by: number | null;
    answered_at: Generated<number | null>;
    answered_by: Generated<number | null>;
    /** Whether the answer came within the target that its inbox had then; null without one. */
    in_time: Generated<number | null>;
    home_id: number;
    assign_key: number;
  };
  /**
   * An agent is called to a conversation: see call.ts. `since`: since when, 0 if the agent has read it after that, at
   * `read_at`.
   */
  conversation_call: {
    agent_id: number;
    kind: number;
    conversation_id: number;
    since: number;
    read_at: Generated<number | null>;
  };
  /** A set of tags that conversations share; `key` holds their ids in order. */
  tag_set: {
    id: Generated<number>;
    key: string;
  };
  /** A tag of a set, whose key says the same. */
  tag_set_tag: { tag_id: number; tag_set_id: number };
}
