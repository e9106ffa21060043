import type { Generated } from 'kysely';

/** Mail in, mail out, and its delivery. */
export interface MailTables {
  /** How far the mail of a message has come; a message that is sent by no mail has no row. */
  message_delivery: {
    message_id: number;
    state: 'held' | 'queued' | 'sent' | 'failed';
    at: number;
    reason: string | null;
  };
  /**
   * A conversation by whose move to the spam inbox an agent marked its requester's address. `lifted_by` is the
   * conversation by whose move out of it the mark was lifted; null while it holds.
   */
  spam_mark: {
    email_key: string;
    conversation_id: number;
    lifted_by: number | null;
  };
  /**
   * An imported mail, or an imported message, note or review of another help desk. `source_hash` is the SHA-256 of its
   * bytes, or of its id there, so that a second import adds nothing. `message_key` is its Message-ID; the row stays if its
   * message is deleted, so that replies still find the conversation.
   * `from_archive`: 1 if it was imported, since this is recorded.
   */
  mail: {
    id: Generated<number>;
    source_hash: string;
    message_key: string | null;
    conversation_id: number;
    message_id: number | null;
    imported_at: number;
    from_archive: Generated<0 | 1>;
  };
  /**
   * The parts of a message's mail that an answer takes over; a message that came before this was recorded has no row.
   * `message_key` is its Message-ID, `subject` is without `Re:`, and `answers` are the Message-IDs that it refers to,
   * with blanks between them, the one that it answers last.
   */
  message_head: {
    message_id: number;
    message_key: string | null;
    subject: string;
    answers: string;
  };
  /** The Message-IDs that a mail answers or refers to, for mail that arrives before the mail it answers. */
  mail_reference: {
    mail_id: number;
    message_key: string;
  };
  /** The bytes of a mail as received. */
  mail_source: {
    source_hash: string;
    raw: Uint8Array;
  };
  /** A mail that could not be imported, with the reason; `mail_source` has its bytes. */
  mail_set_aside: {
    id: Generated<number>;
    source_hash: string;
    origin: string;
    reason: string;
    /** How it arrived, as in `MailIncomingTable`; null for an import. */
    facts: Generated<string | null>;
    created_at: number;
  };
  /**
   * A mail that was accepted and is not understood yet. `hash` is the SHA-256 of its bytes in hexadecimal; `size` their
   * number; `raw` the bytes, compressed; `facts` JSON: how it arrived.
   */
  mail_incoming: {
    id: Generated<number>;
    hash: string;
    facts: string;
    size: number;
    raw: Uint8Array;
    received_at: number;
  };
  /** A mailbox that mail is fetched from, by its name; the other columns are those of `MailboxPlace`. */
  mailbox: {
    name: string;
    uid_validity: number;
    last_uid: number;
    old_until: number;
    renumbered_to: number;
    seen_at: Generated<number>;
    older: Generated<number>;
  };
  /** The last look into a mailbox; the columns are those of `MailboxLook`. */
  mailbox_look: {
    name: string;
    at: Generated<number | null>;
    trouble: Generated<string>;
    since: Generated<number | null>;
    signed_out: Generated<0 | 1>;
    /** The mails that were left, as JSON. */
    stuck: Generated<string>;
  };
  /**
   * A mail that waits to be sent, or was. `message_id` null: it is not a message of a conversation; `inbox_id`: the inbox
   * that it is from. `letter` is the `Letter` as JSON, empty once it was sent; `recipients` JSON: the addresses that
   * have not got it yet. `since`: when `next_at` was set, the time of its next try, so that a clock that is set back is
   * noticed. The lease is the process's that sends it; `has_begun`: 1 from a try on until its outcome is recorded, so
   * that it may be out. `reply`: the relay's last word, on one line. A `timed` one waits for a time of its agent's, which
   * no clock that is set moves; a `stopped` one was, until somebody wrote.
   */
  outgoing: {
    id: Generated<number>;
    message_id: number | null;
    conversation_id: number | null;
    inbox_id: number | null;
    message_key: string;
    letter: string;
    recipients: string;
    state: 'held' | 'timed' | 'stopped' | 'queued' | 'sending' | 'sent' | 'failed';
    attempts: Generated<number>;
    has_begun: Generated<number>;
    since: number;
    next_at: number;
    lease_owner: string | null;
    lease_ends_at: number | null;
    reply: Generated<string>;
    created_at: number;
  };
  /**
   * The last mail to an agent who wants mails about an inbox: its Message-ID, when it may be sent (0: none yet), the
   * number of messages that it announces, and of those that no mail announces yet.
   */
  subscription_mail: {
    agent_id: number;
    inbox_id: number;
    message_key: Generated<string>;
    at: Generated<number>;
    told: Generated<number>;
    untold: Generated<number>;
  };
  /** The right of one process to do something alone, by its name, until `ends_at`. */
  lease: {
    name: string;
    owner: string;
    ends_at: number;
  };
  /** An automatic reply to an address in its form for comparing, kept for a day. */
  automatic_reply: {
    id: Generated<number>;
    email_key: string;
    inbox_id: number;
    at: number;
  };
  /** A conversation that was closed at `since` and whose customer may be asked for a rating. */
  rating_wait: {
    conversation_id: number;
    since: number;
  };
  /**
   * A request to rate a conversation: `contact_id` was asked, for the agent's message `answer_id`, by the message
   * `message_id`. `used_at`: when they rated; null until then. The messages may be gone.
   */
  rating_request: {
    id: Generated<number>;
    conversation_id: number;
    contact_id: number;
    answer_id: number;
    message_id: number;
    sent_at: number;
    used_at: number | null;
  };
}
