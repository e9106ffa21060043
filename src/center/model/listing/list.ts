import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { type ConversationAnswer, readConversations } from '../conversation/read.ts';
import { idsOf } from '../rows.ts';
import { type Filter, type FilterQuery, resolveFilters } from './filter.ts';
import type { PageRow } from './lead.ts';
import { isNumbered, numberOf } from './number.ts';
import { countDue, findPage, together } from './page.ts';
import type { Page } from './paging.ts';

/** The number of conversations that the filters find together, counted up to `MAX_COUNTED`. */
export async function countAll({ db, kind }: Listing, filters: readonly Filter[], page: Page): Promise<number> {
  const [only, ...others] = filters;
  if (!only) return 0;
  if (others.length === 0 && isNumbered(only)) return Math.min(await numberOf(db, only), MAX_COUNTED);
  const isCounted = filters.length === 1;
  const all: Page = { ...page, from: undefined, take: MAX_COUNTED };
  const isDue = only.due !== undefined && only.text === '' && only.orphansOf === undefined;
  if (isCounted && isDue) return countDue(db, { filter: only, page: all, kind });
  const lists: (readonly PageRow[])[] = [];
  for (const filter of filters) lists.push(await findPage(db, { filter, page: all, kind, isCounted }));
  return together(lists, all).length;
}

interface Listing {
  readonly db: Db;
  readonly kind: DatabaseKind;
  readonly now: number;
}

/** A page of the conversations that a caller sees and a query asks for. */
export async function listConversations(
  { db, kind, now }: Listing,
  query: FilterQuery,
  caller: Caller,
  page: Page,
): Promise<{ data: ConversationAnswer[]; nextCursor: string | null; total?: number }> {
  const filters = await resolveFilters(
    { db, now },
    {
      ...query,
      isWaiting: page.field === 'waiting_since',
      isDue: page.field === 'due_at',
      isLater: page.field === 'snoozed_until',
    },
    caller,
  );
  const lists: (readonly PageRow[])[] = [];
  for (const filter of filters) lists.push(await findPage(db, { filter, page, kind }));
  const { rows, nextCursor } = page.close(together(lists, page), row => [row.at, row.id]);
  return {
    data: await readConversations(db, caller, idsOf(rows)),
    nextCursor,
    ...(query.count === '1' ? { total: await countAll({ db, kind, now }, filters, page) } : {}),
  };
}
