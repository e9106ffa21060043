import type { message as endpoints } from '../../contract/message.ts';
import { requireConversation } from '../model/access.ts';
import { contactFault } from '../model/conversation/check.ts';
import { lockConversation } from '../model/conversation/row.ts';
import { actorOf } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import { listMessages, readMessage } from '../model/message/list.ts';
import { askedPart } from '../model/message/part.ts';
import { sourceOfMessage } from '../model/message/source.ts';
import { removeMessage } from '../model/message/write.ts';
import { type Fault, notFound } from '../model/problem.ts';
import type { Handlers } from './call.ts';
import { checked } from './checked.ts';
import { lookAtMessage, writeMessage } from './written.ts';

export const message: Handlers['message'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listMessages(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  get: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    const data = await readMessage(call.db, id, call.params.message_id, askedPart(call.query));
    if (!data) throw notFound('message');
    if (call.query.source !== '1' || !call.caller.seesAll) return { data };
    return { data: { ...data, source: await sourceOfMessage(call.db, data.id) } };
  },
  create: checked<typeof endpoints.create>()(
    async call => {
      const { caller, body, wrong } = call;
      const held = await lockConversation(call, call.params.conversation_id, caller);
      const contactId = body.contact_id ?? held.requester_id;
      const isNobodys = caller.kind !== 'agent' && contactId === null && !wrong.has('contact_id');
      const { plan, faults } = await lookAtMessage(call, held, body, wrong);
      const more: Fault[] = isNobodys ? [['contact_id', 'is required, as the conversation has no contact']] : [];
      return {
        held,
        contactId,
        plan,
        faults: [...faults, ...more, ...(await contactFault(call, caller, body.contact_id))],
      };
    },
    async (call, { held, contactId, plan }) => {
      const id = await writeMessage(call, held, call.body, { plan, contactId });
      return { data: (await readMessage(call.db, held.id, id))! };
    },
  ),
  remove: async call => {
    const { id: conversationId } = await lockConversation(call, call.params.conversation_id, call.caller);
    const isTakenBack = call.query.unsent === '1';
    const message = { conversationId, id: call.params.message_id, caller: call.caller.key, isTakenBack };
    await removeMessage(call, message, actorOf(call));
    return undefined;
  },
};
