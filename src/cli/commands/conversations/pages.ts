import type { Client } from '../../../client/client.ts';
import type { Conversation } from '../../../client/model.ts';
import { ConversationRow } from '../../../contract/conversation.ts';
import type { ConversationFilter } from '../../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';

/** Which conversations are read, and how much of each. */
interface Wanted {
  readonly filter: ConversationFilter;
  /** The most of them; all if absent. */
  readonly limit?: number | undefined;
  /** The fields that are needed; all if absent. */
  readonly fields?: readonly string[] | undefined;
}

/** The conversations that a filter matches, read page by page as they are asked for. */
export async function* eachConversation(client: Client, wanted: Wanted): AsyncGenerator<Conversation> {
  const { filter, limit = Number.POSITIVE_INFINITY, fields } = wanted;
  const isRow = fields?.every(name => name in ConversationRow.entries) === true;
  let left = limit;
  let cursor: string | undefined;
  while (left > 0) {
    const size = Math.min(left, MAX_PAGE_SIZE);
    const query = { ...filter, ...(isRow ? { fields: 'list' as const } : {}), limit: size, cursor };
    const { data, nextCursor } = await client.conversation.list({ query });
    for (const one of data.slice(0, left)) yield one;
    left -= data.length;
    if (nextCursor === null || nextCursor === cursor) return;
    cursor = nextCursor;
  }
}
