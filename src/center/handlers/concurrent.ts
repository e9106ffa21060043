import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import type { PathParams } from '../../contract/endpoint.ts';
import type { Concurrency } from '../model/work.ts';

/** The conversations that a concurrent write locks, by those that its request names. */
export type Locked = (named: readonly number[]) => Concurrency['conversations'];

/** Those that the request names. */
export const NAMED: Locked = named => named;

/**
 * Declares that the write of a handler may run while other such writes do: see `Concurrency`. Any other write is
 * exclusive.
 */
export function concurrent<H extends object>(handler: H, locked = NAMED): H {
  return Object.assign(handler, { locked });
}

function idsIn(given: unknown): number[] {
  return Array.isArray(given) ? given.filter(id => Number.isSafeInteger(id)) : [];
}

/** The locks of a request's write; undefined if the write is exclusive. */
export function concurrencyOf(handler: object, params: PathParams, body: unknown): Concurrency | undefined {
  if (!('locked' in handler)) return undefined;
  const named = (body ?? {}) as { readonly conversation_ids?: unknown; readonly Conversation_ids?: unknown };
  const { conversation_id: id } = params;
  const ids = [...(id === undefined ? [] : [id]), ...idsIn(named.conversation_ids ?? named.Conversation_ids ?? body)];
  return ids.length > MAX_BULK_IDS ? undefined : { conversations: (handler.locked as Locked)(ids) };
}
