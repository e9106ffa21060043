import type { presence as endpoints } from '../../contract/presence.ts';
import { requireConversation } from '../model/access.ts';
import type { Handlers, LooseCall } from './call.ts';
import { concurrent } from './concurrent.ts';

export const presenceHandlers: Handlers['presence'] = {
  tell: concurrent(
    {
      loose: ({ context, caller, params, query, write }: LooseCall<typeof endpoints.tell>) =>
        write(async ({ db }) => {
          const { id } = await requireConversation(db, caller, params.conversation_id);
          context.presence.tell(query.stream, caller.agentId!, id, query.doing);
          return undefined;
        }),
    },
    // It is stored nowhere.
    () => [],
  ),
};
