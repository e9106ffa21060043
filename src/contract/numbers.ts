import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Day, Id, Zone } from './schema.ts';

/** The groups by which numbers are counted. */
export const numberGroups = ['agent', 'inbox', 'day', 'tag'] as const;

/** The clocks by which times are counted: the whole day, or the hours of the inbox. */
export const numberClocks = ['all', 'working'] as const;

/** The most days that one call counts. */
export const MAX_NUMBER_DAYS = 366;

const seconds = v.nullable(v.number());

/** The numbers of one agent, inbox, day or tag. A conversation that was imported from an archive counts nowhere. */
export const NumbersRow = described({
  agent_id: [v.optional(v.nullable(Id)), 'By agent: whose numbers they are; null: of no agent.'],
  inbox_id: [v.optional(Id), 'By inbox: the inbox that the conversations are in now, or were in when it was deleted.'],
  day: [v.optional(v.string()), 'By day: the day.'],
  tag: [v.optional(v.string()), 'By tag: the name of a tag that the conversations have now.'],
  came: [v.number(), 'Conversations that were created. By agent: those that are assigned to the agent now.'],
  answered: [
    v.number(),
    'Conversations whose first answer it was. That is the first message of an agent that reached the customer: not ' +
      'automatic, not failed, to no third party. By agent: who wrote it.',
  ],
  answer_median: [
    seconds,
    'The median of the time from creation to the first answer, in seconds; null if nothing was counted.',
  ],
  answer_p90: [seconds, 'The time within which nine of ten of them were answered, in seconds.'],
  targeted: [v.number(), 'How many of them were in an inbox with a target.'],
  in_time: [v.number(), 'How many of these came within the target, counted in working time from creation.'],
  closed: [v.number(), 'How often an open conversation was closed or archived. By agent: who did it.'],
  close_median: [
    seconds,
    'The median of the time from creation, or from the last reopening, to the closing, in seconds; null if nothing was counted.',
  ],
  reopened: [
    v.number(),
    'How often one was opened again. By agent: those that are assigned to the agent now. A closing or a reopening that ' +
      'the same agent takes back within ten minutes counts nowhere.',
  ],
  left: [v.number(), 'Conversations that are open at the end. By agent: those that are assigned to the agent now.'],
  rated: [v.number(), 'Customers’ ratings. By agent: of conversations that are assigned to the agent now.'],
  rating_mean: [v.nullable(v.number()), 'Their mean, from 1 to 5, rounded to two digits; null without a rating.'],
});
export type NumbersRow = v.InferOutput<typeof NumbersRow>;

/** The numbers of some days. */
const Numbers = described({
  from: [v.string(), 'The first day.'],
  to: [v.string(), 'The day after the last one.'],
  zone: [v.string(), 'The time zone of the days.'],
  by: [v.picklist(numberGroups), 'The subject of each row.'],
  clock: [v.picklist(numberClocks), 'The clock by which the medians, and the time of nine of ten, are counted.'],
  is_partial: [v.boolean(), 'True while the conversations of an older database are still being gone through.'],
  all: [v.nullable(NumbersRow), 'All rows together; null by tag, because a conversation may have several.'],
  rows: [v.array(NumbersRow), 'Its rows. By day: one for each day; else one for each that has any number.'],
});

export type Numbers = v.InferOutput<typeof Numbers>;

/** The service’s call about numbers. */
export const numbers = {
  get: endpoint('GET /numbers', {
    summary: 'Count new, answered, closed and open conversations',
    description:
      'An agent gets the numbers of the inboxes that it sees; by agent only its own row. Days begin and end in the zone, ' +
      'so that the numbers of a week are the sums of its days; medians are not. At most 366 days.',
    ...answers.one,
    answer: Numbers,
    query: described({
      from: [v.optional(Day), 'The first day; by default six days before the last one.'],
      to: [v.optional(Day), 'The day after the last one; by default tomorrow.'],
      by: [v.optional(v.picklist(numberGroups)), 'The subject of each row; by default the agents.'],
      clock: [
        v.optional(v.picklist(numberClocks)),
        'With `working`, times are counted in the hours that the inbox of the conversation has now; by default in all hours.',
      ],
      zone: [v.optional(Zone), 'The time zone of the days; by default that of the help center.'],
    }),
    extension: true,
    example: { query: { from: '2026-11-01', to: '2026-12-01', by: 'agent' } },
  }),
};
