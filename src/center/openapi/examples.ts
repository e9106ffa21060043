import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';
import { unknownToken } from '../auth/authenticate.ts';
import { needsAdmin, needsAgent } from '../auth/forbid.ts';
import { MAX_JSON_BYTES, malformed, notJson, tooLarge } from '../http/body/read.ts';
import { outOfRange } from '../http/given.ts';
import { inProgress, keyReused } from '../http/once.ts';
import { tooMany } from '../http/rate-limit.ts';
import { mergedAway } from '../model/conversation/row.ts';
import { outdated } from '../model/etag.ts';
import { noRoom } from '../model/inbox/settings.ts';
import { badLimit } from '../model/listing/paging.ts';
import { cannotStore, invalid, notFound, type Problem } from '../model/problem.ts';

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
  attachments: [{ id: 3, name: 'label.pdf', content_type: 'application/pdf', size: 48_213, inline: false }],
  to: [{ name: 'Support', email: 'help@shop.example' }],
  cc: [],
  automatic: false,
  created_at: createdAt,
};
const agent = { id: 2, name: 'Ana Ortiz', email: 'ana@shop.example', role: 'agent', disabled: false };
const email = { id: 5, email: 'returns@shop.example', status: 'primary' };

type Calls = {
  [Group in keyof Contract]: { [Name in keyof Contract[Group]]: readonly [Group, Name, Contract[Group][Name]] };
};
type Each<Of> = Of extends object ? Of[keyof Of] : never;
/** Every call as its group, its name and its declaration. */
type AnyCall = Each<Each<Calls>>;
type AnswerName = AnyCall extends infer One
  ? One extends readonly [infer Group extends string, unknown, { readonly answer: unknown }]
    ? One[2] extends { readonly answerName: infer Name extends string }
      ? Name
      : Capitalize<Group>
    : never
  : never;
type RawName = AnyCall extends infer One
  ? One extends readonly [infer Group extends string, infer Name extends string, { readonly gives: 'raw' }]
    ? `${Group}.${Name}`
    : never
  : never;

/** The numbers of an agent who is alone. */
const counted = {
  came: 48,
  answered: 41,
  answer_median: 2_520,
  answer_p90: 14_400,
  targeted: 20,
  in_time: 17,
  closed: 44,
  close_median: 90_000,
  reopened: 3,
  left: 7,
  rated: 12,
  rating_mean: 4.58,
};

/** One example of each resource, by its name in the document; a missing one does not compile. */
const historyEntry = {
  id: 12,
  conversation_id: 7,
  event: 'status.updated',
  agent_id: 2,
  changes: { conversation_status_id: { from: 1, to: 2 } },
  created_at: createdAt,
};

const answerExamples: Readonly<Record<AnswerName, object>> = {
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
    participants: [{ name: 'Zoë Quinn', email: 'zoe@customer.example' }],
    waiting_since: createdAt,
    unread: true,
    version: 3,
  },
  ConversationStatus: { id: 3, name: 'awaiting reply', kind: 'custom' },
  HistoryEntry: historyEntry,
  HistoryPart: {
    entries: [{ ...historyEntry, by: { kind: 'agent', id: 2, name: 'Ben Agent' }, via: 'desk' }],
    up_to: 12,
    is_end: true,
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
    signature: 'Your shop',
    emails: [email],
    team_ids: [],
    agent_ids: [2],
    kind: 'normal',
    subscribed: false,
    counts: { open: 4, unassigned: 1, unresolved: 4 },
    unsent: 0,
    created_at: createdAt,
    updated_at: createdAt,
  },
  InboxEmail: email,
  Me: {
    agent,
    api_key: null,
    notify: 'desk',
    mail: { sends: true, missing: [], signed_out: [] },
    idempotency_key_hours: 24,
    last_event_id: '4711',
  },
  Message: message,
  Note: {
    id: 9,
    conversation_id: 7,
    agent_id: 2,
    details: 'Called her. She is fine with a voucher.',
    attachments: [],
    created_at: createdAt,
  },
  Numbers: {
    from: '2026-11-01',
    to: '2026-12-01',
    zone: 'Europe/Berlin',
    by: 'agent',
    clock: 'all',
    is_partial: false,
    all: counted,
    rows: [{ agent_id: 2, ...counted }],
  },
  Erasure: {
    id: 1,
    contact_id: 4,
    conversations: [7],
    shared: [12],
    left: 0,
    begun_at: createdAt,
    ended_at: createdAt,
    cleared_at: null,
    remains: [],
  },
  Holdings: {
    contact_id: 4,
    conversations: [7],
    shared: [12],
    messages: 18,
    notes: 2,
    files: 3,
    mails: 9,
    letters: 0,
  },
  Review: {
    id: 6,
    conversation_id: 7,
    contact_id: 4,
    rating: 5,
    comment: 'Quick and kind.',
    created_at: createdAt,
  },
  Rule: {
    id: 4,
    name: 'Acme',
    when: { from: '@acme.example' },
    do: { add_tags: ['acme'], assign_to: 2 },
    enabled: true,
    sort: 0,
    problem: null,
  },
  SavedReply: {
    id: 7,
    name: 'Refund',
    text: 'Dear {customer.first|customer},\n\nthe money is on its way.',
    attachments: [],
    inbox_ids: [],
    owner_id: null,
    actions: { status: 'closed', add_tags: ['refund'] },
    updated_at: createdAt,
    version: 3,
  },
  Session: { access_token: 'an access token', agent },
  Tag: { name: 'shipping', conversations: 18 },
  Team: { id: 1, name: 'Returns', agent_ids: [2] },
};

/** The answers of calls outside the envelope; a missing one does not compile. */
const rawExamples: Readonly<Record<RawName, unknown>> = {
  'attachment.content': 'the bytes of the file',
  'service.events': 'id: 41\nevent: conversation.changed\ndata: {"ids":[7]}\n\n',
  'start.read': { data: { inboxes: { etag: 'p0Jx2vX8', body: { data: [], meta: { next_cursor: null } } } } },
  'service.health': { status: 'ok', failing: 0 },
  'service.ready': { status: 'ready', failing: 0 },
  'service.openapi': { openapi: '3.1.0' },
};

/** The example of a resource, by its name in the document; undefined for a list's row. */
export function answerExample(name: string): object | undefined {
  return (answerExamples as Readonly<Record<string, object>>)[name];
}

/** The answer of a call outside the envelope. */
export function rawExample(name: string): unknown {
  return (rawExamples as Readonly<Record<string, unknown>>)[name];
}

/** One refusal of each code, as the service really returns it. */
const refusals: readonly Problem[] = [
  malformed('it is empty'),
  badLimit(),
  unknownToken(),
  needsAdmin(),
  needsAgent(),
  noRoom(100),
  notFound('thing'),
  mergedAway({ id: 7, merged_into: 9 }),
  keyReused(),
  inProgress(),
  outdated(),
  tooLarge(MAX_JSON_BYTES),
  notJson(),
  outOfRange(),
  invalid(['name', 'is required']),
  tooMany(20),
  cannotStore(),
];

/** A refusal as an answer shows it. */
export function errorExample(code: ErrorCode): ErrorBody {
  return refusals.find(refusal => refusal.code === code)!.body;
}
