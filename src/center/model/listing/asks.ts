import type { Contents } from '../../../contract/conversation-filter.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import type { ReadState } from '../conversation/unread.ts';
import { LATEST } from '../time.ts';

/** A list's query, in the handler's form. */
export interface FilterQuery extends QueryOf<Contract['conversation']['list']> {
  /** The time by which the list is sorted: only those that have it are in it. */
  readonly order?: string;
}

/** The conditions of a list beyond columns. */
export interface Asks {
  readonly has?: readonly Contents[] | undefined;
  /** A customer waits. */
  readonly waiting: boolean;
  /** This agent has not read it. */
  readonly unread?: ReadState | undefined;
  /** A machine wrote some of its mail. */
  readonly automatic?: true | undefined;
  /** A note calls this agent. */
  readonly mentioned?: number | undefined;
  /** This agent follows it. */
  readonly followed?: number | undefined;
  /** It has come back to this agent. */
  readonly back?: number | undefined;
  /** The answer is due at this time or before, in milliseconds since 1970. */
  readonly due?: number | undefined;
}

type Askable = Pick<
  FilterQuery,
  'has' | 'waiting' | 'late' | 'due_within' | 'order' | 'unread' | 'automatic' | 'mentioned' | 'followed'
>;

const MINUTE_MS = 60_000;

/** The time up to which a query asks for due answers; undefined if it asks for none. */
function dueIn(now: number, { late, due_within: within, order }: Omit<FilterQuery, 'not'>): number | undefined {
  if (late === '1') return now;
  return within === undefined ? (order === 'due_at' ? LATEST : undefined) : now + within * MINUTE_MS;
}

/** A field is defined only if the query asks for it. An API key reads and follows nothing, and no note mentions it. */
export function asksOf(query: Askable, reader: ReadState | undefined, now: number): Asks {
  const { has, waiting, unread, automatic, mentioned, followed } = query;
  return {
    due: dueIn(now, query),
    has,
    waiting: waiting === '1',
    unread: unread === '1' ? reader : undefined,
    automatic: automatic === '1' ? true : undefined,
    mentioned: mentioned === '1' ? reader?.agentId : undefined,
    followed: followed === '1' ? reader?.agentId : undefined,
  };
}

/** Whether a query uses the index of waiting customers; the order of due times uses it too. */
export function asksToWait(query: FilterQuery, now: number): boolean {
  const { order } = query;
  return order === 'waiting_since' || (order !== 'due_at' && dueIn(now, query) !== undefined);
}

/** A late answer is also due within any time: of the two limits the wider one is left out. */
export function excludedIn(not: NonNullable<FilterQuery['not']>): Askable {
  return not.due_within === undefined ? not : { ...not, late: undefined };
}
