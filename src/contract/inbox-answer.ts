import * as v from 'valibot';
import { described, omit } from './described.ts';
import { EmailStatus, InboxQuote, ownMails } from './inbox-body.ts';
import { ExtraIds, Id, Paragraphs, Timestamp } from './schema.ts';

/** An address linked to an inbox; at most one of an inbox's addresses is primary. */
export const InboxEmail = described({
  id: [Id, 'The address’s id.'],
  email: [v.string(), 'The email address.'],
  status: [EmailStatus, 'At most one address of an inbox is `primary`.'],
});
export type InboxEmail = v.InferOutput<typeof InboxEmail>;

/** An inbox with its settings, and the agents with access to it. */
export const Inbox = described({
  id: [Id, 'The inbox’s id.'],
  name: [v.string(), 'The inbox’s name.'],
  description: [Paragraphs, 'The purpose of the inbox.'],
  slug: [v.string(), 'A unique short name: lower-case words joined by hyphens.'],
  sort: [v.pipe(v.number(), v.integer(), v.minValue(0)), 'The position among all inboxes, from 0.'],
  send_autoresponse: [
    v.boolean(),
    'Whether customers who write by mail are answered automatically, if the help center sends mail.',
  ],
  autoresponse_text: [Paragraphs, 'The text of the automatic reply; without it none is sent.'],
  send_rating_request: [
    v.boolean(),
    'Whether customers are asked for a rating after closing, if the help center sends mail.',
  ],
  rating_message: [Paragraphs, 'The text of the rating request; if empty, a short default text is sent.'],
  not_carried_out: [
    v.optional(v.array(v.picklist(ownMails.map(([isOn]) => isOn)))),
    'Which of the two are on and not carried out, as the inbox has no address to send from; absent if none. `mail` of ' +
      '`GET /me` says whether the help center sends mail at all.',
  ],
  signature: [Paragraphs, 'The text that follows each mail of an agent.'],
  quote: [InboxQuote, 'What is quoted below an answer; `default`: as the settings of the help center say.'],
  answer_within: [
    v.optional(v.number()),
    'Within how many working minutes a customer is to be answered; absent without a target.',
  ],
  hours: [v.optional(v.string()), 'The working hours, such as `Mon-Fri 09:00-17:30`; absent if they are always.'],
  zone: [v.optional(v.string()), 'The time zone of the working hours; absent for UTC.'],
  holidays: [v.optional(v.array(v.string())), 'The days whose working hours do not count; absent if there are none.'],
  emails: [v.array(InboxEmail), 'The addresses that belong to the inbox.'],
  team_ids: [ExtraIds, 'The ids of the teams whose agents have access.'],
  agent_ids: [ExtraIds, 'The ids of the agents who have access by themselves.'],
  kind: [
    v.picklist(['default', 'spam', 'normal']),
    'The inbox `default` and the inbox `spam` are built in and cannot be deleted; all others are `normal`.',
  ],
  subscribed: [v.boolean(), 'Whether the calling agent is subscribed to the inbox; false for an API key.'],
  counts: [
    described({
      open: [v.number(), 'How many conversations have the status `open` and are not archived.'],
      unassigned: [v.number(), 'How many of the open ones are unassigned.'],
      unresolved: [v.number(), 'How many conversations are neither closed nor archived.'],
    }),
    'How many conversations of each kind are in the inbox.',
  ],
  unsent: [v.number(), 'How many mails of the inbox wait to be sent. If it is deleted, they are not sent.'],
  created_at: [Timestamp, 'When the inbox was created.'],
  updated_at: [Timestamp, 'When the inbox last changed.'],
});
export type Inbox = v.InferOutput<typeof Inbox>;

/** The fields of an inbox in a list's row. */
export const InboxRow = omit(
  Inbox,
  'description',
  ...ownMails.flat(),
  'not_carried_out',
  'signature',
  'quote',
  'hours',
  'zone',
  'holidays',
  'emails',
  'team_ids',
  'agent_ids',
  'unsent',
);
