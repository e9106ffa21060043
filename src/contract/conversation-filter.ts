import * as v from 'valibot';
import { described, fields } from './described.ts';
import { after, before, Day, Length, PlainList, paging, RequestId, SearchText, sortBy } from './schema.ts';

/** The total of a list is counted no further. */
export const MAX_COUNTED = 10_000;

/** The most conversations that one call can name. */
export const MAX_BULK_IDS = 500;

/** Whether something is asked for, in each of its spellings. */
const spellings = { 0: '0', 1: '1', false: '0', true: '1' } as const;
/** A part of a query that is asked for with 1. */
export const flag = v.optional(
  v.pipe(
    v.picklist(['0', '1', 'false', 'true']),
    v.transform(given => spellings[given]),
  ),
);
const [sort, sortMeaning] = sortBy(
  'created_at',
  'updated_at',
  'last_message_at',
  'waiting_since',
  'due_at',
  'snoozed_until',
);
/** The form of a list's `counted`: a number, its days, and the agent or nothing. */
export const countedForm =
  /^(came|answered|closed|reopened|left|rated)\.(\d{4}-\d\d-\d\d)\.(\d{4}-\d\d-\d\d)(?:\.([1-9]\d{0,14}|none))?$/;

/** The form of a list's `sample`: how many, and the day. */
const sampleForm = /^([1-9]\d?|[1-4]\d\d|500)\.\d{4}-\d\d-\d\d$/;
const SUCH = 'must be such as 20.2026-12-01';

/** The words of a list's `has`: contents that a conversation can have. */
export const contents = [
  'note',
  // A file that is not inside a text.
  'attachment',
  'review',
  // A question to a third party.
  'side',
] as const;
export type Contents = (typeof contents)[number];

/** The filters that a list's `not` also has. */
export const excludable = fields({
  assign_to: [
    v.optional(v.array(v.union([v.picklist(['none', 'me']), RequestId]))),
    'Ids of agents, one of whom it is assigned to; `none` means unassigned, `me` the calling agent.',
  ],
  status: [
    v.optional(PlainList),
    'Names of statuses, without regard to case, one of which it has; `opened` means `open`. An unknown one matches nothing.',
  ],
  inbox_ids: [
    v.optional(v.array(v.union([v.picklist(['none', 'spam']), RequestId]))),
    'Ids of inboxes, one of which it is in; `none` means that its inbox was deleted, `spam` the spam inbox.',
  ],
  tags: [v.optional(v.array(v.string())), 'Names of tags, without regard to case, one of which it has.'],
  has: [v.optional(v.array(v.picklist(contents))), 'The conversation has at least one of these.'],
  waiting: [flag, 'With 1 the list has only conversations in which a customer waits for an answer.'],
  late: [flag, 'With 1 the list has only conversations in which an answer should have been given by now.'],
  due_within: [v.optional(Length), 'Conversations in which an answer is late, or due within so many minutes.'],
  unread: [flag, 'With 1 the list has only conversations that the calling agent has not read.'],
  automatic: [flag, 'With 1 the list has only conversations with mail that a machine wrote.'],
  mentioned: [flag, 'With 1 the list has only conversations with a note that mentions the calling agent.'],
  followed: [flag, 'With 1 the list has only conversations that the calling agent follows.'],
});

const resolved =
  'With 1 the list has only conversations that are closed, put off or, if `inbox_ids` names no inbox, in the spam inbox.';

/** The filter of a list: filters of different kinds must all match, values of one kind are alternatives. */
export const ConversationFilter = described({
  ...excludable,
  ids: [
    v.optional(v.pipe(v.array(RequestId), v.maxLength(MAX_BULK_IDS))),
    'Ids of the conversations themselves, to read several with one call.',
  ],
  counted: [
    v.optional(v.pipe(v.string(), v.regex(countedForm, 'must be such as closed.2026-11-01.2026-12-01'))),
    `What a number of \`GET /numbers\` counts, the newest ${MAX_BULK_IDS}: the number, the first day and the day after the last ` +
      'one, and by agent the agent’s id or `none`, with dots between them. An agent names only itself. The days are those of the help center’s zone.',
  ],
  by: [v.optional(v.array(RequestId)), 'Ids of agents, one of whom has written a message of it.'],
  sample: [
    v.optional(
      v.pipe(
        v.string(),
        v.regex(sampleForm, SUCH),
        v.check(text => v.is(Day, text.slice(-10)), SUCH),
      ),
    ),
    'Only so many of the conversations that the other filters match, chosen by chance, and the same for all calls that ' +
      `name the day: those that began on it or later are left out. Of many, the newest ${MAX_COUNTED} take part.`,
  ],
  contacts: [
    v.optional(v.pipe(v.array(RequestId), v.maxLength(MAX_BULK_IDS))),
    'Ids of contacts, one of whom is on the conversation.',
  ],
  from: [v.optional(SearchText), 'Words that must all begin a word of the requester’s name or address.'],
  team_ids: [v.optional(v.array(RequestId)), 'Ids of teams, one of whose members it is assigned to.'],
  not: [
    v.optional(described({ ...excludable, unresolved: [flag, resolved] })),
    'Leaves out what any of these filters matches.',
  ],
  archived: [
    v.optional(
      v.pipe(
        v.picklist(['0', '1', 'any', 'false', 'true']),
        v.transform(given => (given === 'any' ? given : spellings[given])),
      ),
    ),
    'With 1 the list has only archived conversations, with `any` archived ones too, otherwise only those not archived.',
  ],
  snoozed: [flag, 'With 1 the list has only conversations that are put off, with 0 none of them; if absent, both.'],
  merged: [flag, 'With 1 the list has only conversations that were merged away, otherwise none of them.'],
  q: [
    v.optional(SearchText),
    'Words that must all begin a word of the title, a message, a note, an attachment’s name or a contact, without regard ' +
      'to case. There is no syntax, and a text without letters and digits finds nothing.',
  ],
  before: before('created_at', 'updated_at', 'last_message_at'),
  after: after('created_at', 'updated_at', 'last_message_at'),
  count: [flag, `With 1 \`meta.total\` is the number of all; from ${MAX_COUNTED} on \`total_is_more\` is true.`],
  ...paging,
  sort: [
    sort,
    `${sortMeaning} By \`waiting_since\` only conversations that wait are listed, by \`due_at\` only those with a due time, by \`snoozed_until\` only those put off; those that wait for an answer alone come last.`,
  ],
});
export type ConversationFilter = v.InferInput<typeof ConversationFilter>;
