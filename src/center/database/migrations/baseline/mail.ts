import { sql } from 'kysely';
import {
  bytes,
  column,
  empty,
  id,
  integer,
  link,
  onlyPart,
  optionalText,
  optionalWhole,
  part,
  refers,
  type Schema,
  text,
  textKey,
  unique,
  whole,
  wholeZero,
  zero,
} from '../columns.ts';

const timeline = [['conversation_id', 'created_at', 'id']];

/** The parts of a conversation: messages, notes, reviews, history. */
export const messages: Schema = {
  message: {
    columns: {
      id,
      conversation_id: part('conversation'),
      kind: text,
      event: optionalText,
      merged_with: optionalWhole,
      agent_id: refers('agent'),
      contact_id: refers('contact'),
      created_at: whole,
      body_text: text,
      body_html: optionalText,
      from_address: optionalText,
      automatic: zero,
      unverified: zero,
    },
    indexes: timeline,
  },
  message_attachment: {
    ...link('message', 'attachment', { position: integer }),
    more: () => [sql`alter table "message_attachment" add column "inline" integer default 0 not null`],
  },
  // Beside messages: changing one would write its whole text again.
  message_recipients: { columns: { message_id: onlyPart('message'), people: text } },
  message_delivery: { columns: { message_id: onlyPart('message'), state: text, at: whole, reason: optionalText } },
  message_head: {
    columns: { message_id: onlyPart('message'), message_key: optionalText, subject: text, answers: text },
  },
  note: {
    columns: { id, conversation_id: part('conversation'), agent_id: refers('agent'), details: text, created_at: whole },
    indexes: timeline,
  },
  note_attachment: link('note', 'attachment', { position: integer }),
  review: {
    columns: {
      id,
      conversation_id: part('conversation'),
      contact_id: refers('contact'),
      rating: integer,
      comment: empty,
      created_at: whole,
    },
    indexes: timeline,
  },
  history: {
    columns: {
      id,
      conversation_id: part('conversation'),
      event: text,
      agent_id: refers('agent'),
      changes: text,
      created_at: whole,
      by_mail: column('integer'),
    },
    indexes: timeline,
  },
};

/** Mails, their references, and mail set aside. */
export const mail: Schema = {
  mail: {
    columns: {
      id,
      source_hash: unique,
      message_key: optionalText,
      conversation_id: part('conversation'),
      message_id: refers('message', 'set null'),
      imported_at: whole,
      from_archive: zero,
    },
    indexes: [['message_key'], ['conversation_id'], ['message_id']],
  },
  mail_reference: {
    columns: { mail_id: part('mail'), message_key: text },
    key: ['message_key', 'mail_id'],
    indexes: [['mail_id']],
  },
  mail_source: { columns: { source_hash: textKey, raw: bytes } },
  mail_set_aside: {
    columns: { id, source_hash: unique, origin: text, reason: text, created_at: whole, facts: optionalText },
  },
};

/** Mail that was accepted and is not understood yet, the mailboxes it is fetched from, and leases. */
export const incomingMail: Schema = {
  mail_incoming: { columns: { id, hash: unique, facts: text, size: whole, raw: bytes, received_at: whole } },
  mailbox: {
    columns: { name: textKey, uid_validity: whole, last_uid: whole, old_until: whole, renumbered_to: whole },
  },
  lease: { columns: { name: textKey, owner: text, ends_at: whole } },
  mailbox_look: {
    columns: { name: column('text', one => one.notNull().primaryKey()), at: optionalWhole, trouble: empty },
  },
};

const onlyOne = column('whole', one => one.notNull().unique());

/** Mail that waits to be sent, and the outcome of sent mail. */
export const outgoingMail: Schema = {
  outgoing: {
    columns: {
      id,
      // A message that is deleted is not sent any more.
      message_id: refers('message', 'cascade'),
      conversation_id: optionalWhole,
      inbox_id: optionalWhole,
      message_key: text,
      letter: text,
      recipients: text,
      state: text,
      attempts: zero,
      has_begun: zero,
      since: whole,
      next_at: whole,
      lease_owner: optionalText,
      lease_ends_at: optionalWhole,
      reply: empty,
      created_at: whole,
    },
    indexes: [['state', 'next_at', 'id'], ['message_id'], ['inbox_id', 'state'], ['message_key']],
  },
  // The automatic replies of the last day.
  automatic_reply: {
    columns: { id, email_key: text, inbox_id: whole, at: whole },
    indexes: [['email_key', 'at'], ['inbox_id', 'at'], ['at']],
  },
  // The conversations that were closed lately.
  rating_wait: { columns: { conversation_id: onlyPart('conversation'), since: whole }, indexes: [['since']] },
  rating_request: {
    columns: {
      id,
      conversation_id: part('conversation'),
      contact_id: whole,
      answer_id: onlyOne,
      message_id: onlyOne,
      sent_at: whole,
      used_at: optionalWhole,
    },
    indexes: [['conversation_id']],
  },
  // The last mail to each agent who wants mails about an inbox.
  subscription_mail: {
    columns: {
      agent_id: part('agent'),
      inbox_id: part('inbox'),
      message_key: empty,
      at: wholeZero,
      told: wholeZero,
      untold: wholeZero,
    },
    key: ['agent_id', 'inbox_id'],
  },
};

/** Answered requests with the conversations they concern, events and uploads. */
export const requests: Schema = {
  idempotency: {
    columns: {
      caller: text,
      key: text,
      request_hash: text,
      status: integer,
      headers: text,
      body: optionalText,
      created_at: whole,
    },
    key: ['caller', 'key'],
    indexes: [['created_at']],
  },
  // An answer goes with the texts in it, and is given only to callers who see them.
  idempotency_about: {
    columns: { caller: text, key: text, conversation_id: part('conversation') },
    key: ['caller', 'key', 'conversation_id'],
    partOf: ['idempotency', ['caller', 'key']],
    indexes: [['conversation_id']],
  },
  event_log: { columns: { id, kind: text, changes: text, created_at: whole } },
  // The attachments that nothing refers to, and their uploaders: the small table that quotas and the sweep use.
  upload: {
    columns: { attachment_id: onlyPart('attachment'), caller: text, size: whole, created_at: whole },
    indexes: [['caller'], ['created_at']],
  },
};
