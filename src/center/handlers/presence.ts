import { requireConversation } from '../model/access.ts';
import type { Handlers } from './call.ts';

export const presence: Handlers['presence'] = {
  tell: {
    loose: ({ context, caller, params, query, write }) =>
      write(async ({ db }) => {
        const { id } = await requireConversation(db, caller, params.conversation_id);
        context.presence.tell(query.stream, caller.agentId!, id, query.doing);
        return undefined;
      }),
  },
};
