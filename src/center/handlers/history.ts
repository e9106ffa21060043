import { requireConversation } from '../access.ts';
import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { listHistory } from '../storage/history.ts';

export const history: Handlers['history'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listHistory(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
};
