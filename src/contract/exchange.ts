import * as v from 'valibot';
import { ConversationTitle, TagName } from './conversation-body.ts';
import { describedStrictly } from './described.ts';
import { messageLimits } from './message.ts';
import { NoteDetails } from './note.ts';
import { EmailAddress, line, RequestTimestamp, text } from './schema.ts';

/** The longest line of a file with conversations, in bytes: a message of the longest text and HTML, in any script. */
export const MAX_EXCHANGED_LINE = 32 * 1_024 * 1_024;

/** The name of the file with the conversations in the folder of an export; its files lie in folders beside it. */
export const EXCHANGED_NAME = 'conversations.ndjson';

/** The most people or tags of a conversation: merged ones have many. */
const MAX_NAMED = 10_000;
const ExternalId = line(1, 200);
const Flag = v.optional(v.boolean());

/** A customer or an agent. */
const Person = describedStrictly({
  name: [v.optional(line(0, 255)), 'The name; may be absent.'],
  email: [v.optional(v.nullable(EmailAddress)), 'The address, by which an agent or a customer is known here.'],
});
export type ExchangedPerson = v.InferOutput<typeof Person>;
const MaybePerson = v.optional(v.nullable(Person));

/** A person in the head of a mail, who always has an address. */
const Participant = v.strictObject({ name: v.optional(line(0, 255), ''), email: EmailAddress });
const People = v.optional(v.pipe(v.array(Participant), v.maxLength(MAX_NAMED)));

const File = describedStrictly({
  name: [line(1, 255), 'The name that its sender gave it.'],
  content_type: [v.optional(line(0, 255)), 'The media type, such as `image/png`.'],
  path: [line(1, 1_000), 'Where it lies, seen from the folder of this file; not outside that folder.'],
  inline: [Flag, 'True if it stands within the HTML of its message.'],
});
export type ExchangedFile = v.InferOutput<typeof File>;
const Files = v.optional(v.pipe(v.array(File), v.maxLength(messageLimits.attachments)));

const Delivery = describedStrictly({
  state: [v.picklist(['held', 'queued', 'sent', 'failed']), 'One that was not sent is not sent by the import either.'],
  at: [RequestTimestamp, 'When it came to this state.'],
  reason: [v.optional(v.nullable(text(0, 10_000))), 'Why it was not delivered.'],
});

const Message = describedStrictly({
  id: [
    ExternalId,
    'Its id there, unique in the conversation: it is added once. `sha256:` and a hash is of a frontdesk.',
  ],
  kind: [v.picklist(['contact', 'agent', 'system']), 'Its author: a customer, an agent, or the help desk itself.'],
  author: [MaybePerson, 'The person; if absent the requester, or one of us; null if unknown.'],
  body_text: [text(0, messageLimits.characters), 'The text.'],
  body_html: [v.optional(v.nullable(text(0, messageLimits.characters))), 'The same as HTML.'],
  attachments: [Files, 'Its files.'],
  to: [People, 'Its recipients; each has an `email`.'],
  cc: [People, 'Recipients of a copy.'],
  bcc: [People, 'Recipients of a copy that others did not see.'],
  reply_to: [People, 'Where a customer wants the answer.'],
  message_id: [v.optional(v.nullable(line(1, 998))), 'The Message-ID without `<>`: answers by mail find it by that.'],
  references: [
    v.optional(v.pipe(v.array(line(1, 998)), v.maxLength(100))),
    'The Message-IDs that the mail refers to, the one that it answers last.',
  ],
  subject: [v.optional(line(0, 255)), 'The subject of the mail, without `Re:`.'],
  automatic: [Flag, 'True if a machine wrote it.'],
  unverified: [Flag, 'True if it was not verified that it is from its author.'],
  side: [Flag, 'True between us and a third party: the customer does not see it.'],
  forwards: [v.optional(ExternalId), 'The id of the message that it forwards.'],
  delivery: [v.optional(v.nullable(Delivery)), 'How far its mail came.'],
  created_at: [RequestTimestamp, 'When it was written.'],
});
export type ExchangedMessage = v.InferOutput<typeof Message>;

/** Without an id: the same text at the same time is added once. */
const Note = describedStrictly({
  author: [MaybePerson, 'The agent who wrote it.'],
  details: [NoteDetails, 'The text.'],
  attachments: [Files, 'Its files.'],
  mentions: [v.optional(v.pipe(v.array(EmailAddress), v.maxLength(50))), 'The addresses of agents whom it mentions.'],
  created_at: [RequestTimestamp, 'When it was written.'],
});
export type ExchangedNote = v.InferOutput<typeof Note>;

/** Without an id, as a note. */
const Review = describedStrictly({
  author: [MaybePerson, 'The customer who rated; if absent the requester; null if unknown.'],
  rating: [v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 'From 1 (bad) to 5 (good).'],
  comment: [v.optional(text(0, 10_000)), 'The customer’s words.'],
  created_at: [RequestTimestamp, 'When it was given.'],
});
export type ExchangedReview = v.InferOutput<typeof Review>;

const Snoozed = describedStrictly({
  until: [v.nullable(RequestTimestamp), 'When it comes back; null: when the customer writes.'],
  keep: [Flag, 'True if a customer’s message does not bring it back sooner.'],
  by: [MaybePerson, 'The agent who put it off.'],
});

/** The name of a help desk as it stands before a number: without blanks, so that both together are a word to search. */
const Source = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]{0,39}$/, 'must be a word of small letters and digits, such as zendesk'),
);

/** The form in which conversations come from another help desk and leave this one: one in each line. */
export const ExchangedConversation = describedStrictly({
  source: [Source, 'The help desk that it comes from, such as `zendesk`.'],
  id: [ExternalId, 'Its number or id there. Lines with the same two are one conversation.'],
  title: [ConversationTitle, 'Its subject.'],
  status: [line(1, 40), 'The name of its status here: `open`, `closed` or one of yours.'],
  inbox: [v.optional(v.nullable(line(1, 254))), 'The slug, an address or the name of its inbox.'],
  assignee: [MaybePerson, 'The agent who works on it.'],
  tags: [v.optional(v.pipe(v.array(TagName), v.maxLength(MAX_NAMED))), 'Its tags.'],
  contacts: [v.optional(v.pipe(v.array(Person), v.maxLength(MAX_NAMED))), 'Its customers; the first is the requester.'],
  participants: [People, 'All people who take part; if absent those in the heads of its messages.'],
  archived: [Flag, 'True if it is in the archive.'],
  snoozed: [v.optional(v.nullable(Snoozed)), 'How long it is put off.'],
  disable_rating: [Flag, 'True if the customer is not asked for a rating.'],
  created_at: [RequestTimestamp, 'When it was created.'],
  updated_at: [v.optional(RequestTimestamp), 'When it last changed; without it the time of the import.'],
  messages: [v.optional(v.array(Message)), 'Its messages, in the order in which they came.'],
  notes: [v.optional(v.array(Note)), 'Its notes: the same text of the same time is added once.'],
  reviews: [v.optional(v.array(Review)), 'Its ratings, likewise.'],
});
export type ExchangedConversation = v.InferOutput<typeof ExchangedConversation>;

/** The kinds of entries of a conversation. */
export const exchangedKinds = ['messages', 'notes', 'reviews'] as const;
