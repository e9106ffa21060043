import { type Actor, record } from '../history.ts';
import { defaultInboxId } from '../inbox/read.ts';
import { lastMessageOf } from '../message/last.ts';
import { recipientsIn } from '../message/recipients.ts';
import { WAITING } from '../outgoing/enqueue.ts';
import type { Fault } from '../problem.ts';
import { reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { refreshAsked } from './asked.ts';
import { refreshHeld } from './mark.ts';
import { refreshMentions } from './mention.ts';
import { addParticipants, type Named } from './participant.ts';
import { type ConversationRow, writeConversations } from './row.ts';
import { createConversation } from './write.ts';

/** What leaves a conversation for one of its own. */
export interface Split {
  readonly title: string;
  readonly messageIds: readonly number[];
  readonly noteIds: readonly number[];
}

/** What is at fault: something that is not there, that cannot go, or that leaves no message behind. */
export async function splitFaults(
  { db }: Work,
  { id }: Pick<ConversationRow, 'id'>,
  { messageIds, noteIds }: Partial<Split>,
): Promise<Fault[]> {
  const messages = await db.selectFrom('message').select(['id', 'kind']).where('conversation_id', '=', id).execute();
  const notes = await db.selectFrom('note').select('id').where('conversation_id', '=', id).execute();
  const waiting = await db
    .selectFrom('outgoing')
    .select('message_id')
    .where('conversation_id', '=', id)
    .where('state', 'in', WAITING)
    .execute();
  const written = new Set(messages.filter(({ kind }) => kind !== 'system').map(one => one.id));
  const noted = new Set(notes.map(one => one.id));
  const unsent = new Set(waiting.map(one => one.message_id));
  const missing = (path: string, what: string, ids: readonly number[], known: ReadonlySet<number>) =>
    ids.flatMap((one, at): Fault[] =>
      known.has(one) ? [] : [[`${path}.${at}`, `conversation ${id} has no ${what} ${one} that can be split off`]],
    );
  const moved = new Set(messageIds);
  const isAll = messageIds !== undefined && written.isSubsetOf(moved);
  return [
    ...missing('message_ids', 'message', messageIds ?? [], written),
    ...missing('note_ids', 'note', noteIds ?? [], noted),
    ...(messageIds ?? []).flatMap((one, at): Fault[] =>
      unsent.has(one) ? [[`message_ids.${at}`, `message ${one} is still to be sent`]] : [],
    ),
    ...(isAll ? [['message_ids', 'are all of its messages: one has to stay'] as const] : []),
  ];
}

/** Those who wrote these messages or stood in them, without third parties, and the customer who wrote first. */
async function peopleIn({ db }: Work, messageIds: readonly number[]) {
  const rows = await db
    .selectFrom('message')
    .leftJoin('contact', 'contact.id', 'message.contact_id')
    .leftJoin('message_recipients as named', 'named.message_id', 'message.id')
    .select(['message.contact_id', 'message.unverified', 'contact.name', 'contact.email', 'named.people'])
    .where('message.id', 'in', messageIds)
    .where('message.side', '=', 0)
    .orderBy('message.created_at')
    .orderBy('message.id')
    .execute();
  const people = rows
    .filter(({ unverified }) => unverified === 0)
    .flatMap(({ name, email, people }): Named[] => {
      const { to, cc } = recipientsIn(people);
      return [...(email === null ? [] : [{ name: name ?? '', email }]), ...to, ...cc];
    });
  return { people, requesterId: rows.find(row => row.contact_id !== null)?.contact_id ?? null };
}

async function move({ db }: Work, to: number, { messageIds, noteIds }: Split, from: number): Promise<void> {
  const conversation_id = to;
  await db.updateTable('message').set({ conversation_id }).where('id', 'in', messageIds).execute();
  await db.updateTable('mail').set({ conversation_id }).where('message_id', 'in', messageIds).execute();
  await db.updateTable('outgoing').set({ conversation_id }).where('message_id', 'in', messageIds).execute();
  if (noteIds.length > 0) await db.updateTable('note').set({ conversation_id }).where('id', 'in', noteIds).execute();
  // Who has read the one has read what leaves it.
  await db
    .insertInto('conversation_read')
    .columns(['agent_id', 'conversation_id', 'at', 'message_id'])
    .expression(select =>
      select
        .selectFrom('conversation_read')
        .select(({ val }) => ['agent_id', val(to).as('conversation_id'), 'at', 'message_id'])
        .where('conversation_id', '=', from),
    )
    .execute();
}

/**
 * Moves messages and notes of a locked conversation into a new one of the same inbox, status and assignee, whose
 * requester is the customer who wrote the first of them. A line in each says so. Returns the new one's id.
 */
export async function splitConversation(
  work: Work,
  before: ConversationRow,
  split: Split,
  actor: Actor,
): Promise<number> {
  const { messageIds, noteIds, title } = split;
  const { people, requesterId } = await peopleIn(work, messageIds);
  const contactId = requesterId ?? before.requester_id;
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
  await addParticipants(work, made.id, people);
  const line = { kind: 'system' as const, automatic: 1 as const, created_at: actor.now };
  const lines = [
    { ...line, conversation_id: before.id, body_text: `A part of this conversation was split off into ${made.id}.` },
    { ...line, conversation_id: made.id, body_text: `This conversation was split off from ${before.id}.` },
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
