import { type SafeText, safeLine, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';
import { heldResponse } from './held-response.ts';
import { AnswerTooLarge, createLargeAnswers, type LargeAnswers, readAnswer } from './read-answer.ts';
import { beginWait, type Wait } from './wait.ts';

/** A request as it is sent: with its address, headers and body. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What carries the requests to a help center, and how long one may take. */
export interface TransportOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly host: SafeText;
  readonly timeoutMs: number;
}

/** Sends requests to one help center. It fails with `ApiError` only. */
export interface Transport {
  /** Sends and reads the whole answer. */
  exchange(request: HttpRequest): Promise<Answer>;
  /** Sends and gives the answer as it begins; it may last as long as it likes. A refusal is read to its end. */
  open(request: HttpRequest): Promise<Response | Answer>;
}

const MAX_REDIRECTS = 5;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Carries requests by ofetch, which is loaded at the first one: the first frame does not wait for it. It never
 * retries by itself, never follows to another host (the token would go along), and reads at most 32 MiB.
 */
export function createTransport(options: TransportOptions): Transport {
  const { host, timeoutMs } = options;
  const exchange = async (work: (wait: Wait) => Promise<Answer>, wait: Wait): Promise<Answer> => {
    try {
      return await wait.orGivenUp(work(wait));
    } catch (error) {
      throw noAnswer(error, wait.isLate(), host, timeoutMs);
    } finally {
      wait.end();
    }
  };
  const large = createLargeAnswers();
  return {
    exchange: request =>
      exchange(
        async wait => answerOf(await send(options, request, wait), host, large),
        beginWait(request.signal, timeoutMs),
      ),
    open: async request => {
      const wait = beginWait(request.signal);
      try {
        const response = await wait.orGivenUp(send(options, request, wait));
        if (response.status < 400) return heldResponse(response, wait.signal, wait.end);
        const refusal = await exchange(() => answerOf(response, host, large), beginWait(request.signal, timeoutMs));
        wait.end();
        return refusal;
      } catch (error) {
        wait.end();
        throw noAnswer(error, false, host, timeoutMs);
      }
    },
  };
}

async function send(
  options: TransportOptions,
  request: HttpRequest,
  wait: Wait,
  redirectsLeft = MAX_REDIRECTS,
): Promise<Response> {
  const { createFetch } = await import('ofetch');
  const carry = createFetch({
    fetch: (input, init) => options.fetch(wait.hold(new Request(input, init))),
    Headers,
    AbortController,
  });
  const response = await carry.raw(request.url, {
    method: request.method,
    headers: { ...request.headers },
    body: request.body,
    signal: wait.signal,
    redirect: 'manual',
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  });
  if (!redirects.includes(response.status)) return response;
  await response.body?.cancel();
  const next = nextStop(request, response, redirectsLeft, options.host);
  return send(options, next, wait, redirectsLeft - 1);
}

/** The request that a redirect asks for: on the same origin only, and only where nothing would be done twice. */
function nextStop(request: HttpRequest, response: Response, redirectsLeft: number, host: SafeText): HttpRequest {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  const failure = (message: SafeText) => new ApiError({ status: response.status, code: 'redirected', message });
  if (!target) throw failure(t`${host} sends us on without saying where to. Check the address.`);
  if (target.origin !== new URL(request.url).origin)
    throw failure(
      t`${host} sends us on to ${safeLine(target.origin)}. Nothing was sent there. If that is the help center, give this address instead.`,
    );
  if (redirectsLeft === 0) throw failure(t`${host} sends us round in circles. Check the address.`);
  if (request.method !== 'GET' && response.status < 307)
    throw failure(t`${host} sends us on in the middle of a change, which was not carried out. Check the address.`);
  return { ...request, url: target.href };
}

async function answerOf(response: Response, host: SafeText, large: LargeAnswers): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await textOf(response, host, large) };
}

/** The whole text of an answer. */
async function textOf(response: Response, host: SafeText, large: LargeAnswers): Promise<string> {
  try {
    return await readAnswer(response.body, large);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    const message = t`The answer of ${host} ${safeLine(error.message)} and was not read. Narrow what is asked for.`;
    throw new ApiError({ status: response.status, code: 'unreadable', message });
  }
}

/** The failure behind whatever fetch threw; its own text may name addresses and is left out. */
function noAnswer(error: unknown, isLate: boolean, host: SafeText, timeoutMs: number): ApiError {
  if (error instanceof ApiError) return error;
  if (isLate) {
    const seconds = Math.round(timeoutMs / 1000);
    return new ApiError({ status: 0, code: 'timeout', message: t`${host} did not answer within ${seconds} s.` });
  }
  const reason = causeOf(error, ({ code }) => (/^[A-Z][A-Z0-9_]+$/.test(String(code)) ? String(code) : undefined));
  return new ApiError({
    status: 0,
    code: 'unreachable',
    message: reason ? t`${host} does not answer (${safeLine(reason)}).` : t`${host} does not answer.`,
    isUnsent: causeOf(error, isBeforeConnection) ?? false,
  });
}

/** The system's names for connections that were never made. */
const unmadeConnections: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** True: the connection was never made, so no byte of the request was written. */
function isBeforeConnection({ code, syscall }: Cause): true | undefined {
  return unmadeConnections.includes(code) || syscall === 'connect' || syscall === 'getaddrinfo' || undefined;
}

interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
}

/** What the first of the chain of causes tells of which `read` makes something. */
function causeOf<T>(error: unknown, read: (cause: Cause) => T | undefined, depth = 0): T | undefined {
  if (typeof error !== 'object' || error === null || depth > 5) return undefined;
  return read(error) ?? causeOf((error as Cause).cause, read, depth + 1);
}
