import type { review as endpoints } from '../../contract/review.ts';
import { requireConversation } from '../model/access.ts';
import { contactFault } from '../model/conversation/check.ts';
import { lockConversation } from '../model/conversation/row.ts';
import { actorOf } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import { addReview, listReviews } from '../model/message/review.ts';
import type { Handlers } from './call.ts';
import { checked } from './checked.ts';

export const reviewHandlers: Handlers['review'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listReviews(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  add: checked<typeof endpoints.add>()(
    async call => {
      const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
      return { id, faults: await contactFault(call, call.caller, call.body.contact_id) };
    },
    async (call, { id: conversationId }) => {
      const { rating, comment, contact_id: contactId } = call.body;
      return { data: await addReview(call, { conversationId, contactId, rating, comment }, actorOf(call)) };
    },
  ),
};
