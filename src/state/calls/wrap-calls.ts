import type { Client } from '../../client/client.ts';
import type { AnyRequest } from '../../client/request.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';

/** One call of a client, without its types. */
export type UntypedCall = (request?: AnyRequest) => Promise<unknown>;

const endpoints: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = contract;

/** The same client with each call of the contract replaced by what `wrap` returns for it. */
export function wrapCalls(
  client: Client,
  wrap: (call: UntypedCall, endpoint: Endpoint, group: string) => UntypedCall,
): Client {
  const groups = Object.entries(
    client as unknown as Readonly<Record<string, Readonly<Record<string, UntypedCall>>>>,
  ).map(([group, calls]) => {
    const wrapped = Object.entries(calls).map(([name, call]) => {
      const endpoint = endpoints[group]?.[name];
      return [name, endpoint === undefined ? call : wrap(call, endpoint, group)];
    });
    return [group, Object.fromEntries(wrapped)];
  });
  return Object.fromEntries(groups) as unknown as Client;
}
