const unresolved = { snoozed: 0, not: { status: ['closed'], inbox_ids: ['spam'] } };

/** The desk's given views, and the index of SQLite by which each is found. */
export const views: Readonly<Record<string, readonly [query: Readonly<Record<string, unknown>>, index: string]>> = {
  unresolved: [unresolved, 'open'],
  mine: [{ ...unresolved, assign_to: ['me'] }, 'by_assignee'],
  unassigned: [{ ...unresolved, assign_to: ['none'] }, 'by_assignee'],
  waiting: [{ ...unresolved, waiting: 1, sort: 'waiting_since.asc' }, 'waiting'],
  'due first': [{ ...unresolved, sort: 'due_at.asc' }, 'waiting'],
  unread: [{ ...unresolved, unread: 1 }, 'unread'],
  archived: [{ archived: 1 }, 'by_time'],
  closed: [{ status: ['closed'] }, 'by_time'],
  later: [{ snoozed: 1, sort: 'snoozed_until.asc' }, 'later'],
  'an inbox': [{ ...unresolved, inbox_ids: [5] }, 'by_home'],
  'the newest': [{ sort: 'created_at.desc' }, 'by_created'],
};
