import * as v from 'valibot';
import { TagName } from './conversation-body.ts';
import { described, type Field, fields } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { AttachmentSummary, messageLimits } from './message.ts';
import { Id, line, Paragraphs, paging, RequestId, sortBy, Timestamp, text } from './schema.ts';

const meanings = {
  status: 'The name of the status that they get.',
  add_tags: 'The names of tags to add.',
  remove_tags: 'The names of tags to take off.',
  assign_to: 'The agent to assign them to; `me` is the agent who uses it, null unassigns them.',
  inbox_id: 'The inbox to move them to.',
  archived: 'True archives them, false restores them.',
  snooze: 'Until when to put them off, in words such as `3d`, read when it is used.',
  note: 'The text of a note to add.',
} as const;

const assign_to = v.optional(v.nullable(v.union([Id, v.literal('me')])));

/** The actions of a saved reply on its conversations; such a reply is a macro. */
export const MacroActions = described({
  status: [v.optional(v.string()), meanings.status],
  add_tags: [v.optional(v.array(v.string())), meanings.add_tags],
  remove_tags: [v.optional(v.array(v.string())), meanings.remove_tags],
  assign_to: [assign_to, meanings.assign_to],
  inbox_id: [v.optional(Id), meanings.inbox_id],
  archived: [v.optional(v.boolean()), meanings.archived],
  snooze: [v.optional(v.string()), meanings.snooze],
  note: [v.optional(Paragraphs), meanings.note],
});
export type MacroActions = v.InferOutput<typeof MacroActions>;

const tagNames = v.optional(v.pipe(v.array(TagName), v.maxLength(100)));

/** The same as they are given. */
export const GivenActions = described({
  status: [v.optional(line(1, 40)), meanings.status],
  add_tags: [tagNames, meanings.add_tags],
  remove_tags: [tagNames, meanings.remove_tags],
  assign_to: [assign_to, meanings.assign_to],
  inbox_id: [v.optional(Id), meanings.inbox_id],
  archived: [v.optional(v.boolean()), meanings.archived],
  snooze: [v.optional(line(1, 60)), meanings.snooze],
  note: [v.optional(text(1, 65_536)), meanings.note],
});

/** A text that agents put into their answers, with files and actions. */
export const SavedReply = described({
  id: [Id, 'The saved reply’s id.'],
  name: [v.string(), 'Its name.'],
  text: [
    Paragraphs,
    'Its text; empty if it has only files or actions. The client that uses it fills in the variables: `{customer.first|there}` ' +
      'has a fallback after the bar, and `\\{` is a brace.',
  ],
  attachments: [
    v.array(AttachmentSummary),
    'Its files, in order. Messages and notes name the same ids again and again.',
  ],
  inbox_ids: [v.array(Id), 'The inboxes that it is meant for; empty: all.'],
  owner_id: [v.nullable(Id), 'The agent whose own it is, for whom alone it exists; null: the team’s.'],
  actions: [MacroActions, 'The changes that it makes to a conversation; empty if none.'],
  updated_at: [Timestamp, 'When it was last changed.'],
  version: [v.optional(v.number()), 'Counts its changes: with version 3, reply 7 has the ETag `"r7-3"`.'],
});
export type SavedReply = v.InferOutput<typeof SavedReply>;

const owner: Field<v.OptionalSchema<v.NullableSchema<typeof RequestId, undefined>, undefined>> = [
  v.optional(v.nullable(RequestId)),
  'The calling agent’s own id, or null for the team’s.',
];
const more = fields({
  text: [v.optional(text(0, 65_536)), 'The text; a variable that does not exist is refused.'],
  attachments: [
    v.optional(v.pipe(v.array(RequestId), v.maxLength(messageLimits.attachments))),
    'The ids of its files, uploaded or seen elsewhere.',
  ],
  inbox_ids: [
    v.optional(v.pipe(v.array(RequestId), v.maxLength(1_000))),
    'The inboxes that it is meant for; none: all.',
  ],
  owner_id: owner,
  actions: [v.optional(GivenActions), 'All of its actions.'],
});
const name = line(1, 80);
const one = { ...answers.one, answer: SavedReply, extension: true } as const;

/** The service’s calls about saved replies. No call uses one: the text becomes a message, the actions become writes. */
export const savedReply = {
  list: endpoint('GET /saved_replies', {
    summary: 'List saved replies',
    description:
      'The team’s and the calling agent’s own. One that is meant for inboxes is left out for an agent who sees none of ' +
      'them, unless it is its own. All come at once unless `limit` is given, by name unless `sort` says otherwise.',
    ...answers.list,
    answer: SavedReply,
    query: described({ ...paging, sort: sortBy('name', 'id') }),
    extension: true,
  }),
  create: endpoint('POST /saved_replies', {
    summary: 'Create a saved reply',
    description:
      'It needs a text, a file or an action. A name that another one of the same owner has, without regard to case, is ' +
      '409. The help center does not check that what the actions name exists.',
    ...one,
    status: 201,
    body: described({ name: [name, 'Its name, on one line.'], ...more }),
    errors: ['conflict'],
    example: {
      body: {
        name: 'Refund',
        text: 'Dear {customer.first|customer},\n\nthe money is on its way.',
        owner_id: null,
        actions: { status: 'closed', add_tags: ['refund'] },
      },
    },
  }),
  get: endpoint('GET /saved_replies/{saved_reply_id}', {
    summary: 'Retrieve a saved reply',
    description: 'Its ETag is good for the `If-Match` of a write.',
    ...one,
  }),
  update: endpoint('PUT /saved_replies/{saved_reply_id}', {
    summary: 'Update a saved reply',
    description: 'Absent fields stay as they are. Every agent may change the team’s, and an agent its own.',
    ...one,
    body: described({ name: [v.optional(name), 'Its new name, on one line.'], ...more }),
    errors: ['conflict'],
    example: { body: { text: 'Dear {customer.first|customer},\n\nwe have sent the money back.' } },
  }),
  remove: endpoint('DELETE /saved_replies/{saved_reply_id}', {
    summary: 'Delete a saved reply',
    description: 'Messages and notes keep the files; what nothing else names is deleted after 24 hours.',
    ...answers.nothing,
    extension: true,
  }),
};
