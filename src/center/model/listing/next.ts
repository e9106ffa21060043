import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { listConversations } from './list.ts';
import type { Page } from './paging.ts';

type Query = QueryOf<Contract['conversation']['list']>;

/** In this order an agent gets conversations, the first of each list first. */
const ORDER: readonly { readonly query: Query; readonly field: 'updated_at' | 'waiting_since' }[] = [
  { query: { assign_to: ['me'], unread: '1' }, field: 'updated_at' },
  { query: { assign_to: ['me'] }, field: 'waiting_since' },
  { query: { assign_to: ['none'] }, field: 'waiting_since' },
];

/** Which conversations a queue has. */
interface Queue {
  /** Ids of inboxes; empty: all but the spam inbox. */
  readonly inboxIds: readonly number[];
  readonly skip: readonly number[];
}

/** The id of the conversation that the caller should have next; undefined if nothing waits. */
export async function nextFor(
  { db, kind }: { readonly db: Db; readonly kind: DatabaseKind },
  caller: Caller,
  { inboxIds, skip }: Queue,
): Promise<number | undefined> {
  const inboxes = inboxIds.length > 0 ? { inbox_ids: [...inboxIds] } : {};
  const not = { status: ['closed'], ...(inboxIds.length > 0 ? {} : { inbox_ids: ['spam' as const] }) };
  for (const { query, field } of ORDER) {
    const take = skip.length + 1;
    const page: Page = { field, direction: 'asc', take, from: undefined, close: rows => ({ rows, nextCursor: null }) };
    const wanted = { ...query, ...inboxes, snoozed: '0' as const, not };
    const { data } = await listConversations({ db, kind }, wanted, caller, page);
    const found = data.find(({ id }) => !skip.includes(id));
    if (found) return found.id;
  }
  return undefined;
}
