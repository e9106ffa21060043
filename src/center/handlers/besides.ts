import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import type { Besides } from '../model/work.ts';

const { conversation, message, note, presence } = contract;

/**
 * The writes of everyday work, each in the conversations that it names, and in a new one: see `Besides`. A write that is
 * not among them is alone.
 */
const everyday: ReadonlySet<Endpoint> = new Set<Endpoint>([
  conversation.create,
  conversation.update,
  conversation.massUpdate,
  conversation.read,
  conversation.archive,
  conversation.restore,
  conversation.addAgent,
  conversation.addTag,
  conversation.addTags,
  conversation.removeTags,
  message.create,
  note.add,
  presence.tell,
]);

function idsIn(given: unknown): number[] {
  return Array.isArray(given) ? given.filter(id => Number.isSafeInteger(id)) : [];
}

/** How a request may run beside others; undefined if it must be alone. */
export function besidesOf(endpoint: Endpoint, params: PathParams, body: unknown): Besides | undefined {
  if (!everyday.has(endpoint)) return undefined;
  const named = (body ?? {}) as { readonly conversation_ids?: unknown };
  // It is stored nowhere.
  if (endpoint === presence.tell) return { conversations: [] };
  const { conversation_id: id } = params;
  const ids = [...(id === undefined ? [] : [id]), ...idsIn(named.conversation_ids)];
  return ids.length > MAX_BULK_IDS ? undefined : { conversations: ids };
}
