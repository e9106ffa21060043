import type { Work } from '../work.ts';

/**
 * Records that this contact has answered in a conversation. If they are its requester, they are who they seemed in the
 * mails that agents forwarded.
 */
export async function confirmForwards(work: Work, conversationId: number, contactId: number): Promise<void> {
  await work.db
    .updateTable('message')
    .set({ unverified: 0 })
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'agent')
    .where('unverified', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('conversation').select('id').where('id', '=', conversationId).where('requester_id', '=', contactId),
      ),
    )
    .execute();
}
