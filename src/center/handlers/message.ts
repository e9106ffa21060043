import type { message as endpoints } from '../../contract/message.ts';
import { requireConversation } from '../access.ts';
import { actorOf } from '../actor.ts';
import type { Handlers } from '../call.ts';
import { checked } from '../checked.ts';
import { openPage } from '../paging.ts';
import { type Fault, notFound } from '../problem.ts';
import { attachmentFaults, contactFault } from '../storage/conversation-check.ts';
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
  create: checked<typeof endpoints.create>()(
    async call => {
      const { caller, body, wrong } = call;
      const held = await lockConversation(call, call.params.conversation_id, caller);
      const kind = caller.kind === 'agent' ? ('agent' as const) : ('contact' as const);
      const contactId = body.contact_id ?? held.requester_id;
      const isNobodys = kind === 'contact' && contactId === null && !wrong.has('contact_id');
      const faults: Fault[] = [
        ...(body.deliver ? [['deliver', 'cannot be done: no relay is set up to send mail by'] as const] : []),
        ...(isNobodys ? [['contact_id', 'is required, as the conversation has no contact'] as const] : []),
        ...(await contactFault(call, caller, body.contact_id)),
        ...(await attachmentFaults(call, caller, body.attachments)),
      ];
      return { held, kind, contactId, faults };
    },
    async (call, { held, kind, contactId }) => {
      const { body_text: bodyText, body_html: bodyHtml, attachments: attachmentIds } = call.body;
      const given = { conversationId: held.id, held, kind, contactId, bodyText, bodyHtml, attachmentIds };
      const id = await addMessage(call, given, actorOf(call));
      return { data: (await readMessage(call.db, held.id, id))! };
    },
  ),
  remove: async call => {
    const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
    await removeMessage(call, id, call.params.message_id, actorOf(call));
    return undefined;
  },
};
