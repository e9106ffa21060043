import type { queue as endpoints } from '../../contract/queue.ts';
import { readConversations } from '../model/conversation/read.ts';
import { changeRows } from '../model/conversation/update.ts';
import { actorOf } from '../model/history.ts';
import { lockNext, nextFor } from '../model/listing/next.ts';
import type { Call, HandlerReply, Handlers } from './call.ts';
import { concurrent } from './concurrent.ts';

async function next(call: Call<typeof endpoints.next>): Promise<HandlerReply<typeof endpoints.next>> {
  const { inbox_ids: inboxIds = [], skip = [], assign = true } = call.body;
  const queued = { inboxIds, skip, isCounted: call.query.count === '1' };
  const { id, left, row } = await (assign ? lockNext : nextFor)(call, call.caller, queued);
  const meta = { nextCursor: null, ...(left === undefined ? {} : { total: left }) };
  if (id === undefined) return { data: [], ...meta };
  if (row) await changeRows(call, [row], { assignTo: call.caller.agentId }, actorOf(call));
  return { data: await readConversations(call.db, call.caller, [id]), ...meta };
}

export const queueHandlers: Handlers['queue'] = {
  // The next one is found and locked by its handler.
  next: concurrent(next, () => []),
};
