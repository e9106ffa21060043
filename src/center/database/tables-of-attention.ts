import type { Generated } from 'kysely';

/** What a contact is found by. */
export interface ContactWordTable {
  contact_id: number;
  word: string;
}

/**
 * Somebody in a message's From, To or Cc; `email_key` is the address in lower case, `base_key` the one that it is a
 * sub-address of, or null.
 */
export interface ConversationParticipantTable {
  conversation_id: number;
  email_key: string;
  base_key: Generated<string | null>;
  email: string;
  name: string;
  position: number;
}

/** To and Cc of a mail, as JSON: `{"to": [{"name", "email"}…], "cc": […]}`; a message without a row has nobody in them. */
export interface MessageRecipientsTable {
  message_id: number;
  people: string;
}

/** How far an agent has read a conversation, by a message's time and id, as far as it lies above the agent's floor. */
export interface ConversationReadTable {
  agent_id: number;
  conversation_id: number;
  at: number;
  message_id: number;
}

/** How many conversations have these values: see `moveNumbers`. */
export interface ConversationNumberTable {
  home_id: number;
  shelf: number;
  status_id: number;
  assign_key: number;
  number: number;
}

/**
 * That something holds of a conversation: see `markKinds`. Of a customer's last word `since` is the time of the first
 * message that no agent has answered and no machine wrote (0: there is none), `at` and `message_id` are the newest one's; otherwise they are 0. The rest are copies.
 */
export interface ConversationMarkTable {
  conversation_id: number;
  kind: number;
  since: Generated<number>;
  at: Generated<number>;
  message_id: Generated<number>;
  shelf: number;
  status_id: number;
  home_id: number;
  assign_key: number;
  last_message_at: number;
}

/** The same tags on several conversations; `key` holds their ids in order. */
export interface TagSetTable {
  id: Generated<number>;
  key: string;
}
