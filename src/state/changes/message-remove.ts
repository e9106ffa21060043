import * as v from 'valibot';
import { Id, MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { withoutMessage } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';
import { REMOVAL_HOLD_MS } from './note-remove.ts';
import { sendRemoval } from './send.ts';

const Args = v.object({ ids: OneConversationId, messageId: Id });

/** Deletes a message that an agent sent. It cannot be restored, so the deletion is held for eight seconds. */
export const messageRemove: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, messageId }) => withoutMessage(visible, ids[0]!, messageId),
  send: (client, { ids, messageId }, key, { versions }) =>
    sendRemoval(ids[0]!, messageId, () =>
      client.message.remove({
        params: { conversation_id: ids[0]!, message_id: messageId },
        key,
        ...onVersion(versions, ids[0]!),
      }),
    ),
  check: async (client, { ids, messageId }) => {
    const params = { conversation_id: ids[0]! };
    const page = await client.message.list({ params, query: { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' } });
    const isGone = page.nextCursor === null && !page.data.some(message => message.id === messageId);
    return isGone ? { conversations: [], refused: [], reread: ids } : 'notDone';
  },
  isRepeatable: false,
  undo: 'hold',
  holdMs: REMOVAL_HOLD_MS,
  title: ({ ids }) => ({ text: t`Deleted a message of #${ids[0]!}`, short: t`Deleted a message` }),
  refusal: t`Message not deleted`,
};
