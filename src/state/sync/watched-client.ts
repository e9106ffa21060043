import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { isApiError } from '../attempt.ts';
import type { NotedContact } from './contact.ts';
import { surely } from './sure-absence.ts';

/** What every call takes; the rest is its own. */
interface Request {
  readonly body?: unknown;
  readonly isProbe?: boolean;
  readonly signal?: AbortSignal;
  readonly onBytes?: () => void;
  readonly onSent?: (bytes: number) => void;
}
type Call = (request: Request) => Promise<unknown>;

const endpoints = contract as unknown as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/**
 * The same client, whose calls tell the contact of every answer, failure and byte. Calls that need no token prove
 * nothing about the agent's own way to the help center and are not watched. While the help center is lost, reads fail
 * at once; only a probe is still sent.
 */
export function watchedClient(
  client: Client,
  contact: NotedContact,
  elapsed: () => number,
  isOurKind: () => boolean,
): Client {
  const groups = Object.entries(client as unknown as Record<string, Record<string, Call>>).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => {
        const endpoint = endpoints[group]?.[name];
        const sure = endpoint === undefined ? call : surely(call, endpoint, isOurKind);
        return [name, watched(sure, endpoint, contact, elapsed)];
      }),
    ),
  ]);
  return Object.fromEntries(groups) as unknown as Client;
}

function watched(call: Call, endpoint: Endpoint | undefined, contact: NotedContact, elapsed: () => number): Call {
  if (endpoint === undefined || endpoint.allows === 'anyone') return call;
  // The body of such an answer is read by the caller, who gives it up as well.
  if (endpoint.gives === 'raw') return (request = {}) => noted(call(request), request, contact);
  const isRead = endpoint.method === 'GET';
  return (request = {}) => {
    // No key waits for a time-out where the help center is known to be lost.
    const loss = isRead && !request.isProbe ? contact.loss() : null;
    if (loss) return Promise.reject(loss);
    const begun = elapsed();
    const controller = new AbortController();
    const giveUp = (): void => controller.abort();
    const one = { lastAt: elapsed() + sendingMs(request), giveUp };
    const onBytes = (): void => {
      one.lastAt = elapsed();
      contact.heard();
    };
    // No sign of life of the help center, but of a call that is not silent.
    const onSent = (bytes: number): void => {
      one.lastAt = Math.max(one.lastAt, elapsed());
      request.onSent?.(bytes);
    };
    const follow = (): void => controller.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', follow, { once: true });
    if (request.signal?.aborted) follow();
    contact.underWay.add(one);
    const answer = call({ ...request, signal: controller.signal, onBytes, onSent }).then(value => {
      if (isRead) contact.took(elapsed() - begun);
      return value;
    });
    return noted(answer, request, contact).finally(() => {
      contact.underWay.delete(one);
      request.signal?.removeEventListener('abort', follow);
    });
  };
}

/** How long sending it may take, at 1,000 characters in a second: it is not silent before. */
function sendingMs({ body }: Request): number {
  return body === undefined ? 0 : JSON.stringify(body).length;
}

async function noted(answer: Promise<unknown>, { signal }: Request, contact: NotedContact): Promise<unknown> {
  try {
    const value = await answer;
    contact.heard();
    return value;
  } catch (error) {
    // A call that its caller gave up says nothing.
    if (isApiError(error) && signal?.aborted !== true) contact.failed(error);
    throw error;
  }
}
