import { equal, match } from 'node:assert/strict';
import { type Ask, requestOf } from '../conformance/client.ts';
import { createWorld, type World } from '../conformance/world.ts';
import { apiKey } from './serving.ts';

/** A suite's world in a running service. */
export function worldOver(baseUrl: string): Promise<World> {
  return createWorld({ baseUrl, apiKey, run: 'full', fetch: request => fetch(request), close: async () => undefined });
}

/**
 * Asks a service (by default the world's own) as the API key, or as an agent if the call needs one; unlike in the
 * suite, the caller checks a 5xx.
 */
export async function tryWrite(
  { target, insider }: World,
  ask: Ask,
  baseUrl = target.baseUrl,
): Promise<{ status: number; text: string }> {
  const token = typeof ask.as === 'object' ? ask.as.token : ask.as === 'insider' ? insider.token : target.apiKey;
  const answer = await target.fetch(requestOf({ ...target, baseUrl }, ask, token));
  return { status: answer.status, text: await answer.text() };
}

/** Throws unless a write was refused for want of room, in a sentence. */
export function checkRefusal({ status, text }: { status: number; text: string }, title: string): void {
  equal(status, 503, `${title}: ${status} ${text}`);
  match(text, /"unavailable".*cannot store anything now; nothing was changed/);
}
