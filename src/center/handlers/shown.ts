import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { readConversation } from '../model/conversation/read.ts';
import type { Call, Handlers } from './call.ts';

type Plain = (call: Call<Endpoint>) => Promise<{ readonly data: unknown }>;

/** The call that reads the resource of a path. */
function readerOf(path: string): readonly [group: string, name: string, endpoint: Endpoint] | undefined {
  for (const [group, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
      if (endpoint.method === 'GET' && endpoint.path === path && endpoint.gives === 'one')
        return [group, name, endpoint];
  return undefined;
}

/** The resource that a write is about, as its own GET shows it; undefined if none does, or none of that name is there. */
export async function shownBefore(handlers: Handlers, call: Call<Endpoint>): Promise<unknown> {
  const { conversation_id: conversationId } = call.params as { readonly conversation_id?: number };
  const [group, name, endpoint] = readerOf(call.endpoint.path) ?? [];
  if (endpoint === undefined) return undefined;
  if (endpoint === (contract.conversation.get as Endpoint))
    return readConversation(call.db, call.caller, conversationId!);
  const handler = (handlers as unknown as Record<string, Record<string, Plain>>)[group!]![name!]!;
  // One that is not there is refused by the write itself.
  return handler({ ...call, endpoint }).then(
    ({ data }) => data,
    () => undefined,
  );
}
