import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';

/**
 * Whether a read may go to a standby: numbers and searches, which take long. Each depends only on writes that desks
 * hear of, so that a standby can say whether it has them all.
 */
export function isLong(endpoint: Endpoint, query: unknown): boolean {
  if (endpoint === contract.numbers.get) return true;
  return endpoint === contract.conversation.list && (query as { readonly q?: string }).q !== undefined;
}
