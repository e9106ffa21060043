import * as v from 'valibot';
import { ConversationFilter, maxBulkIds } from './conversation-filter.ts';
import { endpoint } from './endpoint.ts';
import { Message } from './message.ts';
import { ExtraFlag, Id, line, RequestId, Timestamp } from './schema.ts';

/** The first contact of a conversation, as far as it is known. */
export const Requester = v.object({ id: Id, name: v.string(), email: v.nullable(v.string()) });
export type Requester = v.InferOutput<typeof Requester>;

/** Somebody who takes part in a conversation. */
export const Participant = v.object({ name: v.string(), email: v.string() });

/** A conversation with what a list shows of it. */
export const Conversation = v.object({
  id: Id,
  title: v.string(),
  conversation_status_id: Id,
  /** The name of that status. */
  status: v.string(),
  /** Null: its inbox was deleted. */
  inbox_id: v.nullable(Id),
  /** The agent who works on it; null: nobody. */
  assign_to: v.nullable(Id),
  /** True: the customer is not asked for a rating when it is closed. */
  disable_rating: v.boolean(),
  /** Their names, sorted without case. */
  tags: v.array(v.string()),
  /** Ids in the order in which they came; the first is the requester's. */
  contacts: v.array(Id),
  requester: v.nullable(Requester),
  archived: v.boolean(),
  /** The conversation that took it in; null: it was not merged away. */
  merged_into: v.nullable(Id),
  message_count: v.number(),
  note_count: v.number(),
  /** The beginning of the last message, on one line. */
  preview: v.string(),
  created_at: Timestamp,
  /** The last change of any kind. */
  updated_at: Timestamp,
  /** The creation, where there is no message. */
  last_message_at: Timestamp,
  /** Everybody in From, To and Cc of its messages but our inboxes' and agents' addresses. */
  participants: v.array(Participant),
  /** When the first message came that no agent has answered; null once it is answered, closed or archived. */
  waiting_since: v.nullable(Timestamp),
  /** Whether the calling agent has not read the customer's last word; false for an API key, and once it is answered. */
  unread: ExtraFlag,
  /** Rises with every change of the conversation; reading is none. */
  version: v.number(),
  /** Only for one that was merged away: the message that says where it went. */
  messages: v.optional(v.array(Message)),
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** The longest title, in characters. */
export const maxTitleLength = 255;

/** A conversation's title in a request. */
export const ConversationTitle = line(1, maxTitleLength);

/** The longest name of a tag, in characters. */
export const maxTagLength = 64;

/** A tag's name: trimmed, compared without case. */
export const TagName = line(1, maxTagLength);

const changes = {
  conversation_status_id: v.optional(RequestId),
  inbox_id: v.optional(RequestId),
  assign_to: v.optional(v.nullable(RequestId)),
};
const ConversationCreate = v.object({
  title: ConversationTitle,
  inbox_id: v.optional(RequestId),
  contacts: v.optional(v.pipe(v.array(RequestId), v.maxLength(100))),
  conversation_status_id: v.optional(RequestId),
  assign_to: v.optional(v.nullable(RequestId)),
  tags: v.optional(v.pipe(v.array(TagName), v.maxLength(100))),
});

/** The ids of one bulk call. The center checks first that they are at most `maxBulkIds` and distinct. */
const Ids = v.pipe(v.array(RequestId), v.metadata({ minItems: 1, maxItems: maxBulkIds }));
/** The versions that a bulk call is meant for, by id; 412 names each conversation that has another one. */
const if_versions = v.optional(
  v.record(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'must be an id')), v.pipe(v.number(), v.integer())),
);
const MassUpdate = v.object({
  conversation_ids: Ids,
  if_versions,
  ...changes,
  added_tags: v.optional(v.array(TagName)),
  deleted_tags: v.optional(v.array(TagName)),
  /** Archives or restores them. The document does not have it: look in the answer whether it was done. */
  archived: v.optional(v.boolean()),
});
const TagsOnMany = v.object({ conversation_ids: Ids, if_versions, tags: v.pipe(v.array(TagName), v.minLength(1)) });
const MergeIds = v.union(
  [v.object({ conversation_ids: Ids }), v.object({ Conversation_ids: Ids }), Ids],
  'must be a list of the conversations’ ids',
);

