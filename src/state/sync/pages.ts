import type { ListReply } from '../../client/call.ts';
import type { ConversationFilter } from '../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { type Attempt, attempt } from '../calls/attempt.ts';
import type { Desk, Read } from '../desk.ts';
import type { Conversation } from '../world.ts';

/** Which part of a list is read. */
interface ListPageRequest {
  readonly cursor?: string | null;
  readonly etag?: string | null;
  readonly limit?: number;
}

/** A page of a list. */
export type PageReply = ListReply<Conversation>;

/** Reads a page of a list: rows, which are a quarter of whole conversations. */
export async function readPage(
  desk: Desk,
  filter: ConversationFilter,
  read: Read,
  { cursor = null, etag = null, limit = MAX_PAGE_SIZE }: ListPageRequest = {},
): Promise<Attempt<PageReply>> {
  const query = { ...filter, limit, ...(cursor === null ? {} : { cursor }), fields: 'list' as const };
  return attempt(desk.client.conversation.list({ query, etag, signal: read.signal }));
}

/** The ids of a page, each once. */
export function pageIds({ data }: Pick<PageReply, 'data'>): readonly number[] {
  return [...new Set(data.map(({ id }) => id))];
}
