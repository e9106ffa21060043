import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import type { Call, Handlers } from '../handlers/call.ts';
import { readConversation } from '../model/conversation/read.ts';
import { Problem } from '../model/problem.ts';
import type { Beyond } from '../model/surplus.ts';
import { wrongForm } from './validate.ts';

/**
 * Runs a write whose body may have fields that it does not take: they are ignored if they repeat the value from `before`
 * the write or from after it. Throws `validation_failed` for the others, together with the faults that the write finds.
 */
export async function runTruly<R>(
  { hasReadOnly, untrue }: Beyond,
  before: () => Promise<unknown>,
  run: () => Promise<R>,
): Promise<R> {
  if (!hasReadOnly) return run();
  const was = await before();
  const reply = await run().catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
    throw wrongForm([...(error.details ?? []), ...untrue(was)]);
  });
  const shown = [(reply as { readonly data: unknown } | undefined)?.data].flat();
  const wrong = new Map(shown.flatMap(one => untrue(was, one)).map(detail => [detail.path, detail]));
  if (wrong.size > 0) throw wrongForm([...wrong.values()]);
  return reply;
}

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
