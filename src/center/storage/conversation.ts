import { sql } from 'kysely';
import type { AnswerInput } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import { type Caller, seesConversation } from '../access.ts';
import type { Db } from '../call.ts';
import { timestamp } from '../time.ts';
import { closedStatusId, markKinds } from './mark.ts';
import { isOutside, readParticipants } from './participant.ts';
import { prepare } from './prepare.ts';

/** A conversation as the service answers it. */
export type ConversationAnswer = AnswerInput<Contract['conversation']['get']>;

/** The rows with what the agent has read; `agentId` null: an API key. */
const rowsOf = (db: Db, agentId: number | null) =>
  db
    .selectFrom('conversation')
    .innerJoin('conversation_status', 'conversation_status.id', 'conversation.status_id')
    .leftJoin('contact', 'contact.id', 'conversation.requester_id')
    .leftJoin('conversation_mark as asked', join =>
      join.onRef('asked.conversation_id', '=', 'conversation.id').on('asked.kind', '=', sql.lit(markKinds.asked)),
    )
    .select(['conversation.id', 'conversation.title', 'conversation.status_id', 'conversation_status.name as status'])
    .select(['conversation.inbox_id', 'conversation.assign_to', 'conversation.disable_rating', 'conversation.archived'])
    .select(['conversation.merged_into', 'conversation.message_count', 'conversation.note_count'])
    .select(['conversation.preview', 'conversation.requester_id', 'conversation.created_at', 'conversation.updated_at'])
    .select(['conversation.last_message_at', 'conversation.version', 'contact.name', 'contact.email'])
    .leftJoin('agent as reader', join => join.on('reader.id', '=', agentId))
    .leftJoin('conversation_read as seen', join =>
      join.onRef('seen.conversation_id', '=', 'conversation.id').on('seen.agent_id', '=', agentId),
    )
    .select(['conversation.shelf', 'asked.since', 'asked.at as asked_at', 'asked.message_id as asked_id'])
    .select(['reader.read_floor', 'reader.read_since', 'seen.at as seen_at', 'seen.message_id as seen_id']);

const readRows = (db: Db, agentId: number | null, ids: readonly number[]) =>
  rowsOf(db, agentId).where('conversation.id', 'in', ids).execute();

/** Between values that were joined, and between what a value is sorted by and itself: in no tag's name. */
const joint = '\u001f';
const inner = '\u001e';

/** One statement for all of a conversation, since opening one is what agents do most. */
const readWhole = (seesAll: boolean) =>
  prepare(2, (db, id: number, agentId: number | null) =>
    rowsOf(db, agentId)
      .select(
        sql<
          string | null
        >`(select string_agg(tag.name_key || ${sql.lit(inner)} || tag.name, ${sql.lit(joint)}) from conversation_tag as link
        join tag on tag.id = link.tag_id where link.conversation_id = conversation.id)`.as('tags'),
      )
      .select(
        sql<
          string | null
        >`(select string_agg(position || ${sql.lit(inner)} || contact_id, ${sql.lit(joint)}) from conversation_contact where conversation_id = conversation.id)`.as(
          'contacts',
        ),
      )
      .select(
        sql<
          string | null
        >`(select string_agg(position || ${sql.lit(inner)} || email || ${sql.lit(inner)} || name, ${sql.lit(joint)})
          from conversation_participant as p where p.conversation_id = conversation.id and ${isOutside('p')})`.as(
          'participants',
        ),
      )
      .where('conversation.id', '=', id)
      .where(seesConversation({ seesAll, agentId })),
  );

const wholeForAll = readWhole(true);
const wholeForAgent = readWhole(false);

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

/** Whether the agent has not read what was asked: the same as `isUnread` for one row. */
const isUnread = (row: ConversationRead): boolean => {
  const { asked_at: at, asked_id: id, read_floor: floor, read_since: since } = row;
  if (at === null || id === null || floor === null || since === null || id <= floor || at <= since) return false;
  const { seen_at: seenAt, seen_id: seenId } = row;
  return seenAt === null || seenAt < at || (seenAt === at && seenId! < id);
};

/** What is kept beside a conversation's row. */
type Around = Pick<ConversationAnswer, 'tags' | 'contacts' | 'participants'>;

/** Since when the customer waits; null if nobody does. */
const waitingSince = ({ since, shelf, status_id }: ConversationRead): string | null =>
  since !== null && since > 0 && shelf === 0 && status_id !== closedStatusId ? timestamp(since) : null;

const present = (
  row: ConversationRead,
  { tags = [], contacts = [], participants = [] }: Partial<Around>,
): ConversationAnswer => ({
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
  participants,
  waiting_since: waitingSince(row),
  unread: isUnread(row),
  version: row.version,
});

/** The values that were joined: each what it is sorted by, and what it says. */
const parts = (joined: string | null): [key: string, ...values: string[]][] =>
  joined === null ? [] : joined.split(joint).map(one => one.split(inner) as [string, ...string[]]);

type Whole = Awaited<ReturnType<typeof wholeForAll>>[number];

const presentWhole = (row: Whole): ConversationAnswer => {
  const tags = parts(row.tags).sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const contacts = parts(row.contacts).sort((a, b) => Number(a[0]) - Number(b[0]));
  const participants = parts(row.participants).sort((a, b) => Number(a[0]) - Number(b[0]));
  return present(row, {
    tags: tags.map(([, name]) => name!),
    contacts: contacts.map(([, id]) => Number(id)),
    participants: participants.map(([, email, name]) => ({ email: email!, name: name! })),
  });
};

/** A conversation as the service answers it; undefined if there is none that the caller sees. */
export const readConversation = async (db: Db, caller: Caller, id: number): Promise<ConversationAnswer | undefined> => {
  const [row] = await (caller.seesAll ? wholeForAll : wholeForAgent)(db, id, caller.agentId);
  return row && presentWhole(row);
};

/** A conversation that the caller has changed, and may see no more. */
export const readChanged = async (
  db: Db,
  { agentId }: Pick<Caller, 'agentId'>,
  id: number,
): Promise<ConversationAnswer> => presentWhole((await wholeForAll(db, id, agentId))[0]!);

/** The conversations with these ids as the service answers them to the caller, in the order of the ids. */
export const readConversations = async (
  db: Db,
  { agentId }: Pick<Caller, 'agentId'>,
  ids: readonly number[],
): Promise<ConversationAnswer[]> => {
  if (ids.length === 0) return [];
  const rows = new Map((await readRows(db, agentId, ids)).map(row => [row.id, row]));
  const tags = await readTags(db, ids);
  const contacts = await readContacts(db, ids);
  const participants = collected(await readParticipants(db, ids), ({ name, email }) => ({ name, email }));
  return ids.flatMap(id => {
    const row = rows.get(id);
    const around = { tags: tags.get(id), contacts: contacts.get(id), participants: participants.get(id) };
    return row ? [present(row, around)] : [];
  });
};
