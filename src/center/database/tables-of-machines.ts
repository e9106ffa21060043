/** How far the mail of a message has come; a message that is sent by no mail has no row. */
export interface MessageDeliveryTable {
  message_id: number;
  state: 'held' | 'queued' | 'sent' | 'failed';
  at: number;
  reason: string | null;
}

/**
 * A conversation by whose move to the spam inbox an agent marked its requester's address. `lifted_by` is the
 * conversation by whose move out of it the mark was lifted; null while it holds.
 */
export interface SpamMarkTable {
  email_key: string;
  conversation_id: number;
  lifted_by: number | null;
}
