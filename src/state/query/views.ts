import { type SafeText, t } from '../../text/safe.ts';
import type { Excludable } from '../world/query.ts';
import type { Query, Sort } from '../world.ts';

/** A query with a name. */
export interface View {
  readonly id:
    | 'unresolved'
    | 'mine'
    | 'unassigned'
    | 'waiting'
    | 'archived'
    | 'mentioned'
    | 'followed'
    | 'later'
    | 'late'
    | 'all';
  readonly title: SafeText;
  readonly query: Query;
}

const nothing: Excludable = { statuses: [], assignees: [], inboxes: [], tags: [] };

/** Every conversation that is not archived, newest first. */
export const everything: Query = {
  ...nothing,
  words: '',
  from: '',
  counted: '',
  writers: [],
  sample: null,
  has: [],
  isUnresolved: false,
  isUnread: false,
  isWaiting: false,
  isAutomatic: false,
  isMentioned: false,
  isFollowed: false,
  isLater: false,
  isDue: false,
  isLate: false,
  dueWithin: null,
  not: { ...nothing, has: [], is: [] },
  archived: 'no',
  before: null,
  after: null,
  sort: 'newest',
};

/** The view that the desk opens with: all that is neither closed nor archived nor put off nor in spam. */
export const unresolved: Query = { ...everything, isUnresolved: true };

/** The same conversations in another order. Three orders have a place for some alone: those that wait, are due, or put off. */
export function sortedBy(query: Query, sort: Sort): Query {
  const isLater = query.isLater || sort === 'later';
  return {
    ...query,
    sort,
    isWaiting: query.isWaiting || sort === 'waiting',
    isDue: query.isDue || sort === 'due',
    isLater,
    isUnresolved: query.isUnresolved && !isLater,
  };
}

/** The views with a digit: `0` the first, `1` the second. */
export const digitViews: readonly View[] = [
  { id: 'unresolved', title: t`Unresolved`, query: unresolved },
  { id: 'mine', title: t`Mine`, query: { ...unresolved, assignees: ['me'] } },
  { id: 'unassigned', title: t`Unassigned`, query: { ...unresolved, assignees: ['none'] } },
  // No customer waits in a closed conversation: outside spam, all that wait are unresolved.
  { id: 'waiting', title: t`Waits on us`, query: sortedBy(unresolved, 'waiting') },
  { id: 'archived', title: t`Archived`, query: { ...everything, archived: 'only' } },
];

/** The views that every desk has. The last ones have no digit, so that the agent's own views keep theirs. */
export const views: readonly View[] = [
  ...digitViews,
  { id: 'mentioned', title: t`Mentions me`, query: { ...everything, isMentioned: true } },
  { id: 'followed', title: t`Followed`, query: { ...everything, isFollowed: true } },
  { id: 'later', title: t`Later`, query: sortedBy(everything, 'later') },
  { id: 'late', title: t`Late`, query: { ...sortedBy(unresolved, 'due'), isLate: true } },
  { id: 'all', title: t`All`, query: { ...everything, archived: 'any' } },
];

/** The unresolved conversations of one inbox. */
export function inboxQuery(inboxId: number): Query {
  return { ...unresolved, inboxes: [inboxId] };
}

const parts = Object.keys(everything) as readonly (keyof Query)[];

/** Whether two queries ask for the same conversations in the same order. */
export function sameQuery(a: Query, b: Query): boolean {
  return a === b || textOf(a) === textOf(b);
}

/** A text that is the same for queries that match the same conversations in any order. */
export function countKey(query: Query): string {
  return textOf({ ...query, sort: everything.sort });
}

function textOf(query: Query): string {
  return JSON.stringify(parts.map(part => query[part]));
}

/** A search that leaves out neither closed, archived nor spam; undefined if it is so already, or seeks nothing. */
export function searchedEverywhere(query: Query): Query | undefined {
  const isSearch = query.words !== '' || query.from !== '';
  return isSearch && query.archived === 'no' ? { ...query, isUnresolved: false, archived: 'any' } : undefined;
}
