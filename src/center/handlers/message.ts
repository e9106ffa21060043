import type { message as endpoints } from '../../contract/message.ts';
import { requireConversation } from '../model/access.ts';
import { contactFault } from '../model/conversation/check.ts';
import { earlierOf } from '../model/conversation/earlier.ts';
import { lockConversation } from '../model/conversation/row.ts';
import { actorOf } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import { htmlText, readHtml } from '../model/message/html-text.ts';
import { listMessages, readMessage } from '../model/message/list.ts';
import { askedPart } from '../model/message/part.ts';
import { sourceOfMessage } from '../model/message/source.ts';
import { removeMessage } from '../model/message/write.ts';
import { type Fault, notFound } from '../model/problem.ts';
import { readTransaction } from '../model/transaction.ts';
import type { Work } from '../model/work.ts';
import type { Handlers, LooseCall } from './call.ts';
import { checked } from './checked.ts';
import { NAMED } from './concurrent.ts';
import { lookAtMessage, writeMessage } from './written.ts';

async function get({ context, caller, params, query, now }: LooseCall<typeof endpoints.get>) {
  const wantsText = query.html_text === '1';
  const find = async ({ db }: Work) => {
    const { id } = await requireConversation(db, caller, params.conversation_id);
    const data = await readMessage(db, id, params.message_id, askedPart(query));
    if (!data) throw notFound('message');
    const html = wantsText ? await readHtml(db, data.id) : null;
    const wantsSource = query.source === '1' && caller.seesAll;
    const source = wantsSource ? { source: await sourceOfMessage(db, data.id, query.source_limit) } : {};
    return { html, data: { ...data, ...source } };
  };
  const { html, data } = await readTransaction(context, find, now);
  return { reply: { data: wantsText ? { ...data, html_text: await htmlText(html) } : data } };
}

export const messageHandlers: Handlers['message'] = {
  list: async call => {
    const { db, caller, query } = call;
    const { id } = await requireConversation(db, caller, call.params.conversation_id);
    const listed = await listMessages(db, id, query, openPage(call, 'created_at.asc'));
    const isNewest = query.sort === 'created_at.desc' && query.cursor === undefined && query.after_id === undefined;
    const earlier = isNewest ? await earlierOf(db, caller, id) : undefined;
    return { ...listed, ...(earlier && { meta: { earlier } }) };
  },
  get: { loose: get },
  create: checked<typeof endpoints.create>(NAMED)(
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
