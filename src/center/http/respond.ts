import type { Program } from '../../contract/history.ts';
import type { StoredAnswer } from './answer.ts';
import { codingFor, compress } from './compress.ts';
import { namesEtag } from './etag.ts';
import type { IncomingRequest } from './request.ts';

/** The further parts of an answer, besides its own headers. */
interface Around {
  readonly requestId: string;
  readonly now: number;
  /** The caller's remaining allowance. */
  readonly more: Readonly<Record<string, string>>;
}

const DESK: Program = 'desk';
/** The only headers about the body that a desk reads. */
const READ_BY_DESKS: readonly string[] = ['content-type', 'retry-after', 'content-encoding'];

/** Whether a desk asks: it says so by its user agent. */
export function isOfDesk({ headers }: Pick<IncomingRequest, 'headers'>): boolean {
  return headers.get('user-agent') === DESK;
}

/** The headers of an answer itself; to a desk without those that say nothing to it: a slow link carries each of them. */
function own(request: IncomingRequest, { headers }: StoredAnswer): Record<string, string> {
  if (!isOfDesk(request)) return { ...headers };
  const isWanted = (name: string) => READ_BY_DESKS.includes(name) || (name === 'etag' && isRead(request));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isWanted(name)));
}

/** Desks go by the time of an answer: it is that of the clock by which answers fall due. */
function common(request: IncomingRequest, { requestId, now, more }: Around): Record<string, string> {
  const date = new Date(now).toUTCString();
  if (isOfDesk(request)) return { date };
  return { 'x-request-id': requestId, date, vary: 'Authorization, Accept-Encoding', ...more };
}

/** The request's own id if it is safe to repeat, otherwise a new one. */
export function requestIdOf(request: IncomingRequest, newId: () => string): string {
  const given = request.headers.get('x-request-id');
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newId();
}

function isHead({ method }: IncomingRequest): boolean {
  return method === 'HEAD';
}

function isRead(request: IncomingRequest): boolean {
  return request.method === 'GET' || isHead(request);
}

function isUnchanged(request: IncomingRequest, answer: StoredAnswer): boolean {
  const known = request.headers.get('if-none-match');
  const { etag } = answer.headers;
  return isRead(request) && known !== null && etag !== undefined && namesEtag(known, etag.slice(1, -1));
}

/**
 * True for an answer that is streamed. It checks the headers: naming the class `Response` loads all of fetch, which the
 * desk does not need to start.
 */
export function isStream(answer: StoredAnswer | Outgoing | Response): answer is Response {
  return typeof answer.headers.get === 'function';
}

/** An answer in its form for sending. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** It answers a request with a valid token. */
  readonly isCallers?: boolean;
}

/**
 * An answer to send: 304 if the reader has it, compressed if that pays and is accepted, for HEAD only the head. A
 * stream stays a `Response`.
 */
export async function respond(
  request: IncomingRequest,
  answer: StoredAnswer | Response,
  around: Around,
): Promise<Outgoing | Response> {
  if (isStream(answer)) {
    for (const [name, value] of Object.entries(common(request, around))) answer.headers.set(name, value);
    if (!isHead(request)) return answer;
    await answer.body?.cancel();
    return new Response(null, answer);
  }
  const headers: Record<string, string> = { ...own(request, answer), ...common(request, around) };
  const coding = answer.body === null ? undefined : codingFor(answer.body, request.headers.get('accept-encoding'));
  // The same in other bytes: a strong tag would say that the bytes are the same.
  if (coding && headers.etag !== undefined) headers.etag = `W/${headers.etag}`;
  if (isUnchanged(request, answer)) {
    delete headers['content-type'];
    return { status: 304, headers, body: null };
  }
  if (answer.body === null) return { status: answer.status, headers, body: null };
  const body = coding ? await compress(answer.body, coding, answer.isPackedWell) : answer.body;
  if (coding) headers['content-encoding'] = coding;
  if (!isHead(request)) return { status: answer.status, headers, body };
  headers['content-length'] = String(Buffer.byteLength(body));
  return { status: answer.status, headers, body: null };
}
