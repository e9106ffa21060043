import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import type { AnyRequest } from './request.ts';

/** The parts of a query that only make an answer smaller: a help center that does not know them may refuse them. */
const EXTRAS = new Map<Endpoint, readonly string[]>([
  [contract.conversation.list, ['fields']],
  [contract.message.list, ['fields', 'body_limit', 'after_id']],
  [contract.service.events, ['rows', 'presence']],
]);

/** The request without its extras; undefined if it has none. */
export function withoutExtras(endpoint: Endpoint, { query = {}, ...request }: AnyRequest): AnyRequest | undefined {
  const extras = EXTRAS.get(endpoint) ?? [];
  if (!extras.some(name => query[name] !== undefined)) return undefined;
  return { ...request, query: Object.fromEntries(Object.entries(query).filter(([name]) => !extras.includes(name))) };
}
