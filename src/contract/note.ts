import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { messageLimits } from './message.ts';
import { Id, Paragraphs, RequestId, Timestamp, text, timeline } from './schema.ts';

/** An internal note, which customers never see: a text, attachments, or both. */
export const Note = v.object({
  id: Id,
  conversation_id: Id,
  /** Who wrote it; null: an API key. */
  agent_id: v.nullable(Id),
  details: Paragraphs,
  /** Ids, in order. */
  attachments: v.array(Id),
  created_at: Timestamp,
});
export type Note = v.InferOutput<typeof Note>;

/** A note's text in a request, up to 65,536 characters; empty where the note is its attachments. */
export const NoteDetails = text(0, 65_536);

/** The service’s calls about notes. */
export const note = {
  list: endpoint({
    method: 'GET',
    path: '/conversations/{conversation_id}/notes',
    summary: 'List a conversation’s notes',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Note,
    query: v.object(timeline),
  }),
  add: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/notes',
    summary: 'Add a note to a conversation',
    allows: 'caller',
    gives: 'one',
    status: 201,
    answer: Note,
    body: v.object({
      details: v.optional(NoteDetails),
      attachments: v.optional(v.pipe(v.array(RequestId), v.maxLength(messageLimits.attachments))),
    }),
    errors: ['conflict'],
    example: { body: { details: 'Called her. She is fine with a voucher.' } },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/conversations/{conversation_id}/notes/{note_id}',
    summary: 'Change the text of a note',
    description: 'An agent changes its own notes; an admin and an API key change any.',
    allows: 'caller',
    gives: 'one',
    status: 200,
    answer: Note,
    body: v.object({ details: NoteDetails }),
    errors: ['conflict', 'forbidden'],
    extension: true,
    example: { body: { details: 'Called her again. She prefers a refund.' } },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/conversations/{conversation_id}/notes/{note_id}',
    summary: 'Delete a note',
    allows: 'caller',
    gives: 'nothing',
    status: 204,
    errors: ['conflict'],
  }),
};
