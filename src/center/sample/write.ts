import { chunks } from '../database/statement.ts';
import type { NewRow } from '../database/tables.ts';
import { refreshAsked } from '../model/conversation/awaiting.ts';
import { refreshHeld } from '../model/conversation/contents.ts';
import { fillSpans } from '../model/conversation/fill-spans.ts';
import { addParticipants } from '../model/conversation/participant.ts';
import { places } from '../model/conversation/place.ts';
import type { ConversationRecord } from '../model/conversation/row.ts';
import { addTags } from '../model/conversation/tag.ts';
import { refreshTagSets } from '../model/conversation/tag-set.ts';
import { moveNumbers } from '../model/inbox/number.ts';
import { contactFor } from '../model/mail.ts';
import { previewOf } from '../model/message/part.ts';
import { indexText } from '../model/search/reindex.ts';
import { secondOf } from '../model/time.ts';
import type { Work } from '../model/work.ts';
import { sampleHistory, type WrittenConversation } from './history.ts';
import type { PlannedConversation, PlannedMessage } from './plan.ts';
import type { Shop } from './set-up-shop.ts';

function rowOf(planned: PlannedConversation, contactId: number, shop: Shop): NewRow<'conversation'> {
  const inboxId = shop.inboxes.get(planned.inbox)!;
  const last = planned.messages.at(-1)!;
  const times = [last, ...planned.notes, ...(planned.review ? [planned.review] : [])].map(({ at }) => at);
  return {
    title: planned.title,
    status_id: shop.statuses.get(planned.status)!,
    inbox_id: inboxId,
    home_id: inboxId,
    assign_to: planned.assignee === null ? null : shop.agents[planned.assignee]!,
    assign_key: planned.assignee === null ? 0 : shop.agents[planned.assignee]!,
    place: planned.isArchived ? places.archived : places.listed,
    requester_id: contactId,
    message_count: planned.messages.length,
    note_count: planned.notes.length,
    preview: previewOf(last.text),
    created_at: secondOf(planned.messages[0]!.at),
    updated_at: secondOf(Math.max(...times)),
    last_message_at: secondOf(last.at),
  };
}

/** Inserts rows and returns their ids in the order of the rows: ids only increase. */
async function insertAll<Name extends 'message' | 'note'>(work: Work, table: Name, rows: readonly NewRow<Name>[]) {
  const ids: number[] = [];
  for (const some of chunks(rows)) {
    const made = await work.db
      .insertInto(table as 'note')
      .values(some as NewRow<'note'>[])
      .returning('id')
      .execute();
    ids.push(...made.map(row => row.id).sort((a, b) => a - b));
  }
  return ids;
}

/** Distributes a list of ids to conversations, this many to each. */
function dealer(ids: readonly number[]) {
  let at = 0;
  return (count: number): number[] => {
    at += count;
    return ids.slice(at - count, at);
  };
}

async function writeTexts(
  work: Work,
  plans: readonly PlannedConversation[],
  rows: readonly ConversationRecord[],
  shop: Shop,
): Promise<WrittenConversation[]> {
  const agentId = (agent: number | null) => (agent === null ? null : shop.agents[agent]!);
  const rowsOf = <Row>(kind: 'messages' | 'notes', rowOfText: (text: PlannedMessage, row: ConversationRecord) => Row) =>
    plans.flatMap((planned, index) => planned[kind].map(text => rowOfText(text, rows[index]!)));
  const messages = rowsOf<NewRow<'message'>>('messages', ({ agent, text, at }, { id, requester_id }) => ({
    conversation_id: id,
    kind: agent === null ? 'contact' : 'agent',
    agent_id: agentId(agent),
    contact_id: agent === null ? requester_id : null,
    body_text: text,
    created_at: at,
  }));
  const notes = rowsOf<NewRow<'note'>>('notes', ({ agent, text, at }, { id }) => ({
    conversation_id: id,
    agent_id: agentId(agent),
    details: text,
    created_at: at,
  }));
  const dealMessages = dealer(await insertAll(work, 'message', messages));
  const dealNotes = dealer(await insertAll(work, 'note', notes));
  return plans.map((planned, index) => ({
    planned,
    id: rows[index]!.id,
    contactId: rows[index]!.requester_id!,
    messageIds: dealMessages(planned.messages.length),
    noteIds: dealNotes(planned.notes.length),
  }));
}

async function writeReviews(work: Work, written: readonly WrittenConversation[]): Promise<void> {
  const reviews = written.flatMap(({ planned: { review }, id, contactId }) => {
    if (!review) return [];
    const { rating, comment, at } = review;
    return [{ conversation_id: id, contact_id: contactId, rating, comment, created_at: at }];
  });
  if (reviews.length > 0) await work.db.insertInto('review').values(reviews).execute();
}

async function writeTags(work: Work, plans: readonly PlannedConversation[], rows: readonly ConversationRecord[]) {
  for (const tag of new Set(plans.flatMap(({ tags }) => tags)))
    await addTags(
      work,
      rows.filter((_, index) => plans[index]!.tags.includes(tag)),
      [tag],
    );
}

async function writeIndex(work: Work, written: readonly WrittenConversation[]): Promise<void> {
  for (const { planned, id } of written) {
    const { title, customer, messages, notes } = planned;
    const texts = [...messages, ...notes].map(({ text }) => text);
    await indexText(work, id, [title, customer.name, customer.email, ...texts]);
  }
}

/**
 * Writes planned conversations with all that work leaves behind: messages, notes, reviews, tags, history, search words
 * and counts. All rows of a table are inserted together, because thousands are needed within seconds. Returns their
 * ids.
 */
export async function writeSample(work: Work, plans: readonly PlannedConversation[], shop: Shop): Promise<number[]> {
  const contactIds: number[] = [];
  for (const { customer } of plans) contactIds.push(await contactFor(work, customer));
  const values = plans.map((planned, index) => rowOf(planned, contactIds[index]!, shop));
  const rows = await work.db.insertInto('conversation').values(values).returningAll().execute();
  rows.sort((a, b) => a.id - b.id);
  const links = rows.map((row, index) => ({ conversation_id: row.id, contact_id: contactIds[index]!, position: 0 }));
  await work.db.insertInto('conversation_contact').values(links).execute();
  const written = await writeTexts(work, plans, rows, shop);
  await writeReviews(work, written);
  for (const some of chunks(written.flatMap(each => sampleHistory(each, shop))))
    await work.db.insertInto('history').values(some).execute();
  await writeTags(work, plans, rows);
  await writeIndex(work, written);
  moveNumbers(work, [], rows);
  const ids = rows.map(row => row.id);
  await refreshAsked(work, ids);
  await refreshHeld(work, ids);
  await refreshTagSets(work, ids);
  await fillSpans(work, ids);
  for (const [index, id] of ids.entries()) await addParticipants(work, id, [plans[index]!.customer]);
  for (const row of rows) work.conversationChanged(row.id, row.home_id);
  return ids;
}
