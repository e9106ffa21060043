import { sql } from 'kysely';
import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { prepare, prepareList } from '../../database/prepare.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, seesConversation } from '../access.ts';
import { timestamp } from '../time.ts';
import { calledConversations, callKinds } from './call.ts';
import { linkedIds } from './continued.ts';
import { isOutside } from './participant.ts';
import { isArchived, waits } from './place.ts';
import { snoozeOf } from './snooze.ts';

/** A conversation in the form of the service's answers. */
export type ConversationAnswer = AnswerInput<Contract['conversation']['get']>;

/** The rows with the agent's reading state; `agentId` null for an API key. */
function rowsOf(db: Db, agentId: number | null) {
  return db
    .selectFrom('conversation')
    .innerJoin('conversation_status', 'conversation_status.id', 'conversation.status_id')
    .leftJoin('contact', 'contact.id', 'conversation.requester_id')
    .select(['conversation.id', 'conversation.title', 'conversation.status_id', 'conversation_status.name as status'])
    .select(['conversation.inbox_id', 'conversation.assign_to', 'conversation.disable_rating'])
    .select(['conversation.merged_into', 'conversation.message_count', 'conversation.note_count'])
    .select(['conversation.preview', 'conversation.requester_id', 'conversation.created_at', 'conversation.updated_at'])
    .select(['conversation.last_message_at', 'conversation.version', 'contact.name', 'contact.email'])
    .select('conversation.delivery_failed')
    .select(linkedIds.as('linked'))
    .select(
      sql<string | null>`(select substr(n.details, 1, 300) from contact_note as n
        where n.contact_id = conversation.requester_id order by n.version desc limit 1)`.as('requester_note'),
    )
    .leftJoin('agent as reader', join => join.on('reader.id', '=', agentId))
    .leftJoin('conversation_read as seen', join =>
      join.onRef('seen.conversation_id', '=', 'conversation.id').on('seen.agent_id', '=', agentId),
    )
    .leftJoin('conversation_call as called', join =>
      join
        .onRef('called.conversation_id', '=', 'conversation.id')
        .on('called.agent_id', '=', agentId)
        .on('called.kind', '=', sql.lit(callKinds.mention)),
    )
    .select('called.since as called_since')
    .leftJoin('conversation_call as back', join =>
      join
        .onRef('back.conversation_id', '=', 'conversation.id')
        .on('back.agent_id', '=', agentId)
        .on('back.kind', '=', sql.lit(callKinds.back)),
    )
    .select('back.kind as back_kind')
    .select(sql<boolean | number>`conversation.id in ${calledConversations(agentId, 'follow')}`.as('followed'))
    .leftJoin(
      from =>
        from
          .selectFrom('outgoing')
          .innerJoin('message', 'message.id', 'outgoing.message_id')
          .where('outgoing.state', '=', sql.lit('timed' as const))
          .groupBy('message.conversation_id')
          .select('message.conversation_id')
          .select(({ fn }) => fn.min('outgoing.next_at').as('at'))
          .as('timed'),
      join => join.onRef('timed.conversation_id', '=', 'conversation.id'),
    )
    .select('timed.at as deliver_at')
    .select(['conversation.snoozed_until', 'conversation.snooze_keep', 'conversation.snoozed_by'])
    .select('conversation.woken_from')
    .select(['conversation.place', 'conversation.since', 'conversation.due_at'])
    .select(['conversation.asked_at', 'conversation.asked_id'])
    .select(['reader.read_floor', 'seen.at as seen_at', 'seen.message_id as seen_id']);
}

/** The separators of joined values, and of a value and its sort key: they occur in no tag's name. */
const joint = '\u001f';
const inner = '\u001e';

/** Rows with the joined values of other tables, so that one statement reads everything. */
function wholesOf(db: Db, agentId: number | null) {
  return rowsOf(db, agentId)
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
    .select(
      sql<
        string | null
      >`(select string_agg(tag.name_key || ${sql.lit(inner)} || tag.name, ${sql.lit(joint)}) from conversation_tag as link
        join tag on tag.id = link.tag_id where link.conversation_id = conversation.id)`.as('tags'),
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

/** Whether the agent has not read the last question: the same as `isUnread`, for one row. */
function isUnread(row: ConversationRead): boolean {
  const { asked_at: at, asked_id: id, read_floor: floor } = row;
  if (at === null || id === null || floor === null || id <= floor) return false;
  const { seen_at: seenAt, seen_id: seenId } = row;
  return seenAt === null || seenAt < at || (seenAt === at && seenId! < id);
}

/** Since when the customer waits; null if no answer is awaited. */
function waitingSince(row: ConversationRead): string | null {
  return waits(row) ? timestamp(row.since!) : null;
}

/** The joined values: the sort key and the text of each. */
function parts(joined: string | null): [key: string, ...values: string[]][] {
  return joined === null ? [] : joined.split(joint).map(one => one.split(inner) as [string, ...string[]]);
}

function tagsOf({ tags }: ConversationRead): string[] {
  return parts(tags)
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([, name]) => name!);
}

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
    ...(row.linked && {
      linked: row.linked
        .split(' ')
        .map(Number)
        .sort((a, b) => a - b),
    }),
    ...(row.requester_note && { requester_note: row.requester_note }),
    archived: isArchived(row),
    merged_into: row.merged_into,
    message_count: row.message_count,
    note_count: row.note_count,
    preview: row.preview,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    last_message_at: timestamp(row.last_message_at),
    participants: participantsOf(row),
    waiting_since: waitingSince(row),
    ...(row.due_at !== null && waits(row) && { due_at: timestamp(row.due_at) }),
    ...(row.snoozed_until !== null && { snoozed: snoozeOf(row) }),
    ...(row.deliver_at !== null && { deliver_at: timestamp(Number(row.deliver_at)) }),
    ...(row.woken_from !== null && { woken_from: timestamp(row.woken_from) }),
    unread: isUnread(row) || row.back_kind !== null,
    ...((row.called_since ?? 0) > 0 && { mentioned: true }),
    ...(Boolean(row.followed) && { followed: true }),
    delivery_failed: row.delivery_failed === 1,
    version: row.version,
  };
}

/** A conversation in the form of the service's answers; undefined if the caller does not see it. */
export async function readConversation(db: Db, caller: Caller, id: number): Promise<ConversationAnswer | undefined> {
  const [row] = await (caller.seesAll ? wholeForAll : wholeForAgent)(db, id, caller.agentId);
  return row && present(row);
}

/** A conversation that the caller has changed, and may no longer see. */
export async function readChanged(
  db: Db,
  { agentId }: Pick<Caller, 'agentId'>,
  id: number,
): Promise<ConversationAnswer> {
  const [row] = await wholeForAll(db, id, agentId);
  return present(row!);
}

const readWholes = prepareList(1, (db, ids: readonly number[], agentId: number | null) =>
  wholesOf(db, agentId).where('conversation.id', 'in', ids),
);

/** The conversations with these ids in the form of the service's answers for the caller, in the order of the ids. */
export async function readConversations(
  db: Db,
  { agentId }: Pick<Caller, 'agentId'>,
  ids: readonly number[],
): Promise<ConversationAnswer[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await readWholes(db, ids, agentId)).map(row => [row.id, row]));
  return ids.flatMap(id => rows.get(id) ?? []).map(present);
}
