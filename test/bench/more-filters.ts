type Query = Readonly<Record<string, unknown>>;

/** The filters beyond the document to measure: each alone, with an inbox, and without a match. */
const alone: Readonly<Record<string, Query>> = {
  ids: { ids: [1, 500, 999, 70_000, 99_000] },
  'a contact': { contacts: [77] },
  'from one': { from: 'c77' },
  'from many': { from: 'contact' },
  'from nobody': { from: 'nobody' },
  'a team': { team_ids: [1] },
  'an empty team': { team_ids: [2] },
  notes: { has: ['note'] },
  reviews: { has: ['review'] },
  'notes, attachments or reviews': { has: ['note', 'attachment', 'review'] },
  waiting: { waiting: 1 },
  'waiting, longest first': { sort: 'waiting_since.asc' },
  'waiting, archived': { waiting: 1, archived: 1 },
  unread: { unread: 1 },
  'not closed': { not: { status: ['closed'] } },
  'not any status': { not: { status: ['open', 'closed', 'in progress', 'awaiting reply', 'escalated'] } },
  'not assigned to one': { not: { assign_to: [10] } },
  'not unassigned': { not: { assign_to: ['none'] } },
  'not in an inbox': { not: { inbox_ids: [5] } },
  'not a frequent tag': { not: { tags: ['tag3'] } },
  'not ten tags, of which each conversation has one': {
    not: { tags: Array.from({ length: 10 }, (_, at) => `tag${at + 1}`) },
  },
  'not waiting': { not: { waiting: 1 } },
  'not unread': { not: { unread: 1 } },
  'not unresolved': { not: { unresolved: 1 } },
  'not a rare tag': { not: { tags: ['tag77'] } },
};

const counted: Readonly<Record<string, Query>> = {
  'count of all open': { status: ['open'], count: 1 },
  'count of mine': { status: ['open'], assign_to: [10], count: 1 },
  'count of unassigned': { status: ['open'], assign_to: ['none'], count: 1 },
  'count of waiting': { waiting: 1, count: 1 },
  'count of archived': { archived: 1, count: 1 },
  'count of an inbox': { status: ['open'], inbox_ids: [5], count: 1 },
};

const inInbox = Object.entries(alone).map(([name, query]): [string, Query] => [
  `${name}, in an inbox`,
  { ...query, inbox_ids: [6] },
]);

/** Every query by its name. */
export const moreFilters: Readonly<Record<string, Query>> = { ...alone, ...Object.fromEntries(inInbox), ...counted };
