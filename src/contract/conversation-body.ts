import * as v from 'valibot';
import { MAX_BULK_IDS } from './conversation-filter.ts';
import { described, type Field, fields, omit } from './described.ts';
import { MessageBody } from './message.ts';
import { line, RequestId, RequestTimestamp } from './schema.ts';

/** The longest title, in characters. */
export const MAX_TITLE_LENGTH = 255;

/** A conversation's title in a request. */
export const ConversationTitle = line(1, MAX_TITLE_LENGTH);

/** The longest name of a tag, in characters. */
export const MAX_TAG_LENGTH = 64;

/** A tag's name: trimmed, compared without case. */
export const TagName = line(1, MAX_TAG_LENGTH);

/** How long to put conversations off. */
const Snooze = described({
  until: [
    v.nullable(RequestTimestamp),
    'When they come back, which must be later than now; null: when the customer writes.',
  ],
  keep: [v.optional(v.boolean()), 'True if a customer’s message does not bring them back sooner; not without a time.'],
});

/** The settable fields of one conversation and of many at once. */
export const conversationChanges = fields({
  conversation_status_id: [v.optional(RequestId), 'The id of the new status.'],
  inbox_id: [v.optional(RequestId), 'The inbox to move to, which the caller must see.'],
  assign_to: [
    v.optional(v.nullable(RequestId)),
    'The agent to assign to, who must have access to the inbox; null unassigns it.',
  ],
  snooze: [
    v.optional(v.nullable(Snooze)),
    'Puts off: one that is closed, archived or merged away cannot be, and ceases to be once it becomes so. Null brings ' +
      'it back. Another help center may not know this field: look in the answer.',
  ],
  undo: [
    v.optional(v.boolean()),
    'True if the move takes back the last one: then what that one taught about spam is forgotten. Another help center ' +
      'may not know this field.',
  ],
});

const isArchived = v.optional(v.boolean());
/** Archives or restores: a field of our own, beside the document's two calls. */
export const archived: Field<typeof isArchived> = [
  isArchived,
  'True archives, false restores. Another help center may not know this field: look in the answer.',
];

/** A new conversation. */
export const ConversationCreate = described({
  title: [ConversationTitle, 'The subject of the conversation, on one line.'],
  inbox_id: [
    v.optional(RequestId),
    'The inbox to put it in. If absent: the default one, or for an API key the spam inbox, if agents have marked the ' +
      'address of the first contact as a spammer’s.',
  ],
  contacts: [
    v.optional(v.pipe(v.array(RequestId), v.maxLength(100))),
    'The ids of its contacts; the first becomes the requester.',
  ],
  conversation_status_id: [v.optional(RequestId), 'The id of its status; `open` if absent.'],
  assign_to: [
    v.optional(v.nullable(RequestId)),
    'The agent to assign it to, who must have access to the inbox; unassigned if absent.',
  ],
  tags: [v.optional(v.pipe(v.array(TagName), v.maxLength(100))), 'The names of its tags.'],
  message: [
    v.optional(omit(MessageBody, 'contact_id', 'message_id', 'forward')),
    'Its first message, by the same rules as a further one. By an agent, the first in `to` becomes the requester unless ' +
      '`contacts` names one; with `deliver` the mail has the title as its subject.',
  ],
});

/** The ids of one bulk call. The center checks first that they are at most `maxBulkIds` and distinct. */
const Ids = v.pipe(v.array(RequestId), v.metadata({ minItems: 1, maxItems: MAX_BULK_IDS }));

const Versions = v.optional(
  v.record(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'must be an id')), v.pipe(v.number(), v.integer())),
);
const if_versions: Field<typeof Versions> = [
  Versions,
  'The version that each conversation must have, by its id. If any has another one, nothing is changed and 412 names ' +
    'each that differs.',
];

const many = fields({
  conversation_ids: [Ids, 'The ids of the conversations, each named once.'],
  if_versions,
});

/** A change of many conversations at once. */
export const MassUpdate = described({
  ...many,
  ...conversationChanges,
  added_tags: [v.optional(v.array(TagName)), 'The names of tags to add.'],
  deleted_tags: [v.optional(v.array(TagName)), 'The names of tags to take off; none may be added as well.'],
  archived,
});

/** Tags to add to many conversations, or to remove. */
export const TagsOnMany = described({
  ...many,
  tags: [v.pipe(v.array(TagName), v.minLength(1)), 'The names of the tags.'],
});

const merged: Field<typeof Ids> = [Ids, 'The ids of the conversations to take in.'];

/**
 * The conversations that a merge takes in, in each accepted spelling. `if_versions` may also name the one that takes
 * them in.
 */
export const MergeIds = v.union(
  [described({ conversation_ids: merged, if_versions }), described({ Conversation_ids: merged, if_versions }), Ids],
  'must be a list of the conversations’ ids',
);

const SomeIds = v.pipe(v.array(RequestId), v.maxLength(MAX_BULK_IDS));

/** The parts that are split off into a new conversation. */
export const SplitOff = described({
  title: [ConversationTitle, 'The title of the new conversation, on one line.'],
  message_ids: [
    v.pipe(SomeIds, v.minLength(1)),
    'The ids of the messages that move to it with their files: not all of them.',
  ],
  note_ids: [v.optional(SomeIds), 'The ids of notes that move as well.'],
});

/** How far an agent has read. */
export const ReadUpTo = described({
  message_id: [
    v.optional(v.nullable(RequestId)),
    'The last message that the agent has read; the newest one if absent. Null is an older form of `unread`.',
  ],
  unread: [
    v.optional(v.boolean()),
    'True makes the conversation unread again until the agent reads it, also if an agent wrote last; not with a `message_id`.',
  ],
});
