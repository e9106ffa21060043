import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';

type Call = (request?: { readonly isProbe?: boolean; readonly isBackground?: boolean }) => Promise<unknown>;

const endpoints = contract as unknown as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** The groups whose changes go through the outbox: nobody waits for their answers. */
const BEHIND: ReadonlySet<string> = new Set(['conversation', 'message', 'note', 'attachment']);

/** The same client, and whether a call that somebody waits for is under way. Streams and probes do not count. */
export function countedClient(client: Client): { readonly client: Client; readonly isBusy: () => boolean } {
  let underWay = 0;
  const counted =
    (call: Call): Call =>
    async request => {
      if (request?.isProbe || request?.isBackground) return call(request);
      underWay += 1;
      try {
        return await call(request);
      } finally {
        underWay -= 1;
      }
    };
  const groups = Object.entries(client as unknown as Record<string, Record<string, Call>>).map(([group, calls]) => {
    const isCounted = (name: string): boolean => {
      const endpoint = endpoints[group]?.[name];
      if (endpoint === undefined || endpoint.gives === 'raw') return false;
      return endpoint.method === 'GET' || !BEHIND.has(group);
    };
    return [
      group,
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, isCounted(name) ? counted(call) : call])),
    ];
  });
  return { client: Object.fromEntries(groups) as unknown as Client, isBusy: () => underWay > 0 };
}
