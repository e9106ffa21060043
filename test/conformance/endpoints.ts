import type { Endpoint } from '../../src/contract/endpoint.ts';
import { contract, type EndpointName } from '../../src/contract/index.ts';

/** An endpoint with its name and its `METHOD /path`. */
export interface NamedEndpoint {
  readonly name: EndpointName;
  readonly title: string;
  readonly endpoint: Endpoint;
}

/** All endpoints of the contract. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([verb, endpoint]) => ({
    name: `${resource}.${verb}` as EndpointName,
    title: `${endpoint.method} ${endpoint.path}`,
    endpoint,
  })),
);

const patterns = endpoints.map(({ endpoint }) => ({
  endpoint,
  pattern: new RegExp(
    `^${endpoint.path
      .replaceAll('.', '\\.')
      .replace(/\{\w+_id\}/g, '\\d+')
      .replace('{name}', '[^/]+')}$`,
  ),
}));

/** The endpoint that a method and a path with its parameters belong to. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  return patterns.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))?.endpoint;
}

/** A path with its ids filled in, and its name percent-encoded. */
export function filledPath(path: string, params: Readonly<Record<string, number | string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
}
