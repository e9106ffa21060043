import type { BodyOf } from '../../contract/endpoint.ts';
import type { message as endpoints } from '../../contract/message.ts';
import { requireConversation } from '../model/access.ts';
import { attachmentFaults, contactFault } from '../model/conversation/check.ts';
import { lockConversation } from '../model/conversation/row.ts';
import { actorOf } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import { listMessages, readMessage } from '../model/message/list.ts';
import { askedPart } from '../model/message/part.ts';
import { addMessage, removeMessage } from '../model/message/write.ts';
import { planMail, sendMessage } from '../model/outgoing/plan.ts';
import { type Fault, notFound } from '../model/problem.ts';
import type { Handlers } from './call.ts';
import { checked } from './checked.ts';

/** Whether nobody could read anything in it: neither a text nor a file. */
function isBlank({ body_text = '', attachments = [] }: Partial<BodyOf<typeof endpoints.create>>): boolean {
  return body_text.trim() === '' && attachments.length === 0;
}

export const message: Handlers['message'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listMessages(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  get: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    const data = await readMessage(call.db, id, call.params.message_id, askedPart(call.query));
    if (!data) throw notFound('message');
    return { data };
  },
  create: checked<typeof endpoints.create>()(
    async call => {
      const { caller, body, wrong } = call;
      const held = await lockConversation(call, call.params.conversation_id, caller);
      const kind = caller.kind === 'agent' ? ('agent' as const) : ('contact' as const);
      const contactId = body.contact_id ?? held.requester_id;
      const { plan, faults: unsendable } = body.deliver
        ? await planMail(call, call.mailOut, { held, agentId: caller.agentId }, body)
        : { faults: [] };
      const isNobodys = kind === 'contact' && contactId === null && !wrong.has('contact_id');
      const faults: Fault[] = [
        ...unsendable.filter(([path]) => !wrong.has(path)),
        ...(isBlank(call.body) && !wrong.has('body_text') && !wrong.has('attachments')
          ? [['body_text', 'is blank, and there is no attachment'] as const]
          : []),
        ...(isNobodys ? [['contact_id', 'is required, as the conversation has no contact'] as const] : []),
        ...(await contactFault(call, caller, body.contact_id)),
        ...(await attachmentFaults(call, caller, body.attachments)),
      ];
      return { held, kind, contactId, plan, faults };
    },
    async (call, { held, kind, contactId, plan }) => {
      const { body_text: bodyText, body_html: bodyHtml, attachments: attachmentIds = [] } = call.body;
      const conversationId = held.id;
      const given = { conversationId, held, kind, contactId, bodyText, bodyHtml, attachmentIds };
      const recipients = plan && { to: plan.to, cc: plan.cc };
      const id = await addMessage(call, { ...given, ...(recipients && { recipients }) }, actorOf(call));
      if (plan) await sendMessage(call, plan, { id, conversationId, text: bodyText, attachmentIds });
      return { data: (await readMessage(call.db, held.id, id))! };
    },
  ),
  remove: async call => {
    const { id: conversationId } = await lockConversation(call, call.params.conversation_id, call.caller);
    const message = { conversationId, id: call.params.message_id, caller: call.caller.key };
    await removeMessage(call, message, actorOf(call));
    return undefined;
  },
};
