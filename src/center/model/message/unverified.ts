import type { Work } from '../work.ts';

/** Records that the customer whose mails agents forwarded to this conversation has answered: they are who they seemed. */
export async function confirmForwards(work: Work, conversationId: number): Promise<void> {
  await work.db
    .updateTable('message')
    .set({ unverified: 0 })
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'agent')
    .where('unverified', '=', 1)
    .execute();
}
