import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import { checkAllowed, needsBodyToRefuse } from '../auth/forbid.ts';
import { type Caller, tokenNameOf } from '../model/access.ts';
import { Problem } from '../model/problem.ts';
import { within } from '../model/within.ts';
import {
  checkJsonType,
  checkLength,
  chunksOf,
  MAX_JSON_BYTES,
  MAX_STRANGER_BYTES,
  readBody,
  readJson,
  upTo,
} from './body/read.ts';
import type { HttpContext } from './context.ts';
import { type Allowance, createRateLimit } from './rate-limit.ts';
import type { IncomingRequest } from './request.ts';

/** How long to wait for the end of a body without a length, in milliseconds: a well-meant one has arrived by then. */
const MAX_WAIT_MS = 200;

function unasked() {
  return new Problem(
    'too_large',
    'This call takes no body, and yours is too large or has no known end; nothing was changed.',
  );
}

async function readPast(request: IncomingRequest): Promise<void> {
  const taken = upTo(chunksOf(request, unasked), MAX_JSON_BYTES, unasked);
  while (!(await taken.next()).done);
}

/**
 * Reads and ignores the body of a request whose endpoint takes none; some clients send an empty one, or `{}`. Throws
 * `too_large` if it announces more bytes than any JSON body may have, or announces no length and does not end soon.
 * This comes before the request is carried out: an event stream may never end, and the body would be sent for as long.
 */
async function passOver(request: IncomingRequest): Promise<void> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > MAX_JSON_BYTES) throw unasked();
  // An announced length is short here: the answer need not wait for the body.
  if (length !== null) return;
  // The client waits for 100 Continue, which it will not get.
  if (request.headers.has('expect')) throw unasked();
  const reading = readPast(request);
  // Reading the rest fails when the connection closes.
  reading.catch(() => undefined);
  await within(MAX_WAIT_MS, reading, unasked);
}

/** The known facts about a request before it is admitted. */
interface RequestFacts {
  readonly request: IncomingRequest;
  readonly endpoint: Endpoint;
  readonly params: PathParams;
  readonly caller: Caller;
  /** Called with the caller's remaining allowance. */
  readonly note: (allowance: Allowance) => void;
}

/**
 * Admits a request and returns its body. Throws if the caller exceeds the rate limit or has no right to the call, or if
 * the body is too large, not JSON, or unexpected and endless: before the body is read, if possible.
 */
type Admit = (asked: RequestFacts) => Promise<Uint8Array>;

const noBytes = new Uint8Array();

/** Whether no body has to be read before the handler is called; a form is read by its handler. */
function hasNoBytes({ body, multipart }: Endpoint, request: IncomingRequest): boolean {
  return !body && (multipart === true || request.body === null);
}

/** Reads a body that is required, JSON and small; none if the endpoint takes none. */
async function readBytes(endpoint: Endpoint, request: IncomingRequest): Promise<Uint8Array> {
  if (hasNoBytes(endpoint, request)) return noBytes;
  if (!endpoint.body) {
    await passOver(request);
    return noBytes;
  }
  const limit = endpoint.allows === 'anyone' ? MAX_STRANGER_BYTES : MAX_JSON_BYTES;
  checkLength(request, limit);
  checkJsonType(request);
  return readBody(request, limit);
}

function lenientJson(bytes: Uint8Array): unknown {
  try {
    return readJson(bytes);
  } catch {
    // It is refused for its form when it is read in earnest.
    return undefined;
  }
}

/** Makes the step that admits requests. */
export function createAdmit({ store, settings, elapsed }: HttpContext): Admit {
  const limit = createRateLimit(settings.rateLimit);
  return async ({ request, endpoint, params, caller, note }) => {
    if (endpoint.allows !== 'anyone') note(limit(tokenNameOf(caller), elapsed()));
    // Most requests are open to every caller and have no body: they need not wait for either.
    if (endpoint.allows === 'caller' && hasNoBytes(endpoint, request)) return noBytes;
    const isLate = needsBodyToRefuse(endpoint);
    if (!isLate) await checkAllowed(store.reader, endpoint, caller, params, undefined);
    const bytes = await readBytes(endpoint, request);
    if (isLate) await checkAllowed(store.reader, endpoint, caller, params, lenientJson(bytes));
    return bytes;
  };
}
