import { requireConversation } from '../model/access.ts';
import { listHistory } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import type { Handlers } from './call.ts';

export const history: Handlers['history'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listHistory(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
};
