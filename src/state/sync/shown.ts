import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import type { World } from '../world.ts';
import { withConversations } from './memory.ts';
import { rowFields } from './pages.ts';

/** The conversations on the screen: the rows that are drawn, and the one in the detail. */
function shownIds({ list, detail, viewport }: World): readonly number[] {
  const rows = list.rows.slice(list.top, list.top + viewport.listRows);
  const ids = new Set([...(detail.conversationId === null ? [] : [detail.conversationId]), ...rows]);
  return [...ids].slice(0, Math.min(MAX_BULK_IDS, MAX_PAGE_SIZE));
}

/** Reads the conversations on the screen again, because names in them may have changed. Nothing moves. */
export async function rereadShown(desk: Desk): Promise<void> {
  const ids = shownIds(desk.world());
  if (ids.length === 0) return;
  const read = desk.reads.begin('shown');
  const query = { ids: [...ids], archived: 'any' as const, limit: MAX_PAGE_SIZE, ...rowFields(desk) };
  const reply = await attempt(desk.client.conversation.list({ query, signal: read.signal }));
  if (read.isCurrent() && 'value' in reply) {
    // A help center without this filter lists other conversations.
    const found = reply.value.data.filter(({ id }) => ids.includes(id));
    desk.store.setState(withConversations(desk.world(), found, read), true);
  }
  read.end();
}
