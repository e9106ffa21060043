import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import { checkAllowed, needsBodyToRefuse } from '../auth/forbid.ts';
import { type Caller, tokenNameOf } from '../model/access.ts';
import { readJson } from './body/json.ts';
import { checkJsonType, checkLength, MAX_JSON_BYTES, MAX_STRANGER_BYTES, readBody } from './body/read.ts';
import { passOver } from './body/unasked.ts';
import type { HttpContext } from './context.ts';
import { createRateLimit } from './rate-limit.ts';
import type { AnyRequest } from './request.ts';

/** The known facts about a request before it is admitted. */
interface Asked {
  readonly request: AnyRequest;
  readonly endpoint: Endpoint;
  readonly params: PathParams;
  readonly caller: Caller;
}

/**
 * Admits a request and returns its body. Throws if the caller exceeds the rate limit or has no right to the call, or if
 * the body is too large, not JSON, or unexpected and endless: before the body is read, if possible.
 */
export type Admit = (asked: Asked) => Promise<Uint8Array>;

const noBytes = new Uint8Array();

/** Whether no body has to be read before the handler is called; a form is read by its handler. */
function hasNoBytes({ body, multipart }: Endpoint, request: AnyRequest): boolean {
  return !body && (multipart === true || request.body === null);
}

/** Reads a body that is required, JSON and small; none if the endpoint takes none. */
async function readBytes(endpoint: Endpoint, request: AnyRequest): Promise<Uint8Array> {
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
    return undefined;
  }
}

/** Makes the step that admits requests. */
export function createAdmit({ store, settings, elapsed }: HttpContext): Admit {
  const limit = createRateLimit(settings.rateLimit);
  return async ({ request, endpoint, params, caller }) => {
    if (endpoint.allows !== 'anyone') limit(tokenNameOf(caller), elapsed());
    // Most requests are open to every caller and have no body: they need not wait for either.
    if (endpoint.allows === 'caller' && hasNoBytes(endpoint, request)) return noBytes;
    const isLate = needsBodyToRefuse(endpoint);
    if (!isLate) await checkAllowed(store.reader, endpoint, caller, params, undefined);
    const bytes = await readBytes(endpoint, request);
    if (isLate) await checkAllowed(store.reader, endpoint, caller, params, lenientJson(bytes));
    return bytes;
  };
}
