import { sql } from 'kysely';
import {
  column,
  type DatabaseKind,
  empty,
  id,
  integer,
  link,
  optionalText,
  optionalWhole,
  part,
  refers,
  type Schema,
  text,
  unique,
  whole,
  wholeZero,
  zero,
} from '../columns.ts';

/** The conversation's own columns that tags and marks copy. */
const copies = { shelf: integer, status_id: whole, home_id: whole, assign_key: whole, last_message_at: whole };

/** Conversations, and the contacts and tags on them. */
export const conversations: Schema = {
  conversation: {
    columns: {
      id,
      title: text,
      status_id: column('whole', one => one.notNull().references('conversation_status.id')),
      inbox_id: refers('inbox', 'set null'),
      home_id: whole,
      assign_to: refers('agent'),
      disable_rating: zero,
      archived: zero,
      merged_into: refers('conversation'),
      requester_id: refers('contact'),
      message_count: zero,
      note_count: zero,
      preview: empty,
      version: column('integer', one => one.notNull().defaultTo(1)),
      created_at: whole,
      updated_at: whole,
      last_message_at: whole,
      tag_set_id: optionalWhole,
      delivery_failed: zero,
      shelf: column('integer', one =>
        one.generatedAlwaysAs(sql`archived + case when merged_into is null then 0 else 2 end`).stored(),
      ),
      assign_key: column('whole', one => one.generatedAlwaysAs(sql`coalesce(assign_to, 0)`).stored()),
    },
  },
  conversation_contact: link('conversation', 'contact', { position: integer }),
  // Every person in From, To or Cc, except agents and inboxes.
  conversation_participant: {
    columns: {
      conversation_id: part('conversation'),
      email_key: text,
      email: text,
      name: text,
      position: integer,
      base_key: optionalText,
    },
    key: ['conversation_id', 'email_key'],
  },
  // Senders that agents marked as spam, or as good.
  spam_mark: {
    columns: { email_key: text, conversation_id: part('conversation'), lifted_by: optionalWhole },
    key: ['email_key', 'conversation_id'],
    indexes: [['conversation_id'], ['lifted_by']],
  },
  // The messages that each agent has read.
  conversation_read: {
    columns: { agent_id: part('agent'), conversation_id: part('conversation'), at: whole, message_id: whole },
    key: ['agent_id', 'conversation_id'],
    indexes: [['agent_id', 'message_id'], ['conversation_id']],
  },
  tag: { columns: { id, name: text, name_key: unique } },
  conversation_tag: {
    columns: { conversation_id: part('conversation'), tag_id: part('tag'), ...copies },
    key: ['conversation_id', 'tag_id'],
  },
  tag_set: {
    columns: {
      id,
      key: column('text', (one, kind) => (kind === 'sqlite' ? one.notNull().unique() : one.notNull())),
    },
    // The former rows for lists, and the number of conversations of each list. Their indexes, of which none is left,
    // are not made: see 0059-list-row.ts.
    more: (kind: DatabaseKind) =>
      kind === 'sqlite' ? [] : [sql`alter table tag_set add constraint tag_set_key exclude using hash (key with =)`],
  },
};

/**
 * The former rows for lists, one for each question about a conversation, and the numbers of conversations. The indexes
 * of lists, of which none is left, are not made: see 0059-list-row.ts.
 */
export const marks: Schema = {
  conversation_mark: {
    columns: {
      conversation_id: part('conversation'),
      kind: whole,
      since: wholeZero,
      at: wholeZero,
      message_id: wholeZero,
      ...copies,
    },
    key: ['conversation_id', 'kind'],
  },
  conversation_number: {
    columns: { home_id: whole, shelf: integer, status_id: whole, assign_key: whole, waiting: integer, number: whole },
    key: ['home_id', 'shelf', 'status_id', 'assign_key', 'waiting'],
  },
};
