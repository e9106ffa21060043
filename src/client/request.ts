import type { Endpoint, PathParams } from '../contract/endpoint.ts';
import type { Program } from '../contract/history.ts';
import { basePath } from '../contract/index.ts';
import { isPlainList } from '../contract/schema.ts';
import { t } from '../text/safe.ts';
import { ApiError, type CallFailure } from './api-error.ts';
import type { AnyCall } from './call.ts';
import { type FileBody, multipartForm } from './file-body.ts';
import { type HttpRequest, isFormBody } from './transport.ts';

/** A call's request without its types. */
export interface AnyRequest extends AnyCall {
  readonly params?: PathParams;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The caller: the bearer, and the program. */
interface Caller {
  readonly token: string | undefined;
  readonly program: Program | undefined;
}

/**
 * The HTTP request of a call. `baseUrl` has no slash at its end. Throws an `ApiError` if the call names something that
 * the help center has not got yet: its negative number means something on this desk alone.
 */
export function httpRequestOf(
  endpoint: Endpoint,
  request: AnyRequest,
  baseUrl: string,
  { token, program }: Caller,
): HttpRequest {
  if ([request.params, request.query, request.body].some(hasLocalId)) throw new ApiError(NOT_THERE_YET);
  const params: Readonly<Record<string, unknown>> = request.params ?? {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = queryString(request.query ?? {}, endpoint.query);
  const headers: Record<string, string> = {};
  // Our own service needs no words about the form of an answer without content.
  if (endpoint.gives !== 'nothing' || !endpoint.extension) headers.accept = endpoint.media ?? 'application/json';
  if (token !== undefined && (endpoint.allows !== 'anyone' || endpoint.mayKnow))
    headers.authorization = `Bearer ${token}`;
  // History names the program, and answers to a desk leave out fields that desks do not read.
  if (program !== undefined) headers['user-agent'] = program;
  if (request.key !== undefined && endpoint.method !== 'GET') headers['idempotency-key'] = request.key;
  if (request.ifMatch !== undefined) headers['if-match'] = request.ifMatch;
  if (request.etag) headers['if-none-match'] = request.etag;
  if (request.resumeAfter !== undefined) headers['last-event-id'] = request.resumeAfter;
  if (request.range) {
    headers.range = `bytes=${request.range.from}-`;
    headers['if-range'] = request.range.etag;
  }
  const body = bodyOf(endpoint, request);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  return {
    method: endpoint.method,
    url: `${baseUrl}${basePath}${path}${query ? `?${query}` : ''}`,
    headers: isFormBody(body) ? { ...headers, ...body.headers } : headers,
    body,
    signal: request.signal,
    onBytes: request.onBytes,
    onSent: request.onSent,
    onDate: request.onDate,
  };
}

const NOT_THERE_YET: CallFailure = {
  status: 404,
  code: 'not_found',
  shape: 'own',
  message: t`It is on its way to the help center. Try again once it is there.`,
};

/** The help center's own numbers are never negative, be they values or, with versions, names. */
function hasLocalId(value: unknown): boolean {
  if (typeof value === 'number') return value < 0;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => Number(name) < 0 || hasLocalId(inner));
}

function bodyOf({ multipart }: Endpoint, { body }: AnyRequest): HttpRequest['body'] {
  if (body === undefined) return undefined;
  if (multipart !== true) return JSON.stringify(body);
  return 'read' in (body as object) ? multipartForm(body as FileBody) : (body as FormData);
}

/** `{status: ['open'], tags: ['vip'], before: {created_at: T}}` as `status=open&tags[]=vip&before[created_at]=T`. */
function queryString(query: Readonly<Record<string, unknown>>, schema: Endpoint['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) search.append(isPlainList(schema, name) ? name : `${name}[]`, String(item));
    } else if (typeof value === 'object') {
      for (const [field, item] of Object.entries(value)) {
        if (Array.isArray(item)) for (const one of item) search.append(`${name}[${field}][]`, String(one));
        else if (item !== undefined) search.append(`${name}[${field}]`, String(item));
      }
    } else search.append(name, String(value));
  }
  return search.toString();
}
