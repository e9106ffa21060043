import { isBlank } from '../../../contract/blank.ts';
import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { type HeldPatch, refreshHeld } from '../conversation/contents.ts';
import { tellFollowers } from '../conversation/follow.ts';
import { mention, refreshMentions, takeCallsBack } from '../conversation/mention.ts';
import { lockConversation, writeConversations } from '../conversation/row.ts';
import { type Actor, recordOne } from '../history.ts';
import { renewNoteText } from '../kept-answer.ts';
import type { Page } from '../listing/paging.ts';
import { listTimeline, type TimelineQuery } from '../listing/timeline.ts';
import { stopTimed } from '../outgoing/timed.ts';
import { invalid, notFound } from '../problem.ts';
import { rowIds } from '../rows.ts';
import { indexText, reindex } from '../search/reindex.ts';
import { timestamp } from '../time.ts';
import type { Work } from '../work.ts';
import { attachmentNames } from './attachment.ts';
import { removeNoteText } from './remove-texts.ts';
import { claimUploads } from './upload.ts';

/** A note in the form of the service's answers. */
export type NoteAnswer = AnswerInput<Contract['note']['add']>;

/** A new note: text, attachments, or both. */
export interface NewNote {
  readonly conversationId: number;
  readonly details: string;
  readonly attachmentIds?: readonly number[];
  /** The agents whom it calls. */
  readonly mentions?: readonly number[];
  /** It is from an archive: it notifies nobody now. */
  readonly isArchived?: boolean;
}

async function insertNote(work: Work, given: NewNote, actor: Actor): Promise<number> {
  const { id } = await insertRow(work.db, 'note', {
    conversation_id: given.conversationId,
    agent_id: actor.agentId,
    details: given.details,
    created_at: actor.now,
  });
  const attachmentIds = [...new Set(given.attachmentIds ?? [])];
  if (attachmentIds.length > 0)
    await work.db
      .insertInto('note_attachment')
      .values(attachmentIds.map((attachment_id, position) => ({ note_id: id, attachment_id, position })))
      .execute();
  await claimUploads(work, attachmentIds);
  return id;
}

/** Adds a note by the actor, and returns its id. 409 for a merged-away conversation. */
export async function addNote(work: Work, given: NewNote, actor: Actor): Promise<number> {
  const before = await lockConversation(work, given.conversationId);
  const id = await insertNote(work, given, actor);
  const held: HeldPatch = { has_note: 1, ...(given.attachmentIds?.length && { has_file: 1 }) };
  await writeConversations(work, [{ before, patch: { note_count: before.note_count + 1, ...held } }], actor);
  if (given.mentions?.length)
    await mention(
      work,
      { conversationId: before.id, noteId: id, now: given.isArchived ? null : actor.now },
      given.mentions,
    );
  await recordOne(work, before.id, 'note.added', { note_id: { from: null, to: id } }, actor);
  await indexText(work, before.id, [given.details, ...(await attachmentNames(work.db, given.attachmentIds))]);
  const entry = { conversationId: before.id, what: 'note', agentId: actor.agentId, contactId: null } as const;
  if (given.isArchived) return id;
  await tellFollowers(work, before.id, actor.agentId);
  await stopTimed(work, entry, actor);
  return id;
}

/** A note of the conversation; 404 if there is no such note. */
export async function requireNote(db: Db, conversationId: number, id: number): Promise<Row<'note'>> {
  const found = await rowWith(db, 'note', { id, conversation_id: conversationId });
  if (!found) throw notFound('note');
  return found;
}

/** Replaces a note's text; history does not keep the former one. 422 if neither text nor attachment would be left. */
export async function changeNote(
  work: Work,
  note: Row<'note'>,
  { details, mentions }: { readonly details: string; readonly mentions?: readonly number[] | undefined },
  actor: Actor,
): Promise<void> {
  const { conversation_id: conversationId, id: noteId } = note;
  if (mentions) await mention(work, { conversationId, noteId, now: actor.now }, mentions);
  if (details === note.details) return;
  const held = await rowWith(work.db, 'note_attachment', { note_id: note.id });
  if (isBlank(details) && !held) throw invalid(['details', 'is required where there is no attachment']);
  const before = await lockConversation(work, note.conversation_id);
  await updateRows(work.db, 'note', { id: note.id }, { details });
  await renewNoteText(work.db, before.id, note.id, details);
  work.textGone([]);
  await writeConversations(work, [{ before, patch: {} }], actor);
  await recordOne(work, before.id, 'note.updated', { note_id: { from: note.id, to: note.id } }, actor);
  await reindex(work, [before.id]);
}

/** Deletes a note, by any author; 404 if the conversation has no such note. */
export async function removeNote(work: Work, conversationId: number, id: number, actor: Actor): Promise<void> {
  const before = await lockConversation(work, conversationId);
  const called = await work.db.selectFrom('note_mention').select('agent_id').where('note_id', '=', id).execute();
  if (!(await removeNoteText(work, conversationId, id))) throw notFound('note');
  await writeConversations(work, [{ before, patch: { note_count: before.note_count - 1 } }], actor);
  await refreshHeld(work, [conversationId]);
  await refreshMentions(work, [conversationId]);
  await takeCallsBack(
    work,
    conversationId,
    called.map(one => one.agent_id),
  );
  await recordOne(work, conversationId, 'note.deleted', { note_id: { from: id, to: null } }, actor);
  await reindex(work, [conversationId]);
}

async function present(db: Db, rows: readonly Row<'note'>[]): Promise<NoteAnswer[]> {
  if (rows.length === 0) return [];
  const links = await db
    .selectFrom('note_attachment')
    .select(['note_id', 'attachment_id'])
    .where('note_id', 'in', rowIds(rows))
    .orderBy('position')
    .execute();
  const called = await db.selectFrom('note_mention').selectAll().where('note_id', 'in', rowIds(rows)).execute();
  return rows.map(row => ({
    id: row.id,
    conversation_id: row.conversation_id,
    agent_id: row.agent_id,
    details: row.details,
    attachments: links.filter(link => link.note_id === row.id).map(link => link.attachment_id),
    mentions: called.filter(one => one.note_id === row.id).map(one => one.agent_id),
    created_at: timestamp(row.created_at),
  }));
}

/** A page of a conversation's notes. */
export async function listNotes(db: Db, conversationId: number, query: TimelineQuery, page: Page) {
  const { rows, nextCursor } = await listTimeline(db, 'note', conversationId, query, page);
  return { data: await present(db, rows), nextCursor };
}

/** One note. */
export async function readNote(db: Db, id: number): Promise<NoteAnswer> {
  return (await present(db, [(await rowWith(db, 'note', { id }))!]))[0]!;
}
