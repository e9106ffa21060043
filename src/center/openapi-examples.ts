import type { ErrorCode } from '../contract/errors.ts';

const createdAt = '2026-03-01T12:00:00';

const message = {
  id: 31,
  conversation_id: 7,
  kind: 'contact',
  event: null,
  merged_with: null,
  author: { type: 'contact', id: 4, name: 'Zoë Quinn', email: 'zoe@customer.example' },
  body_text: 'My parcel went back to you. Can you send it again?',
  body_html: null,
  attachments: [],
  created_at: createdAt,
};
const agent = { id: 2, name: 'Ana Ortiz', email: 'ana@shop.example', role: 'agent', disabled: false };
const email = { id: 5, email: 'returns@shop.example', status: 'primary' };

/** One of each resource as an answer shows it, by its name in the document. */
export const answerExamples: Readonly<Record<string, object>> = {
  Agent: agent,
  Attachment: { id: 3, name: 'label.pdf', content_type: 'application/pdf', size: 48_213 },
  Contact: { id: 4, name: 'Zoë Quinn', email: 'zoe@customer.example' },
  Conversation: {
    id: 7,
    title: 'Parcel went back to sender',
    conversation_status_id: 1,
    status: 'open',
    inbox_id: 1,
    assign_to: 2,
    disable_rating: false,
    tags: ['shipping'],
    contacts: [4],
    requester: { id: 4, name: 'Zoë Quinn', email: 'zoe@customer.example' },
    archived: false,
    merged_into: null,
    message_count: 1,
    note_count: 0,
    preview: message.body_text,
    created_at: createdAt,
    updated_at: createdAt,
    last_message_at: createdAt,
  },
  ConversationStatus: { id: 3, name: 'awaiting reply', kind: 'custom' },
  HistoryEntry: {
    id: 12,
    conversation_id: 7,
    event: 'status.updated',
    agent_id: 2,
    changes: { conversation_status_id: { from: 1, to: 2 } },
    created_at: createdAt,
  },
  Inbox: {
    id: 3,
    name: 'Returns',
    description: 'Parcels that come back',
    slug: 'returns',
    sort: 2,
    send_autoresponse: true,
    autoresponse_text: 'We have your mail.',
    send_rating_request: false,
    rating_message: '',
    emails: [email],
    team_ids: [],
    agent_ids: [2],
    kind: 'normal',
    subscribed: false,
    counts: { open: 4, unassigned: 1 },
    created_at: createdAt,
    updated_at: createdAt,
  },
  InboxEmail: email,
  Me: { agent, api_key: null },
  Message: message,
  Note: {
    id: 9,
    conversation_id: 7,
    agent_id: 2,
    details: 'Called her. She is fine with a voucher.',
    attachments: [],
    created_at: createdAt,
  },
  Review: {
    id: 6,
    conversation_id: 7,
    contact_id: 4,
    rating: 5,
    comment: 'Quick and kind.',
    created_at: createdAt,
  },
  Session: { access_token: 'an access token', agent },
  Tag: { name: 'shipping', conversations: 18 },
  Team: { id: 1, name: 'Returns', agent_ids: [2] },
};

/** What the calls outside the envelope answer, by their path. */
export const rawExamples: Readonly<Record<string, unknown>> = {
  '/attachments/{attachment_id}/content': 'the bytes of the file',
  '/events': 'id: 41\nevent: conversation.changed\ndata: {"ids":[7]}\n\n',
  '/health': { status: 'ok' },
  '/openapi.json': { openapi: '3.1.0' },
};

/** What a person reads with each refusal. */
const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  malformed_json: 'The body is not JSON that can be read: it is empty.',
  bad_query: 'The limit must be from 1 to 200.',
  unauthorized: 'The token is missing, unknown, expired or revoked. Sign in again.',
  forbidden: 'Only an admin may do that.',
  agent_token_required: 'This acts on the calling agent: use an agent’s access token, not an API key.',
  inbox_limit_reached: 'Your plan has room for 100 inboxes; delete one first.',
  not_found: 'There is no such thing, or you may not see it.',
  conflict: 'Conversation 7 was merged into 9. Write to 9 instead.',
  idempotency_key_reused: 'The Idempotency-Key was used for another request; use a new one.',
  request_in_progress: 'The same request is still under way; ask again in a second.',
  precondition_failed: 'It was changed in the meantime; nothing was done. Look at it again.',
  too_large: 'The body is larger than 1 MiB; nothing was changed.',
  unsupported_media_type: 'Send the body as JSON with Content-Type: application/json.',
  validation_failed: 'One field is wrong.',
  rate_limited: 'Too many requests; try again in 20 s.',
  unavailable: 'The help center cannot store anything now; nothing was changed. Try later.',
};

const details: Readonly<Partial<Record<ErrorCode, readonly object[]>>> = {
  validation_failed: [{ path: 'name', message: 'is required' }],
};

/** A refusal as an answer shows it. */
export const errorExample = (code: ErrorCode): object => ({
  error: { code, message: sentences[code], ...(details[code] ? { details: details[code] } : {}) },
});
