import { everything } from './views.ts';
import type { Query } from './world.ts';

const parts = Object.keys(everything) as readonly (keyof Query)[];

/** Whether two queries ask for the same, in the same order. */
export function sameQuery(a: Query, b: Query): boolean {
  return a === b || textOf(a) === textOf(b);
}

const textOf = (query: Query): string => JSON.stringify(parts.map(part => query[part]));
