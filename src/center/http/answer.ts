import { MAX_COUNTED } from '../../contract/conversation-filter.ts';
import type { Endpoint, PathParams } from '../../contract/endpoint.ts';
import type { HandlerReply } from '../handlers/call.ts';
import { cutTo } from '../model/cut-row.ts';
import { bodyEtag } from '../model/etag.ts';
import { problemOf } from '../model/problem.ts';
import { locationOf } from './location.ts';

/** An answer that can be stored and repeated. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** It is read once and waited for: it is packed as small as it gets. */
  readonly isPackedWell?: boolean;
}

const json = { 'content-type': 'application/json' };

function successOf(endpoint: Endpoint, isCreated: boolean): number {
  if (typeof endpoint.status === 'number') return endpoint.status;
  return isCreated ? 201 : 200;
}

interface AnyReply {
  readonly data: unknown;
  readonly etag?: string;
  readonly created?: boolean;
  readonly nextCursor?: string | null;
  readonly total?: number;
  readonly meta?: object;
}

function metaOf({ nextCursor, total, meta }: AnyReply): object {
  return {
    next_cursor: nextCursor ?? null,
    ...meta,
    ...(total === undefined ? {} : { total }),
    ...(total === MAX_COUNTED ? { total_is_more: true } : {}),
  };
}

interface ListQuery {
  readonly fields?: string;
  readonly sort?: string;
}

/**
 * The remaining columns of a list's entries if its query asks for rows: a reader who sorts needs the fields of the
 * order.
 */
function rowsOf({ row }: Endpoint, data: unknown, query: unknown): unknown {
  const { fields, sort } = (query ?? {}) as ListQuery;
  if (!row || fields !== 'list') return data;
  return (data as readonly object[]).map(cutTo(row, sort === undefined ? [] : [sort.split('.', 1)[0]!]));
}

interface AnyAsked {
  readonly query?: unknown;
  readonly params?: PathParams;
}

/** A handler's reply in the service's envelope; a list in the form that its query asks for. */
export function answerOf<E extends Endpoint>(
  endpoint: E,
  reply: HandlerReply<E>,
  { query, params = {} }: AnyAsked = {},
): StoredAnswer {
  if (endpoint.gives === 'nothing') return { status: successOf(endpoint, false), headers: {}, body: null };
  const { data, etag, created } = reply as AnyReply;
  const envelope =
    endpoint.gives === 'list' ? { data: rowsOf(endpoint, data, query), meta: metaOf(reply as AnyReply) } : { data };
  const body = JSON.stringify(envelope);
  const status = successOf(endpoint, created ?? false);
  const location = status === 201 ? locationOf(endpoint, params, data) : undefined;
  const headers = { ...json, etag: `"${etag ?? bodyEtag(body)}"` };
  return { status, headers: location === undefined ? headers : { ...headers, location }, body };
}

/** A refusal as an answer. */
export function refusalOf(error: unknown): StoredAnswer {
  const problem = problemOf(error);
  const headers: Record<string, string> = { ...json };
  if (problem.retryAfter !== undefined) headers['retry-after'] = String(problem.retryAfter);
  if (problem.allow !== undefined) headers.allow = problem.allow;
  if (problem.code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  return { status: problem.status, headers, body: JSON.stringify(problem.body) };
}
