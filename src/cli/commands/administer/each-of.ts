import type { ListReply } from '../../../client/call.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';

/** Which page of a list is wanted. */
interface Page {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** The entries of a list, read page by page as they are asked for; at most `limit` of them. */
export async function* eachOf<T>(
  list: (page: Page) => Promise<ListReply<T>>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<T> {
  let left = limit;
  let cursor: string | undefined;
  while (left > 0) {
    const { data, nextCursor } = await list({ cursor, limit: Math.min(left, MAX_PAGE_SIZE) });
    yield* data.slice(0, left);
    left -= data.length;
    if (nextCursor === null || nextCursor === cursor) return;
    cursor = nextCursor;
  }
}
