import { type Connect, directFetch, fetchOver } from '../runtime/node-or-bun.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';
import { portalWords } from './failure.ts';
import { type Carry, type HttpRequest, isFormBody } from './transport.ts';
import type { Wait } from './wait.ts';

const MAX_REDIRECTS = 5;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Sends one request over a connection: the global fetch, or a test's own. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Sends a request over the network. By default fetch accepts brotli over TLS alone, which makes a list a tenth shorter
 * than gzip does. A part of a file is asked for uncompressed, and without content nothing is shorter.
 */
export const overNetwork = overConnections();

/** The same with a maker of its connections. */
export function overConnections(connect?: Connect): Fetch {
  const fetch = connect ? fetchOver(connect) : directFetch;
  return request => {
    if (request.headers.has('accept') && !request.headers.has('range'))
      request.headers.set('accept-encoding', 'br, gzip');
    return fetch(request);
  };
}

/**
 * Sends requests with ofetch, which is loaded at the first one so that the first frame need not wait. It never retries
 * by itself, and never follows a redirect to another host (the token would go along).
 */
export function carryOverHttp(fetch: Fetch, host: SafeText): Carry {
  return (request, wait) => send(fetch, host, request, wait);
}

async function send(
  fetch: Fetch,
  host: SafeText,
  request: HttpRequest,
  wait: Wait,
  redirectsLeft = MAX_REDIRECTS,
): Promise<Response> {
  const { createFetch } = await import('ofetch');
  const carry = createFetch({
    fetch: (input, init) => fetch(wait.hold(new Request(input, init))),
    Headers,
    AbortController,
  });
  const response = await carry.raw(request.url, {
    method: request.method,
    headers: { ...request.headers },
    body: bodyOf(request),
    signal: wait.signal,
    redirect: 'manual',
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  });
  if (!redirects.includes(response.status)) return response;
  await response.body?.cancel();
  return send(fetch, host, nextStop(request, response, redirectsLeft, host), wait, redirectsLeft - 1);
}

/** A form of our own is read once for each request: another one is made if it is sent again. */
function bodyOf({ body }: HttpRequest): string | FormData | ReadableStream<Uint8Array> | undefined {
  return isFormBody(body) ? streamOf(body.bytes()[Symbol.asyncIterator]()) : body;
}

/** Reads no more than the connection takes. */
function streamOf(bytes: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await bytes.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/** The request that a redirect asks for: on the same origin only, and only if nothing would be done twice. */
function nextStop(request: HttpRequest, response: Response, redirectsLeft: number, host: SafeText): HttpRequest {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  const failure = (message: SafeText) => new ApiError({ status: response.status, code: 'redirected', message });
  if (!target) throw failure(t`${host} sends us on without saying where to. Check the address.`);
  const own = new URL(request.url);
  if (target.origin !== own.origin) {
    const message = t`${host} sends us on to ${safeLine(target.origin)}. Nothing was sent there. If that is the help center, give this address instead.`;
    const isStrange = target.hostname !== '' && target.hostname !== own.hostname;
    const portal = isStrange ? portalWords(host, '', target.href) : null;
    throw new ApiError({ status: response.status, code: 'redirected', message, portal });
  }
  if (redirectsLeft === 0) throw failure(t`${host} sends us round in circles. Check the address.`);
  if (request.method !== 'GET' && response.status < 307)
    throw failure(t`${host} sends us on in the middle of a change, which was not carried out. Check the address.`);
  return { ...request, url: target.href };
}
