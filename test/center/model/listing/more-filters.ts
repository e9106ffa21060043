import type { Queries } from '../../../bench/center-filters.ts';

/** The filters beyond the document: each is also asked with an inbox. */
const beyond: Queries = {
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
  late: { late: 1 },
  'late, of one': { late: 1, assign_to: [10] },
  'late, a rare tag': { late: 1, tags: ['tag77'] },
  'late, escalated': { late: 1, status: ['escalated'] },
  'due within an hour': { due_within: 60 },
  'due first': { sort: 'due_at.asc' },
  'due first, late, of one': { sort: 'due_at.asc', late: 1, assign_to: [10] },
  'due first, a rare tag': { sort: 'due_at.asc', tags: ['tag77'] },
  later: { snoozed: 1 },
  'later, of one': { snoozed: 1, assign_to: [10] },
  'later, a rare tag': { snoozed: 1, tags: ['tag77'] },
  'later, those that are back first': { sort: 'snoozed_until.asc' },
  'later, back first, of one': { sort: 'snoozed_until.asc', assign_to: [10] },
  'later, back first, a rare tag': { sort: 'snoozed_until.asc', tags: ['tag77'] },
  'not later': { snoozed: 0 },
  unread: { unread: 1 },
  'not late': { not: { late: 1 } },
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

/** Lists and numbers of the desk's given views with something left out. */
const unresolved = { snoozed: 0, not: { status: ['closed'], inbox_ids: ['spam'] } };

/** The filters beyond the document, without a match too, and counts. */
export const moreFilters: Queries = {
  unresolved,
  'unresolved, not a frequent tag': { ...unresolved, not: { ...unresolved.not, tags: ['tag3'] } },
  'unresolved, not a rare tag': { ...unresolved, not: { ...unresolved.not, tags: ['tag77'] } },
  'count of unresolved, not waiting': { ...unresolved, not: { ...unresolved.not, waiting: 1 }, count: 1 },
  ...beyond,
  ...Object.fromEntries(
    Object.entries(beyond).map(([name, query]) => [`${name}, in an inbox`, { ...query, inbox_ids: [6] }]),
  ),
  'count of all open': { status: ['open'], count: 1 },
  'count of mine': { status: ['open'], assign_to: [10], count: 1 },
  'count of unassigned': { status: ['open'], assign_to: ['none'], count: 1 },
  'count of waiting': { waiting: 1, count: 1 },
  'count of late': { late: 1, count: 1 },
  'count of later': { snoozed: 1, count: 1 },
  'count of archived': { archived: 1, count: 1 },
  'count of an inbox': { status: ['open'], inbox_ids: [5], count: 1 },
};
