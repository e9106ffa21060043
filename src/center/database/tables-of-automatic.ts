import type { Generated } from 'kysely';

/** An automatic reply to an address in lower case, kept for a day. */
export interface AutomaticReplyTable {
  id: Generated<number>;
  email_key: string;
  inbox_id: number;
  at: number;
}

/** A conversation that was closed at `since` and whose customer may be asked for a rating. */
export interface RatingWaitTable {
  conversation_id: number;
  since: number;
}

/**
 * A request to rate a conversation: `contact_id` was asked, for the agent's message `answer_id`, by the message
 * `message_id`. `used_at`: when they rated; null until then. The messages may be gone.
 */
export interface RatingRequestTable {
  id: Generated<number>;
  conversation_id: number;
  contact_id: number;
  answer_id: number;
  message_id: number;
  sent_at: number;
  used_at: number | null;
}
