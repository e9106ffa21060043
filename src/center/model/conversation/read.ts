import { sql } from 'kysely';
import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { prepare, prepareList } from '../../database/prepare.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, seesConversation } from '../access.ts';
import { timestamp } from '../time.ts';
import { CLOSED_STATUS_ID, markKinds } from './mark.ts';
import { isOutside } from './participant.ts';

/** A conversation as the service answers it. */
export type ConversationAnswer = AnswerInput<Contract['conversation']['get']>;

/** The rows with what the agent has read; `agentId` null: an API key. */
function rowsOf(db: Db, agentId: number | null) {
  return db
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
}

/** Between values that were joined, and between what a value is sorted by and itself: in no tag's name. */
const joint = '\u001f';
const inner = '\u001e';

/** All of a conversation: what lies around its row is joined, so that one statement reads it. */
function wholesOf(db: Db, agentId: number | null) {
  return rowsOf(db, agentId)
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
    );
}

function readWhole(seesAll: boolean) {
  return prepare(2, (db, id: number, agentId: number | null) =>
    wholesOf(db, agentId).where('conversation.id', '=', id).where(seesConversation({ seesAll, agentId })),
  );
}

const wholeForAll = readWhole(true);
const wholeForAgent = readWhole(false);

type ConversationRead = Awaited<ReturnType<ReturnType<typeof wholesOf>['execute']>>[number];

/** Whether the agent has not read what was asked: the same as `isUnread` for one row. */
function isUnread(row: ConversationRead): boolean {
  const { asked_at: at, asked_id: id, read_floor: floor, read_since: since } = row;
  if (at === null || id === null || floor === null || since === null || id <= floor || at <= since) return false;
  const { seen_at: seenAt, seen_id: seenId } = row;
  return seenAt === null || seenAt < at || (seenAt === at && seenId! < id);
}

/** Since when the customer waits; null if nobody does. */
function waitingSince({ since, shelf, status_id }: ConversationRead): string | null {
  return since !== null && since > 0 && shelf === 0 && status_id !== CLOSED_STATUS_ID ? timestamp(since) : null;
}

/** The values that were joined: each what it is sorted by, and what it says. */
function parts(joined: string | null): [key: string, ...values: string[]][] {
  return joined === null ? [] : joined.split(joint).map(one => one.split(inner) as [string, ...string[]]);
}

function tagsOf({ tags }: ConversationRead): string[] {
  return parts(tags)
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([, name]) => name!);
}

/** In the order of their positions. */
function placed(joined: string | null) {
  return parts(joined).sort((a, b) => Number(a[0]) - Number(b[0]));
}

function contactsOf({ contacts }: ConversationRead): number[] {
  return placed(contacts).map(([, id]) => Number(id));
}

function participantsOf({ participants }: ConversationRead) {
  return placed(participants).map(([, email, name]) => ({ email: email!, name: name! }));
}

function present(row: ConversationRead): ConversationAnswer {
  return {
    id: row.id,
    title: row.title,
    conversation_status_id: row.status_id,
    status: row.status,
    inbox_id: row.inbox_id,
    assign_to: row.assign_to,
    disable_rating: row.disable_rating === 1,
    tags: tagsOf(row),
    contacts: contactsOf(row),
    requester: row.requester_id === null ? null : { id: row.requester_id, name: row.name ?? '', email: row.email },
    archived: row.archived === 1,
    merged_into: row.merged_into,
    message_count: row.message_count,
    note_count: row.note_count,
    preview: row.preview,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    last_message_at: timestamp(row.last_message_at),
    participants: participantsOf(row),
    waiting_since: waitingSince(row),
    unread: isUnread(row),
    version: row.version,
  };
}

/** A conversation as the service answers it; undefined if the caller sees no such conversation. */
export async function readConversation(db: Db, caller: Caller, id: number): Promise<ConversationAnswer | undefined> {
  const [row] = await (caller.seesAll ? wholeForAll : wholeForAgent)(db, id, caller.agentId);
  return row && present(row);
}

/** A conversation that the caller has changed, and may see no more. */
export async function readChanged(
  db: Db,
  { agentId }: Pick<Caller, 'agentId'>,
  id: number,
): Promise<ConversationAnswer> {
  return present((await wholeForAll(db, id, agentId))[0]!);
}

const wholesForAll = prepareList(1, (db, ids: readonly number[], agentId: number | null) =>
  wholesOf(db, agentId).where('conversation.id', 'in', ids),
);

/** The conversations with these ids as the service answers them to the caller, in the order of the ids. */
export async function readConversations(
  db: Db,
  { agentId }: Pick<Caller, 'agentId'>,
  ids: readonly number[],
): Promise<ConversationAnswer[]> {
  if (ids.length === 0) return [];
  const found = await wholesForAll(db, ids, agentId);
  const rows = new Map(found.map(row => [row.id, row]));
  return ids.flatMap(id => {
    const row = rows.get(id);
    return row ? [present(row)] : [];
  });
}
