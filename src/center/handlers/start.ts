import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { countQueries, type StartPart, startQueries } from '../../contract/start.ts';
import { readConversation } from '../model/conversation/read.ts';
import { readTransaction } from '../model/transaction.ts';
import { agentHandlers } from './agent.ts';
import type { Call, GivenPart, HandlerReply, Handlers } from './call.ts';
import { conversationHandlers } from './conversation.ts';
import { inboxHandlers } from './inbox.ts';
import { messageHandlers } from './message.ts';
import { noteHandlers } from './note.ts';
import { sessionHandlers } from './session.ts';
import { statusHandlers } from './status.ts';
import { tagHandlers } from './tag.ts';

interface StartPartRequest {
  readonly query?: object;
  readonly params?: object;
}

export const startHandlers: Handlers['start'] = {
  read: {
    loose: async ({ query, context, ...asked }) => {
      const { counts: counted, thread: given, version, messages: afterMessage, notes: afterNote, ...filter } = query;
      return readTransaction(
        context,
        async work => {
          const answered = async (
            endpoint: Endpoint,
            handler: object,
            { query: own, params = {} }: StartPartRequest = {},
          ): Promise<GivenPart> => {
            const call = { ...asked, ...work, endpoint, params, query: own ?? (endpoint.query && {}) };
            const plain = handler as unknown as (call: Call<Endpoint>) => Promise<HandlerReply<Endpoint>>;
            return { endpoint, query: own, reply: await plain(call as unknown as Call<Endpoint>) };
          };
          const list = await answered(contract.conversation.list, conversationHandlers.list, {
            query: { ...filter, ...startQueries.list },
          });
          const parts: Partial<Record<StartPart, GivenPart>> = {
            list,
            me: await answered(contract.session.me, sessionHandlers.me),
            inboxes: await answered(contract.inbox.list, inboxHandlers.list),
            statuses: await answered(contract.status.list, statusHandlers.list),
            agents: await answered(contract.agent.list, agentHandlers.list),
            tags: await answered(contract.tag.list, tagHandlers.list, { query: startQueries.tags }),
          };
          const numbers: Record<string, number | undefined> = {};
          for (const [name, query] of counted === '1' ? Object.entries(countQueries) : []) {
            const { reply } = await answered(contract.conversation.list, conversationHandlers.list, {
              query: v.parse(contract.conversation.list.query, query),
            });
            numbers[name] = (reply as unknown as HandlerReply<typeof contract.conversation.list>).total;
          }
          const counts = counted === '1' ? numbers : undefined;
          const id = given ?? (list.reply as unknown as HandlerReply<typeof contract.conversation.list>).data[0]?.id;
          const shown = id === undefined ? undefined : await readConversation(work.db, asked.caller, id);
          if (shown === undefined || shown.version === version) return { parts, counts };
          const params = { conversation_id: id };
          const [messages, notes] = [
            { ...startQueries.messages, after_id: afterMessage },
            { ...startQueries.notes, after_id: afterNote },
          ];
          parts.messages = await answered(contract.message.list, messageHandlers.list, { params, query: messages });
          parts.notes = await answered(contract.note.list, noteHandlers.list, { params, query: notes });
          return { parts, counts, thread: id };
        },
        asked.now,
      );
    },
  },
};
