import type { review as endpoints } from '../../contract/review.ts';
import { requireConversation } from '../access.ts';
import { actorOf } from '../actor.ts';
import type { Handlers } from '../call.ts';
import { checked } from '../checked.ts';
import { openPage } from '../paging.ts';
import { contactFault } from '../storage/conversation-check.ts';
import { lockConversation } from '../storage/conversation-row.ts';
import { addReview, listReviews } from '../storage/review.ts';

export const review: Handlers['review'] = {
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
