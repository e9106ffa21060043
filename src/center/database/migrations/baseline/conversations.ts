import { sql } from 'kysely';
import { spanOf } from '../../span.ts';
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

/**
 * A list is read by the index that begins with the column leading to the fewest rows (see model/listing/page.ts). Each
 * index is in the usual order and contains the columns of the other filters, so that rows that do not match need no
 * access to the table.
 */
const listIndexes = [
  ['shelf', 'last_message_at', 'id', 'status_id', 'home_id', 'assign_key', 'created_at', 'updated_at'],
  ['shelf', 'created_at', 'id', 'status_id', 'home_id', 'assign_key'],
  ['shelf', 'updated_at', 'id', 'status_id', 'home_id', 'assign_key'],
  ['status_id', 'shelf', 'last_message_at', 'id', 'home_id', 'assign_key'],
  ['home_id', 'shelf', 'last_message_at', 'id', 'status_id', 'assign_key'],
  ['assign_key', 'shelf', 'last_message_at', 'id', 'status_id', 'home_id'],
  ['inbox_id'],
  ['merged_into'],
  ['requester_id'],
];

const otherIndexes = [
  // Only conversations without an inbox are searched by `assign_to`.
  sql`create index conversation_by_orphan on conversation (assign_to) where inbox_id is null`,
  // Lists of conversations created before a time, the newest message first, begin at such conversations.
  sql`create index conversation_by_span on conversation (
    ${spanOf('')}, shelf, last_message_at, id, status_id, home_id, assign_key, created_at, updated_at)`,
  sql`create index conversation_by_tag_set on conversation
    (tag_set_id, shelf, last_message_at, id, home_id) where tag_set_id is not null`,
  sql`create index conversation_by_tag_set_home on conversation
    (tag_set_id, home_id, shelf, last_message_at, id) where tag_set_id is not null`,
  sql`create index conversation_by_requester on conversation
    (requester_id, shelf, last_message_at, id, home_id) where tag_set_id is not null`,
];

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
    indexes: listIndexes,
    more: () => otherIndexes,
  },
  conversation_contact: link('conversation', 'contact', { position: integer }),
  // Everybody who stands in From, To or Cc, but ours.
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
  // What agents taught about spam.
  spam_mark: {
    columns: { email_key: text, conversation_id: part('conversation'), lifted_by: optionalWhole },
    key: ['email_key', 'conversation_id'],
    indexes: [['conversation_id'], ['lifted_by']],
  },
  // What each agent has read.
  conversation_read: {
    columns: { agent_id: part('agent'), conversation_id: part('conversation'), at: whole, message_id: whole },
    key: ['agent_id', 'conversation_id'],
    indexes: [['agent_id', 'message_id'], ['conversation_id']],
  },
  tag: { columns: { id, name: text, name_key: unique } },
  conversation_tag: {
    columns: { conversation_id: part('conversation'), tag_id: part('tag'), ...copies },
    key: ['conversation_id', 'tag_id'],
    indexes: [['tag_id', 'shelf', 'last_message_at', 'conversation_id', 'status_id', 'home_id', 'assign_key']],
  },
  tag_set: {
    columns: {
      id,
      key: column('text', (one, kind) => (kind === 'sqlite' ? one.notNull().unique() : one.notNull())),
    },
    // The tags of a conversation may be many, and a row of PostgreSQL's ordinary indexes ends at 2,704 bytes. A hash
    // index keeps four bytes of each key, however long it is, and the constraint keeps the keys unique.
    more: (kind: DatabaseKind) =>
      kind === 'sqlite' ? [] : [sql`alter table tag_set add constraint tag_set_key exclude using hash (key with =)`],
  },
};

/**
 * 4: see `markKinds.asked`; 2: see `CLOSED_STATUS_ID`. Unary `+` hides the column, so that SQLite does not look for a
 * range.
 */
const waits = 'kind = 4 and +since > 0 and shelf = 0 and status_id <> 2';

const isAsked = 'kind = 4';
/** SQLite uses a partial index only if a query has the same condition literally: see `isOtherKind`. */
const isOther = 'kind <> 4';

const byTime = 'shelf, last_message_at, conversation_id';

/**
 * Each with its columns and its kinds of marks. An index of waiting conversations has all columns of its condition, or
 * SQLite uses an index of `asked`.
 */
const markIndexes = [
  ['by_time', `kind, ${byTime}, status_id, home_id, assign_key`, isOther],
  ['by_home_time', `kind, home_id, ${byTime}, status_id, assign_key`, isOther],
  ['asked_by_time', `kind, ${byTime}`, isAsked],
  ['asked_by_home_time', `kind, home_id, ${byTime}`, isAsked],
  ['waiting_by_time', `kind, ${byTime}, status_id, home_id, assign_key, since`, waits],
  ['waiting_by_home_time', `kind, home_id, ${byTime}, status_id, assign_key, since`, waits],
  ['waiting_by_since', 'kind, since, conversation_id, status_id, home_id, assign_key, shelf', waits],
  ['waiting_by_home_since', 'kind, home_id, since, conversation_id, status_id, assign_key, shelf', waits],
] as const;

/**
 * Messages above an agent's floor are found by id. The kind is also the first column: SQLite prefers another index that
 * begins with it to a partial one that does not.
 */
const indexesByMessage = [
  sql`create index conversation_mark_by_message on conversation_mark
    (kind, message_id, conversation_id) where kind = 4`,
  sql`create index conversation_mark_by_home_message on conversation_mark
    (kind, home_id, message_id, conversation_id) where kind = 4`,
];

/**
 * What lists ask of conversations, a row each, and how many conversations lists count. `asked` also tells which
 * conversations wait: a change of status then writes only to the indexes of those that begin or cease to wait, which
 * have numbers of their own.
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
    more: () => [
      ...markIndexes.map(
        ([
          name,
          columns,
          held,
        ]) => sql`create index ${sql.id(`conversation_mark_${name}`)} on conversation_mark (${sql.raw(columns)})
      where ${sql.raw(held)}`,
      ),
      ...indexesByMessage,
    ],
  },
  conversation_number: {
    columns: { home_id: whole, shelf: integer, status_id: whole, assign_key: whole, waiting: integer, number: whole },
    key: ['home_id', 'shelf', 'status_id', 'assign_key', 'waiting'],
  },
};
