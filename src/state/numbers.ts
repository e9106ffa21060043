import type { ListTotal } from '../client/call.ts';
import type { Query } from './query.ts';

/** The number of conversations that a query matches. */
export interface Counted extends ListTotal {
  readonly query: Query;
  /** The version of the help center's answer, for a conditional read, and the number in it. */
  readonly etag: string | null;
  readonly said: ListTotal;
}

/** Numbers by `countKey`. */
export type Numbers = ReadonlyMap<string, Counted>;