const one = { allows: 'caller', gives: 'one', status: 200, answer: Conversation } as const;

/** The service’s calls about conversations. */
export const conversation = {
  list: endpoint({
    method: 'GET',
    path: '/conversations',
    summary: 'List conversations',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Conversation,
    query: ConversationFilter,
    example: { query: { status: ['opened'], assign_to: ['none'], limit: 20 } },
  }),
  create: endpoint({
    method: 'POST',
    path: '/conversations',
    summary: 'Create a conversation',
    ...one,
    status: 201,
    body: ConversationCreate,
    extension: true,
    example: { body: { title: 'Parcel went back to sender', tags: ['shipping'] } },
  }),
  massUpdate: endpoint({
    method: 'PUT',
    path: '/conversations',
    summary: 'Update many conversations at once',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Conversation,
    body: MassUpdate,
    errors: ['not_found', 'conflict', 'precondition_failed'],
    example: { body: { conversation_ids: [1], added_tags: ['vip'] } },
  }),
  get: endpoint({
    method: 'GET',
    path: '/conversations/{conversation_id}',
    summary: 'Retrieve a conversation',
    ...one,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/conversations/{conversation_id}',
    summary: 'Update a conversation',
    ...one,
    body: v.object({ title: v.optional(ConversationTitle), ...changes, disable_rating: v.optional(v.boolean()) }),
    errors: ['conflict'],
    example: { body: { title: 'Refund for order 7741', assign_to: null } },
  }),
  merge: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/merge',
    summary: 'Merge other conversations into this one',
    ...one,
    body: MergeIds,
    errors: ['conflict'],
    example: { body: { conversation_ids: [2] } },
  }),
  read: endpoint({
    method: 'PUT',
    path: '/conversations/{conversation_id}/read',
    summary: 'Note how far the calling agent has read a conversation',
    description: 'Changes no version, and tells the desks of this agent alone. What was read before stays read.',
    ...one,
    allows: 'agent',
    body: v.object({ message_id: RequestId }),
    errors: ['conflict'],
    extension: true,
    example: { body: { message_id: 31 } },
  }),
  archive: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/archive',
    summary: 'Archive a conversation',
    ...one,
    errors: ['conflict'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/restore_archive',
    summary: 'Restore an archived conversation',
    ...one,
    errors: ['conflict'],
  }),
  addAgent: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/agents',
    summary: 'Assign a conversation to an agent',
    ...one,
    body: v.object({ agent_id: RequestId }),
    errors: ['conflict'],
    example: { body: { agent_id: 1 } },
  }),
  addContact: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/contacts',
    summary: 'Add a contact to a conversation',
    ...one,
    body: v.object({ contact_id: RequestId }),
    errors: ['conflict'],
    example: { body: { contact_id: 1 } },
  }),
  removeContact: endpoint({
    method: 'DELETE',
    path: '/conversations/{conversation_id}/contacts/{contact_id}',
    summary: 'Take a contact off a conversation',
    allows: 'caller',
    gives: 'nothing',
    status: 204,
    errors: ['conflict'],
    extension: true,
  }),
  addTag: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/tags',
    summary: 'Add a tag to a conversation',
    ...one,
    body: v.object({ name: TagName }),
    errors: ['conflict'],
    example: { body: { name: 'vip' } },
  }),
  addTags: endpoint({
    method: 'POST',
    path: '/conversations/tags',
    summary: 'Add tags to many conversations',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Conversation,
    body: TagsOnMany,
    errors: ['not_found', 'conflict', 'precondition_failed'],
    example: { body: { conversation_ids: [1], tags: ['vip', 'late'] } },
  }),
  removeTags: endpoint({
    method: 'DELETE',
    path: '/conversations/tags',
    summary: 'Take tags off many conversations',
    allows: 'caller',
    gives: 'nothing',
    status: 204,
    body: TagsOnMany,
    errors: ['not_found', 'conflict', 'precondition_failed'],
    example: { body: { conversation_ids: [1], tags: ['late'] } },
  }),
};
