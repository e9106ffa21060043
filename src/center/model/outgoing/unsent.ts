import { sql } from 'kysely';
import { deleteRows } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import type { Actor } from '../history.ts';
import type { Work } from '../work.ts';
import { noteFailure } from './delivery.ts';
import { UNTAKEN, WAITING } from './enqueue.ts';

/**
 * How many letters would not be sent if an inbox were deleted, by inbox id: those that are from it, and those whose
 * messages would go with it. Those that only tell agents of the inbox do not count.
 */
export async function unsentNumbers(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ inbox: number; letters: number | string }>`
    select inbox, count(*) as letters from (
      select inbox_id as inbox from outgoing where state in (${sql.join(WAITING)}) and inbox_id is not null
      and conversation_id is not null
      union all
      select conversation.inbox_id from outgoing
      join message on message.id = outgoing.message_id
      join conversation on conversation.id = message.conversation_id
      where outgoing.state in (${sql.join(WAITING)}) and conversation.inbox_id is not null
      and (outgoing.inbox_id is null or outgoing.inbox_id <> conversation.inbox_id)
    ) as waiting group by inbox`.execute(db);
  return new Map(rows.map(({ inbox, letters }) => [Number(inbox), Number(letters)]));
}

/** Ends letters that would be from an inbox that is being deleted, or whose messages go with it. */
export async function dropUnsent(work: Work, inboxId: number, actor: Actor): Promise<void> {
  const reason = 'its inbox was deleted before it was sent';
  await deleteRows(work.db, 'outgoing', { inbox_id: inboxId, conversation_id: null, state: UNTAKEN });
  // One that is being sent is left to its process.
  const dropped = await work.db
    .updateTable('outgoing')
    .set({ state: 'failed', reply: reason })
    .where('state', 'in', UNTAKEN)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('inbox_id', '=', inboxId),
        eb(
          'message_id',
          'in',
          selectFrom('message')
            .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
            .select('message.id')
            .where('conversation.inbox_id', '=', inboxId),
        ),
      ]),
    )
    .returning('message_id')
    .execute();
  for (const { message_id: messageId } of dropped)
    if (messageId !== null) await noteFailure(work, { messageId, reason }, actor);
}
