import * as v from 'valibot';
import {
  archived,
  ConversationCreate,
  ConversationTitle,
  conversationChanges,
  MassUpdate,
  MergeIds,
  ReadUpTo,
  SplitOff,
  TagName,
  TagsOnMany,
} from './conversation-body.ts';
import { ConversationFilter } from './conversation-filter.ts';
import { described, omit } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Message, Participant } from './message.ts';
import { ExtraFlag, Id, Paragraphs, RequestId, Timestamp } from './schema.ts';

/** The first contact of a conversation, if known. */
const Requester = described({
  id: [Id, 'The contact’s id.'],
  name: [v.string(), 'The contact’s name.'],
  email: [v.nullable(v.string()), 'The contact’s email address; null if none is known.'],
});

/** How long a conversation is put off, for the whole team. */
const Snoozed = described({
  until: [v.nullable(Timestamp), 'When it comes back; null: when the customer writes.'],
  keep: [v.boolean(), 'True if a customer’s message does not bring it back sooner.'],
  by: [v.nullable(Id), 'The agent who put it off; null for an API key.'],
});

/** A conversation with the fields of a list. */
export const Conversation = described({
  id: [Id, 'The conversation’s id.'],
  title: [v.string(), 'The subject of the conversation, on one line.'],
  conversation_status_id: [Id, 'The id of its status.'],
  status: [v.string(), 'The name of its status.'],
  inbox_id: [v.nullable(Id), 'The inbox that it is in; null if that was deleted.'],
  assign_to: [v.nullable(Id), 'The agent who works on it; null if it is unassigned.'],
  disable_rating: [v.boolean(), 'True if the customer is not asked for a rating after closing.'],
  tags: [v.array(v.string()), 'The names of its tags, sorted without regard to case.'],
  contacts: [v.array(Id), 'The ids of its contacts in the order in which they came; the first is the requester.'],
  requester: [v.nullable(Requester), 'Its first contact; null if it has none.'],
  requester_note: [
    v.optional(Paragraphs),
    'The first 300 characters of the team’s note about the requester; absent if there is none. `GET /contacts/{contact_id}` has all.',
  ],
  archived: [v.boolean(), 'Whether it is archived.'],
  merged_into: [v.nullable(Id), 'The conversation that took it in; null if it was not merged away.'],
  message_count: [v.number(), 'How many messages it has.'],
  note_count: [v.number(), 'How many notes it has.'],
  preview: [
    v.string(),
    'The first 140 characters of its last message, on one line; what the service itself sent does not count.',
  ],
  created_at: [Timestamp, 'When it was created.'],
  updated_at: [Timestamp, 'When it last changed in any way.'],
  last_message_at: [
    Timestamp,
    'When its last message came, what the service itself sent not counted; the time of its creation if it has none.',
  ],
  linked: [
    v.optional(v.array(Id)),
    'The conversations that go on from this one, and the one that it goes on from: a customer answered what was closed ' +
      'long ago. Absent if there are none.',
  ],
  participants: [
    v.array(Participant),
    'Everybody in From, To and Cc of its messages, without the addresses of the help center’s inboxes and agents.',
  ],
  waiting_since: [
    v.nullable(Timestamp),
    'When the first message came that no agent has answered; null once it is answered, closed or archived, and while it ' +
      'is put off. Automatic mail waits for no answer.',
  ],
  due_at: [
    v.optional(v.nullable(Timestamp)),
    'When the answer that a customer waits for is due, by the target of the inbox; null or absent if none is.',
  ],
  snoozed: [v.optional(v.nullable(Snoozed)), 'How long it is put off; null or absent if it is not.'],
  deliver_at: [
    v.optional(Timestamp),
    'When the next of its answers that wait for a time of their own will be sent; absent if none does.',
  ],
  woken_from: [
    v.optional(Timestamp),
    'The time until which it was put off when the customer’s answer, or a mail that was not delivered, brought it back; else absent.',
  ],
  unread: [
    ExtraFlag,
    'Whether the calling agent has not read the customer’s last word; false for an API key, and once it is answered.',
  ],
  mentioned: [
    v.optional(ExtraFlag),
    'True if a note mentions the calling agent, who has not read the conversation since; else absent.',
  ],
  followed: [v.optional(ExtraFlag), 'True if the calling agent follows it; else absent.'],
  delivery_failed: [
    v.optional(ExtraFlag),
    'Whether one of our mails bounced, or a report says so, or it was held back by what somebody wrote, and the assignee ' +
      'has not read the conversation since (without an assignee: no agent has). Absent if the help center does not say it.',
  ],
  version: [v.number(), 'A number that rises with every change of the conversation; reading is not a change.'],
  messages: [
    v.optional(v.array(Message)),
    'The message that says where a conversation went; only there if it was merged away and is read by its id.',
  ],
});
export type Conversation = v.InferOutput<typeof Conversation>;

