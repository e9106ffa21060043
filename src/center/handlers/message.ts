import { requireConversation } from '../access.ts';
import { actorOf } from '../actor.ts';
import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { invalid, notFound } from '../problem.ts';
import { checkAttachments, checkContact } from '../storage/conversation-check.ts';
import { lockConversation } from '../storage/conversation-row.ts';
import { addMessage, removeMessage } from '../storage/message.ts';
import { listMessages, readMessage } from '../storage/message-list.ts';

export const message: Handlers['message'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listMessages(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  get: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    const data = await readMessage(call.db, id, call.params.message_id);
    if (!data) throw notFound('message');
    return { data };
  },
  create: async call => {
    const { caller, body } = call;
    const { id: conversationId, requester_id } = await lockConversation(call, call.params.conversation_id, caller);
    const kind = caller.kind === 'agent' ? 'agent' : 'contact';
    const contactId = body.contact_id ?? requester_id;
    if (kind === 'contact' && contactId === null)
      throw invalid(['contact_id', 'is required, as the conversation has no contact']);
    await checkContact(call, caller, body.contact_id);
    await checkAttachments(call, caller, body.attachments ?? []);
    const { body_text: bodyText, body_html: bodyHtml, attachments: attachmentIds } = body;
    const id = await addMessage(
      call,
      { conversationId, kind, contactId, bodyText, bodyHtml, attachmentIds },
      actorOf(call),
    );
    return { data: (await readMessage(call.db, conversationId, id))! };
  },
  remove: async call => {
    const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
    await removeMessage(call, id, call.params.message_id, actorOf(call));
    return undefined;
  },
};
