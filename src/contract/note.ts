import * as v from 'valibot';
import { described, type Field } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { messageLimits } from './message.ts';
import { Id, Paragraphs, RequestId, Timestamp, text, timeline } from './schema.ts';

/** An internal note, which customers never see: a text, attachments, or both. */
export const Note = described({
  id: [Id, 'The note’s id.'],
  conversation_id: [Id, 'The conversation that the note is about.'],
  agent_id: [v.nullable(Id), 'The agent who wrote the note; null if an API key wrote it.'],
  details: [Paragraphs, 'The text of the note; empty if it has only attachments.'],
  attachments: [v.array(Id), 'The ids of its attachments, in order.'],
  mentions: [v.optional(v.array(Id)), 'The agents whom it mentions; absent if the help center knows no mentions.'],
  created_at: [Timestamp, 'When the note was written.'],
});
export type Note = v.InferOutput<typeof Note>;

const Mentions = v.optional(v.pipe(v.array(RequestId), v.maxLength(50)));
const mentions: Field<typeof Mentions> = [
  Mentions,
  'Ids of agents whom it mentions: each is enabled and sees the inbox. It calls them, and their desks ring.',
];

/** A note's text in a request, up to 65,536 characters; empty if the note consists of attachments. */
export const NoteDetails = text(0, 65_536);

/** The service’s calls about notes. */
export const note = {
  list: endpoint('GET /conversations/{conversation_id}/notes', {
    summary: 'List a conversation’s notes',
    description: 'The oldest notes come first unless `sort` says otherwise.',
    ...answers.list,
    answer: Note,
    query: described(timeline),
  }),
  add: endpoint('POST /conversations/{conversation_id}/notes', {
    summary: 'Add a note to a conversation',
    description: 'It needs a text, an attachment, or both.',
    ...answers.created,
    answer: Note,
    body: described({
      details: [v.optional(NoteDetails), 'The text of the note; required if there is no attachment.'],
      attachments: [
        v.optional(v.pipe(v.array(RequestId), v.maxLength(messageLimits.attachments))),
        'Ids of uploaded attachments; required if there is no text.',
      ],
      mentions,
    }),
    errors: ['conflict'],
    example: { body: { details: 'Called her. She is fine with a voucher.' } },
  }),
  update: endpoint('PUT /conversations/{conversation_id}/notes/{note_id}', {
    summary: 'Change the text of a note',
    description: 'An agent changes its own notes; an admin and an API key change any.',
    ...answers.one,
    answer: Note,
    body: described({
      details: [NoteDetails, 'The new text of the note; empty only if it has attachments.'],
      mentions,
    }),
    errors: ['conflict', 'forbidden'],
    extension: true,
    example: { body: { details: 'Called her again. She prefers a refund.' } },
  }),
  remove: endpoint('DELETE /conversations/{conversation_id}/notes/{note_id}', {
    summary: 'Delete a note',
    description:
      'Every caller who may see the conversation may delete its notes. History says who did, but keeps no text.',
    ...answers.nothing,
    errors: ['conflict'],
  }),
};
