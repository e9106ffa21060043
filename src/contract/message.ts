import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, Paragraphs, RequestId, Timestamp, text, timeline, Unshown } from './schema.ts';

/** A stored file, named by what its sender called it. `size` in bytes. */
export const AttachmentSummary = v.object({ id: Id, name: v.string(), content_type: v.string(), size: v.number() });
export type AttachmentSummary = v.InferOutput<typeof AttachmentSummary>;

/**
 * Who wrote a message; `id` is null for the system, for an API key, and for imported mail from an inbox's own address, whose
 * author is the inbox.
 */
export const Author = v.object({
  type: v.picklist(['contact', 'agent', 'system']),
  id: v.nullable(Id),
  name: v.string(),
  email: v.nullable(v.string()),
});
export type Author = v.InferOutput<typeof Author>;

/** One message of a conversation. */
export const Message = v.object({
  id: Id,
  conversation_id: Id,
  /** Who wrote it; `system`: the service, to say what happened. */
  kind: v.picklist(['contact', 'agent', 'system']),
  /** What a `system` message tells; null for all others. */
  event: v.nullable(v.picklist(['conversation.merged_with'])),
  /** With that event: the conversation that took this one in. */
  merged_with: v.nullable(Id),
  author: Author,
  /** As it was written, for any reader: hostile until it is made safe. Lists cut it after 256 KiB. */
  body_text: Paragraphs,
  /** The HTML as it was sent; null where there was none. */
  body_html: v.nullable(Unshown),
  /** True where `body_text` was cut; the message's own address gives all of it. */
  truncated: v.optional(v.boolean()),
  attachments: v.array(AttachmentSummary),
  created_at: Timestamp,
});
export type Message = v.InferOutput<typeof Message>;

/** The most that one message holds: characters of its text, and as many of its HTML; attachments. */
export const messageLimits = { characters: 1_000_000, attachments: 100 } as const;

/** `contact_id`: whose message an API key adds; absent: the requester's. */
const MessageBody = v.object({
  body_text: text(1, messageLimits.characters),
  body_html: v.optional(v.nullable(text(0, messageLimits.characters))),
  attachments: v.optional(v.pipe(v.array(RequestId), v.maxLength(messageLimits.attachments))),
  contact_id: v.optional(RequestId),
});

/** The service’s calls about messages. */
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
