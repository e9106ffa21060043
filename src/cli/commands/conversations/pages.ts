import type { Client } from '../../../client/client.ts';
import type { Conversation } from '../../../client/model.ts';
import { ConversationRow } from '../../../contract/conversation.ts';
import type { ConversationFilter } from '../../../contract/conversation-filter.ts';
import { eachOf } from '../administer/each-of.ts';

/** Which conversations are read, and how much of each. */
interface Wanted {
  readonly filter: ConversationFilter;
  /** The most of them; all if absent. */
  readonly limit?: number | undefined;
  /** The fields that are needed; all if absent. */
  readonly fields?: readonly string[] | undefined;
}

/** The conversations that a filter matches, read page by page as they are asked for. */
export function eachConversation(client: Client, { filter, limit, fields }: Wanted): AsyncGenerator<Conversation> {
  const isRow = fields?.every(name => name in ConversationRow.entries) === true;
  const query = isRow ? { ...filter, fields: 'list' as const } : filter;
  return eachOf(page => client.conversation.list({ query: { ...query, ...page } }), limit);
}