/**
 * The fields of a list's row: enough to open the conversation without another call. Two of its times are left out: a
 * row costs as much as its text, and times are a tenth of that.
 */
export const ConversationRow = omit(Conversation, 'preview', 'created_at', 'updated_at', 'participants', 'messages');

const one = { ...answers.one, answer: Conversation } as const;
/** Of a call that concerns its agent alone, and changes nothing for others. */
const agentsOwn = { allows: 'agent', errors: ['conflict'], extension: true } as const;

/** The service’s calls about conversations. */
export const conversation = {
  list: endpoint('GET /conversations', {
    summary: 'List conversations',
    description:
      'Filters of different kinds must all hold; of several values of one filter, one must hold. The ' +
      'conversations with the latest messages come first unless `sort` says otherwise.',
    ...answers.list,
    answer: Conversation,
    row: ConversationRow,
    query: ConversationFilter,
    example: { query: { status: ['opened'], assign_to: ['none'], limit: 20 } },
  }),
  create: endpoint('POST /conversations', {
    summary: 'Create a conversation',
    description:
      'Without `message` it has none yet. An unknown status, inbox, agent or contact is 422, and then nothing is kept.',
    ...one,
    status: 201,
    body: ConversationCreate,
    extension: true,
    example: { body: { title: 'Parcel went back to sender', tags: ['shipping'] } },
  }),
  massUpdate: endpoint('PUT /conversations', {
    summary: 'Update many conversations at once',
    description:
      'Changes all of the conversations or none. Absent fields stay as they are. An unknown conversation is 404, one that ' +
      'was merged away 409; each is named. Assignment follows the same rules as for one conversation.',
    ...answers.list,
    answer: Conversation,
    body: MassUpdate,
    errors: ['not_found', 'conflict', 'precondition_failed'],
    example: { body: { conversation_ids: [1], added_tags: ['vip'] } },
  }),
  get: endpoint('GET /conversations/{conversation_id}', {
    summary: 'Retrieve a conversation',
    description:
      'One that was merged away is still there: `merged_into` says where it went, and `messages` has the ' +
      'message that tells it.',
    ...one,
  }),
  update: endpoint('PUT /conversations/{conversation_id}', {
    summary: 'Update a conversation',
    description:
      'Absent fields stay as they are. An agent who cannot see the inbox is 422. If the assignee cannot see a new inbox, ' +
      'the conversation is unassigned.',
    ...one,
    body: described({
      title: [v.optional(ConversationTitle), 'The new title, on one line.'],
      ...conversationChanges,
      disable_rating: [v.optional(v.boolean()), 'True if the customer is not asked for a rating after closing.'],
      archived,
    }),
    errors: ['conflict'],
    example: { body: { title: 'Refund for order 7741', assign_to: null } },
  }),
  merge: endpoint('POST /conversations/{conversation_id}/merge', {
    summary: 'Merge other conversations into this one',
    description:
      'All messages, notes, reviews, tags and contacts move here; title, status, inbox and assignee stay as they are ' +
      'here. If one of the others was not archived, this one is restored. Merges all of the conversations or none, and ' +
      'cannot be undone. One that was merged away already is 409.',
    ...one,
    body: MergeIds,
    sets: ['merged_into'],
    errors: ['conflict'],
    example: { body: { conversation_ids: [2] } },
  }),
  split: endpoint('POST /conversations/{conversation_id}/split', {
    summary: 'Split messages off into a new conversation',
    description:
      'The new one has the same inbox, status and assignee; its requester is the customer who wrote the first of the ' +
      'messages. A system message in each names the other, and later answers to the messages go to the new one. It ' +
      'cannot be undone. The answer is the new conversation; messages that are still to be sent are 422.',
    ...one,
    status: 201,
    body: SplitOff,
    errors: ['conflict'],
    extension: true,
    example: { body: { title: 'The second parcel', message_ids: [2] } },
  }),
  read: endpoint('PUT /conversations/{conversation_id}/read', {
    summary: 'Note how far the calling agent has read a conversation',
    description:
      'Changes no version, and tells the desks of this agent alone. What was read before stays read, unless `unread` ' +
      'is true.',
    ...one,
    ...agentsOwn,
    body: ReadUpTo,
    sets: ['mentioned', 'delivery_failed'],
    example: { body: { message_id: 31 } },
  }),
  follow: endpoint('PUT /conversations/{conversation_id}/follow', {
    summary: 'Follow a conversation',
    description:
      'The calling agent’s desks ring for further messages of customers and for other agents’ notes. It changes no version, ' +
      'and ends when the agent no longer sees the conversation. One that is followed already stays so, with 200.',
    ...one,
    ...agentsOwn,
    sets: ['followed'],
  }),
  unfollow: endpoint('DELETE /conversations/{conversation_id}/follow', {
    summary: 'Follow a conversation no longer',
    description: 'Changes no version. One that the calling agent does not follow stays so, with 204.',
    ...answers.nothing,
    ...agentsOwn,
  }),
  archive: endpoint('POST /conversations/{conversation_id}/archive', {
    summary: 'Archive a conversation',
    description:
      'An archived conversation keeps its status and is in a list only if `archived` asks for it. One that is ' +
      'archived already stays so, with 200.',
    ...one,
    errors: ['conflict'],
  }),
  restore: endpoint('POST /conversations/{conversation_id}/restore_archive', {
    summary: 'Restore an archived conversation',
    description: 'One that is not archived stays so, with 200.',
    ...one,
    errors: ['conflict'],
  }),
  addAgent: endpoint('POST /conversations/{conversation_id}/agents', {
    summary: 'Assign a conversation to an agent',
    description: 'It replaces the agent who had it. An agent who is disabled or cannot see the inbox is 422.',
    ...one,
    body: described({ agent_id: [RequestId, 'The agent to assign it to, who must have access to its inbox.'] }),
    errors: ['conflict'],
    example: { body: { agent_id: 1 } },
  }),
  addContact: endpoint('POST /conversations/{conversation_id}/contacts', {
    summary: 'Add a contact to a conversation',
    description:
      'The contact comes last; if there was none, it becomes the requester. One that is on it already stays so, ' +
      'with 200.',
    ...one,
    body: described({ contact_id: [RequestId, 'The id of the contact.'] }),
    sets: ['contacts', 'requester'],
    errors: ['conflict'],
    example: { body: { contact_id: 1 } },
  }),
  removeContact: endpoint('DELETE /conversations/{conversation_id}/contacts/{contact_id}', {
    summary: 'Take a contact off a conversation',
    description: 'If it was the requester, the next contact takes its place. The contact itself and its messages stay.',
    ...answers.nothing,
    errors: ['conflict'],
    extension: true,
  }),
  addTag: endpoint('POST /conversations/{conversation_id}/tags', {
    summary: 'Add a tag to a conversation',
    description: 'A new tag is created. One that the conversation has already stays so, with 200.',
    ...one,
    body: described({ name: [TagName, 'The tag’s name; its case does not count.'] }),
    sets: ['tags'],
    errors: ['conflict'],
    example: { body: { name: 'vip' } },
  }),
  addTags: endpoint('POST /conversations/tags', {
    summary: 'Add tags to many conversations',
    description:
      'Changes all of the conversations or none. An unknown one is 404, one that was merged away 409; each is ' +
      'named.',
    ...answers.list,
    answer: Conversation,
    body: TagsOnMany,
    errors: ['not_found', 'conflict', 'precondition_failed'],
    example: { body: { conversation_ids: [1], tags: ['vip', 'late'] } },
  }),
  removeTags: endpoint('DELETE /conversations/tags', {
    summary: 'Take tags off many conversations',
    description:
      'Changes all of the conversations or none; a tag that one of them does not have is passed over. An ' +
      'unknown conversation is 404, one that was merged away 409; each is named.',
    ...answers.nothing,
    body: TagsOnMany,
    errors: ['not_found', 'conflict', 'precondition_failed'],
    example: { body: { conversation_ids: [1], tags: ['late'] } },
  }),
};
