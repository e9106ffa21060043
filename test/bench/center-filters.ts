type Query = Readonly<Record<string, unknown>>;
/** Queries for lists, by the names under which they are measured. */
export type Queries = Readonly<Record<string, Query>>;

const span = { before: { created_at: '2026-02-20T00:00:00' }, after: { updated_at: '2025-02-01T00:00:00' } };
const everything = { inbox_ids: [1, 4, 5, 6], tags: ['tag3'], archived: 'any', merged: 0, ...span };

/** The filters to measure: each alone and all together, also without a match. */
export const filters: Queries = {
  'no filter': {},
  'status opened': { status: ['opened'] },
  'two statuses': { status: ['opened', 'escalated'] },
  'assign_to none': { assign_to: ['none'] },
  'assign_to one agent': { assign_to: [10] },
  'one inbox': { inbox_ids: [5] },
  'eight inboxes': { inbox_ids: [1, 2, 4, 5, 6, 7, 8, 9] },
  'a frequent tag': { tags: ['tag3'] },
  'a rare tag': { tags: ['tag77'] },
  'three tags': { tags: ['tag1', 'tag2', 'tag77'] },
  archived: { archived: 1 },
  'archived any': { archived: 'any' },
  merged: { merged: 1 },
  'before created_at': { before: { created_at: '2025-06-01T00:00:00' } },
  'after created_at': { after: { created_at: '2025-06-01T00:00:00' } },
  'before updated_at': { before: { updated_at: '2025-06-01T00:00:00' } },
  'after updated_at': { after: { updated_at: '2026-03-02T06:00:00' } },
  'before last_message_at': { before: { last_message_at: '2025-06-01T00:00:00' } },
  'after last_message_at': { after: { last_message_at: '2025-06-01T00:00:00' } },
  'sorted by created_at': { sort: 'created_at.asc' },
  'sorted by updated_at': { sort: 'updated_at.desc' },
  'sorted by updated_at, one status': { sort: 'updated_at.desc', status: ['escalated'] },
  'all but words': {
    ...everything,
    status: ['opened'],
    assign_to: [10],
    inbox_ids: [4, 5, 6],
    sort: 'created_at.desc',
  },
  'all but words, frequent values': { ...everything, status: ['closed'], assign_to: ['none'] },
  'all and a rare word': {
    ...everything,
    status: ['opened', 'closed'],
    assign_to: ['none', 10],
    tags: ['tag1', 'tag2', 'tag3'],
    q: 'zeppelin',
  },
  'nothing: archived and merged': { merged: 1, archived: 1, status: ['escalated'], inbox_ids: [5], tags: ['tag150'] },
  'nothing: between two seconds': {
    status: ['opened'],
    assign_to: ['none', 3],
    after: { created_at: '2026-02-28T23:00:00' },
    before: { created_at: '2026-02-28T23:00:01' },
  },
  'nothing: all, frequent values': {
    status: ['closed', 'opened'],
    assign_to: ['none'],
    inbox_ids: [4, 5, 6, 7],
    tags: ['tag1'],
    archived: 1,
    before: { last_message_at: '2020-01-01T00:00:00' },
  },
  'nothing: unknown tag': { tags: ['nowhere'] },
  'nothing: unknown word': { q: 'nowhere' },
};
