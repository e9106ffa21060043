import { prepare } from '../../database/prepare.ts';
import type { Db } from '../../database/tables.ts';
import type { Work } from '../work.ts';

/** A forward opens its conversation: only merges and older mail put messages before it. */
const FIRST_MESSAGES = 20;

function firstMessages(db: Db, conversationId: number) {
  return db
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(FIRST_MESSAGES);
}

const isRequester = prepare(2, (db, conversationId: number, contactId: number) =>
  db.selectFrom('conversation').select('id').where('id', '=', conversationId).where('requester_id', '=', contactId),
);
const confirm = prepare(1, (db, conversationId: number) =>
  db
    .updateTable('message')
    .set({ unverified: 0 })
    .where('id', 'in', firstMessages(db, conversationId))
    .where('kind', '=', 'agent')
    .where('unverified', '=', 1),
);

/**
 * Records that this contact has answered in a conversation. If they are its requester, they are who they seemed in the
 * mails that agents forwarded.
 */
export async function confirmForwards(work: Work, conversationId: number, contactId: number): Promise<void> {
  const [asked] = await isRequester(work.db, conversationId, contactId);
  if (asked) await confirm(work.db, conversationId);
}
