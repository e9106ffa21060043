import type { Caller } from '../access.ts';
import type { Work } from '../work.ts';
import type { ConversationRow } from './row.ts';

/** Whether an agent has the conversation and can still read it. */
async function isAnothers(work: Work, { assign_to: assignee }: ConversationRow, agentId: number): Promise<boolean> {
  if (assignee === null || assignee === agentId) return false;
  const agent = await work.db.selectFrom('agent').select('disabled').where('id', '=', assignee).executeTakeFirst();
  return agent?.disabled === 0;
}

/**
 * Records that an agent has read a conversation after a mail of ours was not delivered: its assignee, or any agent if it
 * has none. All desks are told; it raises no version, because reading is no change.
 */
export async function noteFailureSeen(work: Work, { agentId }: Caller, row: ConversationRow): Promise<void> {
  if (row.delivery_failed === 0 || agentId === null || (await isAnothers(work, row, agentId))) return;
  await work.db.updateTable('conversation').set({ delivery_failed: 0 }).where('id', '=', row.id).execute();
  work.conversationChanged(row.id, row.home_id);
}
