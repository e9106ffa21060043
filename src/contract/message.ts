import * as v from 'valibot';
import { flag } from './conversation-filter.ts';
import { described, omit } from './described.ts';
import { Earlier } from './earlier.ts';
import { answers, endpoint } from './endpoint.ts';
import {
  Count,
  EmailAddress,
  ExtraFlag,
  Id,
  Length,
  line,
  Paragraphs,
  RequestId,
  RequestTimestamp,
  Timestamp,
  text,
  timeline,
  Unshown,
} from './schema.ts';

/** A stored file, with its sender's name for it. */
export const AttachmentSummary = described({
  id: [Id, 'The attachment’s id, by which a message or a note names it.'],
  name: [v.string(), 'The name that its sender gave the file, without a path.'],
  content_type: [v.string(), 'The media type that its sender gave the file.'],
  size: [v.number(), 'The size of the file in bytes.'],
  inline: [
    v.optional(v.boolean()),
    'In a message: true if the file stands within its HTML, as the logo of a signature does. Absent elsewhere.',
  ],
});
export type AttachmentSummary = v.InferOutput<typeof AttachmentSummary>;

/** A person named in a mail. */
export const Participant = described({
  name: [v.string(), 'The name, as the mail gives it; may be empty.'],
  email: [v.string(), 'The email address.'],
});

/** How far a message that is sent by mail has come. */
const Delivery = described({
  state: [
    v.picklist(['held', 'queued', 'sent', 'failed']),
    'Held for the send delay or until `deliver_at`, waiting to be sent, taken by the relay, or not delivered.',
  ],
  at: [
    v.nullable(Timestamp),
    'When it came to this state; of a held one, when it will be sent, or null if its author has to decide; of one that ' +
      'waits with a reason, when it is tried again.',
  ],
  reason: [
    v.nullable(v.string()),
    'Why it was not delivered, or not yet; of one that was sent, an unverified report about it that names none of its ' +
      'recipients. Otherwise null.',
  ],
});

/** The author of a message. */
export const Author = described({
  type: [v.picklist(['contact', 'agent', 'system']), 'The kind of author.'],
  id: [
    v.nullable(Id),
    'The id of the contact or agent; null for the system, for an API key, and for imported mail from an inbox’s own address.',
  ],
  name: [v.string(), 'The author’s name.'],
  email: [v.nullable(v.string()), 'The author’s email address; null if none is known.'],
});
export type Author = v.InferOutput<typeof Author>;

/** One message of a conversation. */
export const Message = described({
  id: [Id, 'The message’s id.'],
  conversation_id: [Id, 'The conversation that the message belongs to.'],
  kind: [v.picklist(['contact', 'agent', 'system']), 'The kind of author; with `system` the service reports an event.'],
  event: [
    v.nullable(v.picklist(['conversation.merged_with'])),
    'The event that a `system` message tells of; null for all other messages, such as an automatic reply.',
  ],
  merged_with: [v.nullable(Id), 'With that event, the conversation that took this one in; otherwise null.'],
  author: [Author, 'The author of the message.'],
  body_text: [
    Paragraphs,
    'The text as it was written, which may hold anything: escape it before you show it. Lists cut it after 256 KiB.',
  ],
  body_html: [
    v.nullable(Unshown),
    'The HTML as it was sent, which may hold anything: sanitize it before you show it. Null if there was none, and ' +
      'with `body_limit`.',
  ],
  truncated: [
    v.optional(v.boolean()),
    'True if the text goes on after `body_text`; the message’s own address gives the rest. Absent if it does not.',
  ],
  body_end: [
    v.optional(v.number()),
    'If the text goes on: the characters (Unicode code points) of it up to the end of `body_text`. It is the ' +
      '`body_from` of the next part.',
  ],
  body_length: [v.optional(v.number()), 'If the text goes on: the characters of the whole text.'],
  attachments: [v.array(AttachmentSummary), 'The files that belong to the message.'],
  to: [v.array(Participant), 'The people in To of the mail, ours too; empty for a message that came by no mail.'],
  cc: [v.array(Participant), 'The people in Cc of the mail, ours too; empty for a message that came by no mail.'],
  bcc: [
    v.optional(v.array(Participant)),
    'People who get a copy of a mail of ours that the others do not see; no answer goes there. Absent if there are none.',
  ],
  reply_to: [
    v.optional(v.array(Participant)),
    'The people in Reply-To of a customer’s mail; absent if there are none.',
  ],
  source: [
    v.optional(v.nullable(v.string())),
    'Only if asked for: the bytes of the mail that it came by, in base64; null if it came by none, or they are not kept.',
  ],
  html_text: [
    v.optional(v.nullable(Paragraphs)),
    'Only if asked for: the words of `body_html` as plain text, as they stand in it; escape it before you show it. A long ' +
      'one is cut, and says so. Null if there is no HTML.',
  ],
  automatic: [
    v.boolean(),
    'Whether a machine wrote it, as its mail says: an automatic reply, a mailing list, a report of what was not delivered.',
  ],
  unverified: [
    v.optional(ExtraFlag),
    'True if it is not verified that the mail came from the address in its From, or that the customer wrote what an agent ' +
      'forwarded; absent if that is not checked.',
  ],
  side: [
    v.optional(ExtraFlag),
    'True for a message that a third party was asked with, and for that one’s answer: the customer sees neither. Absent ' +
      'if nothing can be forwarded.',
  ],
  forwards: [v.optional(v.nullable(Id)), 'The message that it forwards; null or absent if it forwards none.'],
  delivery: [v.optional(v.nullable(Delivery)), 'How far its mail has come; null or absent if it is not sent by mail.'],
  created_at: [Timestamp, 'When the message was written.'],
});
export type Message = v.InferOutput<typeof Message>;

