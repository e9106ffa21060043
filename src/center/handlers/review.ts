import { requireConversation } from '../access.ts';
import { actorOf } from '../actor.ts';
import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { checkContact } from '../storage/conversation-check.ts';
import { lockConversation } from '../storage/conversation-row.ts';
import { addReview, listReviews } from '../storage/review.ts';

export const review: Handlers['review'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listReviews(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  add: async call => {
    const { id: conversationId } = await lockConversation(call, call.params.conversation_id, call.caller);
    const { rating, comment, contact_id: contactId } = call.body;
    await checkContact(call, call.caller, contactId);
    return { data: await addReview(call, { conversationId, contactId, rating, comment }, actorOf(call)) };
  },
};
