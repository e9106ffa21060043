import type { Client } from '../../client/client.ts';
import { type UntypedCall, wrapCalls } from '../../state/calls/wrap-calls.ts';

/** The groups whose changes go through the outbox: the agent does not wait for their answers. */
const BEHIND: ReadonlySet<string> = new Set(['conversation', 'message', 'note', 'attachment']);

/** The same client, and whether a call that the agent waits for is under way. Streams and probes do not count. */
export function countedClient(client: Client): { readonly client: Client; readonly isBusy: () => boolean } {
  let underWay = 0;
  const counted =
    (call: UntypedCall): UntypedCall =>
    async request => {
      if (request?.isProbe || request?.isBackground) return call(request);
      underWay += 1;
      try {
        return await call(request);
      } finally {
        underWay -= 1;
      }
    };
  const wrapped = wrapCalls(client, (call, { gives, method }, group) => {
    const isCounted = gives !== 'raw' && (method === 'GET' || !BEHIND.has(group));
    return isCounted ? counted(call) : call;
  });
  return { client: wrapped, isBusy: () => underWay > 0 };
}