/** The fields of a message in a list. */
const MessageRow = omit(Message, 'body_html');

/** The limits of one message: characters of its text, and as many of its HTML; attachments. */
export const messageLimits = { characters: 1_000_000, attachments: 100 } as const;

/** The limits of one mail that is sent: people in To, Cc and Bcc together; bytes of its files together. */
export const mailLimits = { recipients: 50, attachmentBytes: 20_000_000 } as const;

/** A person to send a mail to. */
const Recipient = described({
  name: [v.optional(line(0, 255)), 'The name, on one line; may be absent or empty.'],
  email: [EmailAddress, 'The email address.'],
});
const Recipients = v.optional(v.pipe(v.array(Recipient), v.maxLength(1_000)));

/** A message as it is written. */
export const MessageBody = described({
  body_text: [
    text(0, messageLimits.characters),
    'The text of the message; not blank unless there is an attachment, or something is forwarded.',
  ],
  body_html: [v.optional(v.nullable(text(0, messageLimits.characters))), 'The same as HTML, kept as it is.'],
  attachments: [
    v.optional(v.pipe(v.array(RequestId), v.maxLength(messageLimits.attachments))),
    'Ids of uploaded attachments.',
  ],
  contact_id: [
    v.optional(RequestId),
    'The contact whose message an API key adds, the requester if absent. An agent’s message is always its own.',
  ],
  deliver: [
    v.optional(v.boolean()),
    'True sends the message to the customer by mail. If the help center cannot do so, nothing is kept and 422 says why; ' +
      'without it the message is only kept here.',
  ],
  message_id: [
    v.optional(RequestId),
    'With `deliver`, the message of this conversation that is answered; if absent, the customer’s last one.',
  ],
  to: [
    Recipients,
    `With \`deliver\`, who gets the mail; if absent, who wrote the answered message. At most ${mailLimits.recipients} people get one mail.`,
  ],
  cc: [Recipients, 'With `deliver`, who gets a copy; if absent, the others in To and Cc of the answered message.'],
  forward: [
    v.optional(RequestId),
    'With `deliver`, a message of this conversation that goes with its files to the third party in `to`, below the text. ' +
      'Only the people in `to`, `cc` and `bcc` get it, and an answer to it is a `side` message.',
  ],
  bcc: [Recipients, 'With `deliver`, people who get a copy that the others do not see; by default none.'],
  deliver_at: [
    v.optional(RequestTimestamp),
    'With `deliver`, when it is sent: later than now, within a year. If anyone else writes in the conversation before, ' +
      'it stays held, and `delivery` says why: delete it, and send it again. Another help center may not know this field.',
  ],
});

const bodyLimit = 'Cuts each `body_text` after so many characters (Unicode code points), and leaves `body_html` out.';

/** The service’s calls about messages. */
export const message = {
  list: endpoint('GET /conversations/{conversation_id}/messages', {
    summary: 'List a conversation’s messages',
    description:
      'The oldest messages come first unless `sort` says otherwise. A text over 256 KiB is cut: `truncated` is ' +
      'true. With `body_limit` it is cut sooner, and a page ends when its texts have four times as many characters.',
    ...answers.list,
    answer: Message,
    row: MessageRow,
    meta: described({
      earlier: [
        v.optional(Earlier),
        'On the first page of the newest messages: the requester’s earlier conversations. Absent if there are none.',
      ],
    }),
    query: described({ ...timeline, body_limit: [v.optional(Length), bodyLimit] }),
  }),
  get: endpoint('GET /conversations/{conversation_id}/messages/{message_id}', {
    summary: 'Show a message',
    description:
      'The text is whole here, however long it is. With `body_from` and `body_limit` it is a part; the parts joined are ' +
      'the whole text.',
    ...answers.one,
    answer: Message,
    query: described({
      body_from: [v.optional(Count), 'Leaves out so many characters at the beginning of `body_text`.'],
      body_limit: [v.optional(Length), bodyLimit],
      html_text: [flag, 'With 1, the answer has `html_text`.'],
      source: [flag, 'With 1, an admin or an API key also gets `source`.'],
      source_limit: [v.optional(Length), 'Cuts `source` after so many bytes of the mail.'],
    }),
  }),
  create: endpoint('POST /conversations/{conversation_id}/messages', {
    summary: 'Add a message to a conversation',
    description:
      'By an agent it is the agent’s message, by an API key a customer’s, which sets the status to `open` and ' +
      'restores the conversation from the archive. With `deliver` it is also sent by mail, after a delay in which ' +
      'deleting it takes it back; `delivery` says how far it has come.',
    ...answers.created,
    answer: Message,
    body: MessageBody,
    errors: ['conflict'],
    extension: true,
    example: { body: { body_text: 'Thank you, I will look into it today.' } },
  }),
  remove: endpoint('DELETE /conversations/{conversation_id}/messages/{message_id}', {
    summary: 'Delete a message that an agent sent',
    description:
      'A message that a customer or the service wrote is 409. History says who deleted it, but keeps no text. If its mail ' +
      'waits, it is not sent, and its attachments can be used again for a day; once a try to send it has begun, it is 409. ' +
      'A mail that has been sent is deleted here alone.',
    ...answers.nothing,
    query: described({
      unsent: [
        flag,
        'With 1, a message that may have gone out by mail is 409, also after its try has ended: it is not taken back.',
      ],
    }),
    errors: ['conflict'],
  }),
};
