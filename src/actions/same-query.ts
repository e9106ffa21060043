import type { Query } from '../state/world.ts';

/** Whether two queries ask for the same, in the same order. */
export function sameQuery(a: Query, b: Query): boolean {
  return a === b || textOf(a) === textOf(b);
}

function textOf({ words, statuses, assignees, inboxes, tags, archived, before, after, sort }: Query): string {
  return JSON.stringify([words, statuses, assignees, inboxes, tags, archived, before, after, sort]);
}
