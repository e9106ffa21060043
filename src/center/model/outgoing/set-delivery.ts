import type { NewRow } from '../../database/tables.ts';
import { refreshAsked } from '../conversation/asked.ts';
import type { Work } from '../work.ts';

/** How far the mail of a message has come. */
export type Delivered = Pick<NewRow<'message_delivery'>, 'state' | 'at'> & { readonly reason?: string | null };

/** What did not reach the customer is no answer: they wait again, and no more once it is on its way again. */
async function awaitAgain(work: Work, messageId: number): Promise<void> {
  const { conversation_id } = await work.db
    .selectFrom('message')
    .select('conversation_id')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  await refreshAsked(work, [conversation_id]);
}

/** Records it. */
export async function setDelivery(
  work: Work,
  messageId: number,
  { state, at, reason = null }: Delivered,
): Promise<void> {
  const row = { state, at, reason };
  const before = await work.db
    .selectFrom('message_delivery')
    .select('state')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  await work.db
    .insertInto('message_delivery')
    .values({ message_id: messageId, ...row })
    .onConflict(conflict => conflict.column('message_id').doUpdateSet(row))
    .execute();
  if ((before?.state === 'failed') !== (state === 'failed')) await awaitAgain(work, messageId);
}
