import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { withMergedInto } from '../model/conversation/merge.ts';
import { type Besides, NO_CONVERSATION } from '../model/work.ts';

const { attachment, conversation, message, note, presence, queue } = contract;

/**
 * The writes of everyday work, each in the conversations that it names, and in a new one: see `Besides`. A write that is
 * not among them is alone.
 */
const everyday: ReadonlySet<Endpoint> = new Set<Endpoint>([
  attachment.create,
  conversation.create,
  conversation.update,
  conversation.massUpdate,
  conversation.read,
  conversation.merge,
  conversation.split,
  conversation.archive,
  conversation.restore,
  conversation.addAgent,
  conversation.addTag,
  conversation.addTags,
  conversation.removeTags,
  message.create,
  note.add,
  note.update,
  presence.tell,
  queue.next,
]);

function idsIn(given: unknown): number[] {
  return Array.isArray(given) ? given.filter(id => Number.isSafeInteger(id)) : [];
}

/** How a request may run beside others; undefined if it must be alone. */
export function besidesOf(endpoint: Endpoint, params: PathParams, body: unknown): Besides | undefined {
  if (!everyday.has(endpoint)) return undefined;
  const named = (body ?? {}) as { readonly conversation_ids?: unknown; readonly Conversation_ids?: unknown };
  // A sign is stored nowhere, and the next one is found and locked by its handler.
  if (endpoint === presence.tell || endpoint === queue.next) return NO_CONVERSATION;
  const { conversation_id: id } = params;
  const ids = [...(id === undefined ? [] : [id]), ...idsIn(named.conversation_ids ?? named.Conversation_ids ?? body)];
  if (ids.length > MAX_BULK_IDS) return undefined;
  return { conversations: endpoint === conversation.merge ? work => withMergedInto(work, ids) : ids };
}
