import { sql } from 'kysely';
import { type Actor, record } from '../history.ts';
import { defaultInboxId } from '../inbox/read.ts';
import { lastMessageOf } from '../message/last.ts';
import { WAITING } from '../outgoing/enqueue.ts';
import type { Fault } from '../problem.ts';
import { rowIds } from '../rows.ts';
import { reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { refreshAsked } from './awaiting.ts';
import { refreshHeld } from './contents.ts';
import { followToo } from './follow.ts';
import { refreshMentions } from './mention.ts';
import { type ConversationRecord, writeConversations } from './row.ts';
import { refreshAnswered } from './span.ts';
import { createConversation } from './write.ts';

/** The messages and notes that leave a conversation for one of their own. */
export interface Split {
  readonly title: string;
  readonly messageIds: readonly number[];
  readonly noteIds: readonly number[];
}

/** The faults: something that does not exist, that is still on its way, or that leaves no message behind. */
export async function splitFaults(
  { db }: Work,
  { id }: Pick<ConversationRecord, 'id'>,
  { messageIds, noteIds }: Split,
): Promise<Fault[]> {
  const messages = await db
    .selectFrom('message')
    .leftJoin('outgoing', join =>
      join.onRef('outgoing.message_id', '=', 'message.id').on('outgoing.state', 'in', WAITING),
    )
    .select(['message.id', 'outgoing.id as letter'])
    .where('message.conversation_id', '=', id)
    .where('message.kind', '!=', 'system')
    .execute();
  const notes = await db.selectFrom('note').select('id').where('conversation_id', '=', id).execute();
  const missing = (path: string, what: string, ids: readonly number[], known: ReadonlySet<number>) =>
    ids.flatMap((one, at): Fault[] =>
      known.has(one) ? [] : [[`${path}.${at}`, `conversation ${id} has no ${what} ${one}`]],
    );
  const unsent = messages.filter(one => one.letter !== null && messageIds.includes(one.id));
  const written = new Set(rowIds(messages));
  return [
    ...missing('message_ids', 'message', messageIds, written),
    ...missing('note_ids', 'note', noteIds, new Set(rowIds(notes))),
    ...unsent.map((one): Fault => ['message_ids', `name message ${one.id}, which is still to be sent`]),
    ...(written.isSubsetOf(new Set(messageIds))
      ? [['message_ids', 'are all of its messages: one has to stay'] as const]
      : []),
  ];
}

/** The customer who wrote the first of these messages. */
async function customerOf({ db }: Work, messageIds: readonly number[]): Promise<number | undefined> {
  const first = await db
    .selectFrom('message')
    .select('contact_id')
    .where('id', 'in', messageIds)
    .where('contact_id', 'is not', null)
    .where('side', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.contact_id ?? undefined;
}

async function move({ db }: Work, to: number, { messageIds, noteIds }: Split, from: number): Promise<void> {
  const conversation_id = to;
  await db.updateTable('message').set({ conversation_id }).where('id', 'in', messageIds).execute();
  await db.updateTable('mail').set({ conversation_id }).where('message_id', 'in', messageIds).execute();
  await db.updateTable('outgoing').set({ conversation_id }).where('message_id', 'in', messageIds).execute();
  if (noteIds.length > 0) await db.updateTable('note').set({ conversation_id }).where('id', 'in', noteIds).execute();
  // Participants of one side take part in the other, and readers have read the part that leaves.
  for (const [table, columns] of [
    ['conversation_participant', 'email_key, base_key, email, name, position'],
    ['conversation_read', 'agent_id, at, message_id'],
  ] as const)
    await sql`insert into ${sql.table(table)} (conversation_id, ${sql.raw(columns)})
      select cast(${to} as bigint), ${sql.raw(columns)} from ${sql.table(table)} where conversation_id = ${from} on conflict do nothing`.execute(
      db,
    );
}

/**
 * Moves messages and notes of a locked conversation into a new one of the same inbox, status and assignee, whose
 * requester is the customer who wrote the first of them. A line in each says so. Returns the new one's id.
 */
export async function splitConversation(
  work: Work,
  before: ConversationRecord,
  split: Split,
  actor: Actor,
): Promise<number> {
  const { messageIds, noteIds, title } = split;
  const contactId = (await customerOf(work, messageIds)) ?? before.requester_id;
  const made = await createConversation(
    work,
    {
      title,
      inboxId: before.inbox_id ?? (await defaultInboxId(work.db)),
      statusId: before.status_id,
      assignTo: before.assign_to,
      contactIds: contactId === null ? [] : [contactId],
    },
    actor,
  );
  await move(work, made.id, split, before.id);
  await followToo(work, [before.id], made.id);
  const line = { kind: 'system' as const, automatic: 1 as const, created_at: actor.now };
  const lines = [
    { ...line, conversation_id: before.id, body_text: `A part of this conversation was split off into #${made.id}.` },
    { ...line, conversation_id: made.id, body_text: `This conversation was split off from #${before.id}.` },
  ];
  await work.db.insertInto('message').values(lines).execute();
  const changes = [];
  for (const [row, messages, notes] of [
    [before, 1 - messageIds.length, -noteIds.length],
    [made, 1 + messageIds.length, noteIds.length],
  ] as const) {
    const counts = { message_count: row.message_count + messages, note_count: row.note_count + notes };
    changes.push({ before: row, patch: { ...counts, ...(await lastMessageOf(work, row)) } });
  }
  await writeConversations(work, changes, actor);
  const ids = [before.id, made.id];
  await refreshAsked(work, ids);
  await refreshAnswered(work, ids);
  await refreshHeld(work, ids);
  await refreshMentions(work, ids);
  const event = 'conversation.split' as const;
  await record(
    work,
    [
      { conversationId: before.id, event, changes: { split_into: { from: null, to: made.id } } },
      { conversationId: made.id, event, changes: { split_from: { from: null, to: before.id } } },
    ],
    actor,
  );
  await reindex(work, ids);
  return made.id;
}
