import type { AnswerInput } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import type { Db } from '../call.ts';
import { timestamp } from '../time.ts';

/** A conversation as the service answers it. */
export type ConversationAnswer = AnswerInput<Contract['conversation']['get']>;

const readRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('conversation as c')
    .innerJoin('conversation_status as s', 's.id', 'c.status_id')
    .leftJoin('contact', 'contact.id', 'c.requester_id')
    .select(['c.id', 'c.title', 'c.status_id', 's.name as status', 'c.inbox_id', 'c.assign_to', 'c.disable_rating'])
    .select(['c.archived', 'c.merged_into', 'c.message_count', 'c.note_count', 'c.preview', 'c.requester_id'])
    .select(['c.created_at', 'c.updated_at', 'c.last_message_at', 'contact.name', 'contact.email'])
    .where('c.id', 'in', ids)
    .execute();

/** Tag names by conversation, sorted without case. */
const readTags = async (db: Db, ids: readonly number[]): Promise<Map<number, string[]>> => {
  const rows = await db
    .selectFrom('conversation_tag as link')
    .innerJoin('tag', 'tag.id', 'link.tag_id')
    .select(['link.conversation_id as id', 'tag.name', 'tag.name_key'])
    .where('link.conversation_id', 'in', ids)
    .execute();
  rows.sort((a, b) => (a.name_key < b.name_key ? -1 : 1));
  return collected(rows, row => row.name);
};

const readContacts = async (db: Db, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const rows = await db
    .selectFrom('conversation_contact')
    .select(['conversation_id as id', 'contact_id', 'position'])
    .where('conversation_id', 'in', ids)
    .execute();
  rows.sort((a, b) => a.position - b.position);
  return collected(rows, row => row.contact_id);
};

const collected = <R extends { id: number }, T>(rows: readonly R[], pick: (row: R) => T): Map<number, T[]> => {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const values = found.get(row.id);
    if (values) values.push(pick(row));
    else found.set(row.id, [pick(row)]);
  }
  return found;
};

type ConversationRead = Awaited<ReturnType<typeof readRows>>[number];

const present = (row: ConversationRead, tags: string[], contacts: number[]): ConversationAnswer => ({
  id: row.id,
  title: row.title,
  conversation_status_id: row.status_id,
  status: row.status,
  inbox_id: row.inbox_id,
  assign_to: row.assign_to,
  disable_rating: row.disable_rating === 1,
  tags,
  contacts,
  requester: row.requester_id === null ? null : { id: row.requester_id, name: row.name ?? '', email: row.email },
  archived: row.archived === 1,
  merged_into: row.merged_into,
  message_count: row.message_count,
  note_count: row.note_count,
  preview: row.preview,
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
  last_message_at: timestamp(row.last_message_at),
});

/** The conversations with these ids as the service answers them, in the order of the ids. */
export const readConversations = async (db: Db, ids: readonly number[]): Promise<ConversationAnswer[]> => {
  if (ids.length === 0) return [];
  const rows = new Map((await readRows(db, ids)).map(row => [row.id, row]));
  const tags = await readTags(db, ids);
  const contacts = await readContacts(db, ids);
  return ids.flatMap(id => {
    const row = rows.get(id);
    return row ? [present(row, tags.get(id) ?? [], contacts.get(id) ?? [])] : [];
  });
};
