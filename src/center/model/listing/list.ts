import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import type { Caller } from '../access.ts';
import { type ConversationAnswer, readConversations } from '../conversation/read.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import type { FilterQuery } from './asks.ts';
import { resolveFilters } from './filter.ts';
import { countMatches, findPage } from './find.ts';
import type { Page } from './paging.ts';
import { sampled } from './sample.ts';

/** A page of the conversations that a caller sees and a query asks for. */
export async function listConversations(
  { db, kind, now, signal }: Pick<Work, 'db' | 'kind' | 'now' | 'signal'>,
  query: FilterQuery,
  caller: Caller,
  page: Page,
): Promise<{ data: ConversationAnswer[]; nextCursor: string | null; total?: number }> {
  const all = await resolveFilters({ db, now }, { ...query, order: page.field }, caller);
  const filters = await sampled(db, { kind, signal }, all, query.sample);
  const found = await findPage(db, { page, kind, signal }, filters);
  const { rows, nextCursor } = page.close(found, row => [row.at, row.id]);
  const isAll = page.from === undefined && nextCursor === null;
  const counting: Page = { ...page, from: undefined, take: MAX_COUNTED };
  const count = () => countMatches(db, { page: counting, kind, signal }, filters, isAll ? rows.length : undefined);
  return {
    data: await readConversations(db, caller, rowIds(rows)),
    nextCursor,
    ...(query.count === '1' && { total: await count() }),
  };
}
