import * as v from 'valibot';
import { described, type Field, fields } from './described.ts';
import { Count, Day, EmailAddress, line, MemberIds, RequestId, text } from './schema.ts';

/** Whether an address represents its inbox. */
export const EmailStatus = v.picklist(['primary', 'secondary']);

/** How much of the thread goes out below an answer. */
export const QUOTES = ['none', 'last', 'all'] as const;
export type Quote = (typeof QUOTES)[number];

/** The same for an inbox, which may leave it to the help center's settings. */
export const InboxQuote = v.picklist(['default', ...QUOTES]);

/** The basic settings of a new inbox. */
export const inboxSettings = fields({
  name: [line(1, 120), 'The inbox’s name, on one line.'],
  description: [v.optional(text(0, 2_000)), 'The purpose of the inbox.'],
  slug: [
    v.optional(
      v.pipe(
        v.string(),
        v.maxLength(64),
        v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
      ),
    ),
    'A unique short name: lower-case words joined by hyphens. A new inbox gets one from its name if it is absent.',
  ],
  send_autoresponse: [
    v.optional(v.boolean()),
    'Whether customers who write by mail are answered automatically, if the help center sends mail.',
  ],
  autoresponse_text: [
    v.optional(text(0, 10_000)),
    'The text of the automatic reply. If it is empty, a short default text is sent.',
  ],
  send_rating_request: [
    v.optional(v.boolean()),
    'Whether customers are asked for a rating after closing, if the help center sends mail.',
  ],
  rating_message: [
    v.optional(text(0, 10_000)),
    'The text of the rating request. If it is empty, a short default text is sent.',
  ],
  signature: [v.optional(text(0, 2_000)), 'The text that follows each mail of an agent.'],
  quote: [
    v.optional(InboxQuote),
    'What is quoted below an answer: nothing, the answered message, or its whole thread; `default`: as the settings say.',
  ],
});

/** The most working minutes of a target: a working year has no more. */
const MAX_ANSWER_WITHIN = 120_000;

/** How soon an inbox wants each customer answered: see text/target.ts. */
export const target = fields({
  answer_within: [
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ANSWER_WITHIN))),
    'Within how many working minutes a customer is to be answered; 0 for no target.',
  ],
  hours: [
    v.optional(v.pipe(v.string(), v.maxLength(500), v.regex(/^[a-z0-9:, –-]*$/i, 'must be days and times'))),
    'The working hours, such as `Mon-Fri 09:00-12:30, 13:00-17:30`; `Fri 22:00-06:00` ends the next day. Empty: always.',
  ],
  zone: [
    v.optional(v.pipe(v.string(), v.maxLength(64), v.regex(/^[\w+/:-]*$/, 'must be the name of a time zone'))),
    'The time zone of the working hours, such as `Europe/Berlin`; empty for UTC.',
  ],
  holidays: [
    v.optional(v.pipe(v.array(Day), v.maxLength(200))),
    'The days whose working hours do not count. Hours belong to the day on which they begin.',
  ],
});

/** The mails that an inbox sends by itself: the switch of each, and its text. */
export const ownMails = [
  ['send_autoresponse', 'autoresponse_text'],
  ['send_rating_request', 'rating_message'],
] as const;

/** A position that an inbox is moved to. */
export const position: Field<typeof Count> = [Count, 'The new position, from 0; a number past the end means the last.'];

/** The basic settings and the position, none of them required. */
export const inboxChanges = fields({
  ...inboxSettings,
  name: [v.optional(inboxSettings.name[0]), inboxSettings.name[1]],
  sort: [v.optional(Count), position[1]],
});

/** An inbox with all its options. */
export const InboxSave = described({
  id: [v.optional(RequestId), 'The inbox to update; if absent, a new one is created, which needs a name.'],
  ...inboxChanges,
  emails: [
    v.optional(
      v.pipe(
        v.array(
          described({
            email: [EmailAddress, 'The email address; one that the inbox has already keeps its id.'],
            status: [
              v.optional(EmailStatus),
              'At most one may be `primary`. If absent, it stays as it was, unless another one is named `primary`.',
            ],
          }),
        ),
        v.maxLength(1_000),
      ),
    ),
    'All addresses of the inbox; they replace those that it has.',
  ],
  team_ids: [v.optional(MemberIds), 'The ids of all teams with access; they replace those that have it.'],
  agent_ids: [v.optional(MemberIds), 'The ids of all agents with access; they replace those that have it.'],
  ...target,
});
