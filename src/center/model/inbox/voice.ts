import type { Db, Row } from '../../database/tables.ts';
import { primaryAddress } from './email.ts';

/** What an inbox says by itself, and from where. */
export interface InboxVoice
  extends Pick<
    Row<'inbox'>,
    'id' | 'name' | 'kind' | 'send_autoresponse' | 'autoresponse_text' | 'send_rating_request' | 'rating_message'
  > {
  /** Null if it has no address to send from. */
  readonly address: string | null;
}

/** What an inbox says by itself. */
export async function inboxVoice(db: Db, id: number): Promise<InboxVoice> {
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'name', 'kind', 'send_autoresponse', 'autoresponse_text', 'send_rating_request', 'rating_message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, address: (await primaryAddress(db, id)) ?? null };
}
