import type { ExchangedNote, ExchangedReview } from '../../../contract/exchange.ts';
import type { Db } from '../../database/tables.ts';
import { filesByOwner } from '../message/read.ts';
import { isoMilliseconds, personOf } from './head.ts';
import type { AttachedStoredFile } from './messages.ts';

/** A note as it leaves the help center, and its files. */
export interface ReadNote {
  readonly note: ExchangedNote;
  readonly files: readonly AttachedStoredFile[];
}

async function mentionsOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('note_mention')
    .innerJoin('agent', 'agent.id', 'note_mention.agent_id')
    .select(['note_mention.note_id', 'agent.email'])
    .where('note_mention.note_id', 'in', ids)
    .orderBy('agent.email_key')
    .execute();
  return Map.groupBy(rows, row => row.note_id);
}

/** The notes of a conversation, in the order in which they came. */
export async function exchangedNotes(db: Db, conversationId: number): Promise<ReadNote[]> {
  const rows = await db
    .selectFrom('note')
    .leftJoin('agent', 'agent.id', 'note.agent_id')
    .select(['note.id', 'note.details', 'note.created_at', 'agent.name', 'agent.email'])
    .where('conversation_id', '=', conversationId)
    .orderBy('note.id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [files, mentions] = [await filesByOwner(db, 'note', ids), await mentionsOf(db, ids)];
  return rows.map(({ id, name, email, details, created_at }) => {
    const author = personOf(name, email);
    const called = mentions.get(id)?.map(one => one.email);
    const note = { ...(author && { author }), details, ...(called && { mentions: called }) };
    return { note: { ...note, created_at: isoMilliseconds(created_at) }, files: files.get(id) ?? [] };
  });
}

/** The reviews of a conversation, in the order in which they came. */
export async function readReviews(db: Db, conversationId: number): Promise<ExchangedReview[]> {
  const rows = await db
    .selectFrom('review')
    .leftJoin('contact', 'contact.id', 'review.contact_id')
    .select(['rating', 'comment', 'review.created_at', 'contact.name', 'contact.email'])
    .where('conversation_id', '=', conversationId)
    .orderBy('review.id')
    .execute();
  return rows.map(({ rating, comment, name, email, created_at }) => {
    return {
      author: personOf(name, email) ?? null,
      rating,
      ...(comment && { comment }),
      created_at: isoMilliseconds(created_at),
    };
  });
}
