import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import type { Caller } from '../access.ts';
import type { Work } from '../work.ts';
import { listConversations } from './list.ts';
import type { Page } from './paging.ts';

type Query = QueryOf<Contract['conversation']['list']>;

/** In this order an agent gets conversations, the first of each list first. */
const ORDER: readonly { readonly query: Query; readonly field: 'updated_at' | 'due_at' | 'waiting_since' }[] = [
  { query: { assign_to: ['me'], unread: '1' }, field: 'updated_at' },
  { query: { assign_to: ['me'] }, field: 'due_at' },
  { query: { assign_to: ['me'] }, field: 'waiting_since' },
  { query: { assign_to: ['none'] }, field: 'due_at' },
  { query: { assign_to: ['none'] }, field: 'waiting_since' },
];

/** Which conversations a queue has. */
interface Queue {
  /** Counts those that wait. */
  readonly counts: boolean;
  /** Ids of inboxes; empty: all but the spam inbox. */
  readonly inboxIds: readonly number[];
  readonly skip: readonly number[];
}

/**
 * The id of the conversation that the caller should have next, undefined if nothing waits; `left`: how many of those that
 * wait are this agent's or unassigned, counted up to `MAX_COUNTED`.
 */
export async function nextFor(
  work: Pick<Work, 'db' | 'kind' | 'now'>,
  caller: Caller,
  { inboxIds, skip, counts }: Queue,
): Promise<{ readonly id: number | undefined; readonly left: number }> {
  const inboxes = inboxIds.length > 0 ? { inbox_ids: [...inboxIds] } : {};
  const not = { status: ['closed'], ...(inboxIds.length > 0 ? {} : { inbox_ids: ['spam' as const] }) };
  let id: number | undefined;
  let left = 0;
  for (const { query, field } of ORDER) {
    // What comes after is counted only.
    if (id !== undefined && !(counts && field === 'waiting_since')) continue;
    const take = id === undefined ? skip.length + 1 : 1;
    const page: Page = { field, direction: 'asc', take, from: undefined, close: rows => ({ rows, nextCursor: null }) };
    const count = counts && field === 'waiting_since' ? '1' : '0';
    const wanted = { ...query, ...inboxes, snoozed: '0' as const, not, count } as const;
    const { data, total = 0 } = await listConversations(work, wanted, caller, page);
    id ??= data.find(one => !skip.includes(one.id))?.id;
    left += total;
  }
  return { id, left: Math.min(left, MAX_COUNTED) };
}
