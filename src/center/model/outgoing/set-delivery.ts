import type { NewRow } from '../../database/tables.ts';
import type { Work } from '../work.ts';

/** How far the mail of a message has come. */
export type Delivered = Pick<NewRow<'message_delivery'>, 'state' | 'at'> & { readonly reason?: string | null };

/** Records it. */
export async function setDelivery(
  work: Work,
  messageId: number,
  { state, at, reason = null }: Delivered,
): Promise<void> {
  const row = { state, at, reason };
  await work.db
    .insertInto('message_delivery')
    .values({ message_id: messageId, ...row })
    .onConflict(conflict => conflict.column('message_id').doUpdateSet(row))
    .execute();
}
