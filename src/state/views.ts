import { type SafeText, t } from '../text/safe.ts';
import type { Excludable } from './query.ts';
import type { Query } from './world.ts';

/** A query with a name. */
export interface View {
  readonly id: 'open' | 'mine' | 'unassigned' | 'archived';
  readonly title: SafeText;
  readonly query: Query;
}

const nothing: Excludable = { statuses: [], assignees: [], inboxes: [], tags: [] };

/** Every conversation that is not archived, newest first. */
export const everything: Query = {
  ...nothing,
  words: '',
  from: '',
  has: [],
  isUnread: false,
  isWaiting: false,
  not: nothing,
  archived: 'no',
  before: null,
  after: null,
  sort: 'newest',
};

/** The view that the desk opens with. */
export const allOpen: Query = { ...everything, statuses: ['open'] };

/** The views that every desk has, in the order of their keys: `0` the first, `1` the second. */
export const views: readonly View[] = [
  { id: 'open', title: t`All open`, query: allOpen },
  { id: 'mine', title: t`Mine`, query: { ...allOpen, assignees: ['me'] } },
  { id: 'unassigned', title: t`Unassigned`, query: { ...allOpen, assignees: ['none'] } },
  { id: 'archived', title: t`Archived`, query: { ...everything, archived: 'only' } },
];

/** The open conversations of one inbox. */
export function inboxQuery(inboxId: number): Query {
  return { ...allOpen, inboxes: [inboxId] };
}

const parts = Object.keys(everything) as readonly (keyof Query)[];

/** Whether two queries ask for the same conversations in the same order. */
export function sameQuery(a: Query, b: Query): boolean {
  return a === b || textOf(a) === textOf(b);
}

function textOf(query: Query): string {
  return JSON.stringify(parts.map(part => query[part]));
}
