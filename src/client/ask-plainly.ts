import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { ApiError } from './api-error.ts';
import type { AnyRequest } from './request.ts';

/** The parts of a query that only make an answer smaller: a help center that does not know them may refuse them. */
const EXTRAS = new Map<Endpoint, readonly string[]>([
  [contract.conversation.list, ['fields']],
  [contract.message.list, ['fields', 'body_limit', 'after_id']],
  [contract.service.events, ['rows']],
]);

/** Makes a call with its whole request, and again without what the help center turns out not to know. */
export type AskPlainly = <T>(
  endpoint: Endpoint,
  request: AnyRequest,
  call: (asked: AnyRequest) => Promise<T>,
) => Promise<T>;

/**
 * For one help center: remembers for which calls it refuses the extras. A web page proves nothing, so that the next call
 * has them again.
 */
export function createAskPlainly(): AskPlainly {
  const refused = new Set<Endpoint>();
  return async (endpoint, request, call) => {
    const extras = EXTRAS.get(endpoint) ?? [];
    const { query = {} } = request;
    if (!extras.some(name => query[name] !== undefined)) return call(request);
    const plain = {
      ...request,
      query: Object.fromEntries(Object.entries(query).filter(([name]) => !extras.includes(name))),
    };
    if (refused.has(endpoint)) return call(plain);
    try {
      return await call(request);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.refusesQuestion) throw error;
      const answer = await call(plain);
      if (!error.isTransient) refused.add(endpoint);
      return answer;
    }
  };
}
