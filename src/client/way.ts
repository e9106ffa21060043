import { type SafeText, safeLine } from '../text/safe.ts';
import { carryOverHttp, type Fetch } from './over-http.ts';
import { type Carry, type HttpRequest, isFormBody, type RawResponse } from './transport.ts';

/** The way to a help center: over a connection, or in this process. */
export type Way = { readonly fetch: Fetch } | { readonly answer: AnswerHere };

/** Carries requests on this way to the help center, which is called `host` in sentences. */
export function carryOn(way: Way, host: SafeText): Carry {
  return 'answer' in way ? carryInProcess(way.answer) : carryOverHttp(way.fetch, host);
}

/** The name of a help center in sentences. */
export function hostOf(baseUrl: string): SafeText {
  return safeLine(URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl);
}

/** The parts of a request that a help center reads. */
interface BareRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Its answer, except a stream. */
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/**
 * A help center in this process. It works without `Request` and `Response` where possible: each costs more than a small
 * answer, and the first one loads all of fetch, which takes longer than the rest of the desk's start.
 */
export type AnswerHere = (request: BareRequest) => Promise<Answered | Response>;

/** Carries requests to a help center in this process. */
function carryInProcess(answer: AnswerHere): Carry {
  return async request => {
    const answered = await answer(askedOf(request));
    return isStream(answered) ? answered : answerOf(answered);
  };
}

function isStream(answered: Answered | Response): answered is Response {
  return typeof answered.headers.get === 'function';
}

function askedOf({ method, url, headers, body }: HttpRequest): BareRequest {
  if (isFormBody(body)) return { method, url, headers: headersOf(headers), body: body.bytes() };
  if (body !== undefined && typeof body !== 'string') return new Request(url, { method, headers, body });
  return {
    method,
    url,
    headers: headersOf(headers),
    body: body === undefined ? null : bytesOf(body),
  };
}

/** Fields by their names in lower case, read as those of a `Request` or a `Response` are. */
function headersOf(fields: Readonly<Record<string, string>>): BareRequest['headers'] {
  return {
    get: name => fields[name.toLowerCase()] ?? null,
    has: name => Object.hasOwn(fields, name.toLowerCase()),
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function answerOf({ status, headers, body }: Answered): RawResponse {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? new Uint8Array());
  return { status, headers: headersOf(headers), text };
}
