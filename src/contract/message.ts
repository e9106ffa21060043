import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, Paragraphs, RequestId, Timestamp, text, timeline } from './schema.ts';

/** A stored file, named by what its sender called it. `size` in bytes. */
export const AttachmentSummary = v.object({ id: Id, name: v.string(), content_type: v.string(), size: v.number() });
export type AttachmentSummary = v.InferOutput<typeof AttachmentSummary>;

/** Who wrote a message; `id` is null for the system and for an API key. */
export const Author = v.object({
  type: v.picklist(['contact', 'agent', 'system']),
  id: v.nullable(Id),
  name: v.string(),
  email: v.nullable(v.string()),
});
export type Author = v.InferOutput<typeof Author>;

/** One message. Lists cut `body_text` over 256 KiB and say so in `truncated`; its own address gives it whole. */
export const Message = v.object({
  id: Id,
  conversation_id: Id,
  kind: v.picklist(['contact', 'agent', 'system']),
  event: v.nullable(v.picklist(['conversation.merged_with'])),
  merged_with: v.nullable(Id),
  author: Author,
  body_text: Paragraphs,
  body_html: v.nullable(v.string()),
  truncated: v.optional(v.boolean()),
  attachments: v.array(AttachmentSummary),
  created_at: Timestamp,
});
export type Message = v.InferOutput<typeof Message>;

/** The most that one message holds: characters of its text, and as many of its HTML; attachments. */
export const messageLimits = { characters: 1_000_000, attachments: 100 } as const;

const MessageBody = v.object({
  body_text: text(1, messageLimits.characters),
  body_html: v.optional(v.nullable(text(0, messageLimits.characters))),
  attachments: v.optional(v.pipe(v.array(RequestId), v.maxLength(messageLimits.attachments))),
  contact_id: v.optional(RequestId),
});

export const message = {
  list: endpoint({
    method: 'GET',
    path: '/conversations/{conversation_id}/messages',
    summary: 'List a conversation’s messages',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Message,
    query: v.object(timeline),
  }),
  get: endpoint({
    method: 'GET',
    path: '/conversations/{conversation_id}/messages/{message_id}',
    summary: 'Show a message',
    allows: 'caller',
    gives: 'one',
    status: 200,
    answer: Message,
  }),
  create: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/messages',
    summary: 'Add a message to a conversation',
    allows: 'caller',
    gives: 'one',
    status: 201,
    answer: Message,
    body: MessageBody,
    errors: ['conflict'],
    extension: true,
    example: { body: { body_text: 'Thank you, I will look into it today.' } },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/conversations/{conversation_id}/messages/{message_id}',
    summary: 'Delete a message that an agent sent',
    allows: 'caller',
    gives: 'nothing',
    status: 204,
    errors: ['conflict'],
  }),
};
