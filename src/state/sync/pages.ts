import type { ListReply } from '../../client/call.ts';
import type { ConversationFilter } from '../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { type Attempt, attempt } from '../attempt.ts';
import { degrade } from '../degrade.ts';
import type { Desk, Read } from '../desk.ts';
import type { Conversation } from '../world.ts';

/** Which part of a list is read. */
interface Part {
  readonly cursor?: string | null;
  readonly etag?: string | null;
  readonly limit?: number;
}

/** A page of a list. */
export type PageReply = ListReply<Conversation>;

/**
 * Reads a page of a list: rows, which are a quarter of whole conversations. A help center that refuses to be asked for
 * rows is asked for everything from then on.
 */
export async function readPage(
  desk: Desk,
  filter: ConversationFilter,
  read: Read,
  { cursor = null, etag = null, limit = MAX_PAGE_SIZE }: Part = {},
): Promise<Attempt<PageReply>> {
  const query = { ...filter, limit, ...(cursor === null ? {} : { cursor }) };
  const ask = (fields: RowFields) =>
    attempt(desk.client.conversation.list({ query: { ...query, ...fields }, etag, signal: read.signal }));
  return degrade(desk, {
    offer: 'rows',
    reason: t`This help center does not list the rows of a list alone.`,
    rich: () => ask({ fields: 'list' }),
    plain: () => ask({}),
  });
}

type RowFields = { readonly fields?: 'list' };

/** What asks a list for rows alone; nothing if the help center refuses that. */
export function rowFields(desk: Desk): RowFields {
  return desk.world().offers.rows === undefined ? { fields: 'list' } : {};
}

/** The ids of a page, each once. */
export function idsOf({ data }: Pick<PageReply, 'data'>): readonly number[] {
  return [...new Set(data.map(({ id }) => id))];
}
