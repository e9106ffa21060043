import { requireConversation } from '../model/access.ts';
import type { Handlers } from './call.ts';

export const presence: Handlers['presence'] = {
  tell: {
    loose: ({ context, caller, params, body, write }) =>
      write(async ({ db }) => {
        const { id } = await requireConversation(db, caller, params.conversation_id);
        context.presence.tell(body.stream, caller.agentId!, id, body.doing);
        return undefined;
      }),
  },
};
