import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { requireConversation } from '../model/access.ts';
import { historyAfter } from '../model/events/history-after.ts';
import { listHistory } from '../model/history.ts';
import { badLimit, openPage } from '../model/listing/paging.ts';
import type { Handlers } from './call.ts';

const DEFAULT_LIMIT = 50;

export const historyHandlers: Handlers['history'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listHistory(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  after: async call => {
    const { after_id: after, limit = DEFAULT_LIMIT } = call.query;
    if (limit < 1 || limit > MAX_PAGE_SIZE) throw badLimit();
    return { data: await historyAfter(call, call.caller, after, limit) };
  },
};
