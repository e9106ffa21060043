import { programs, type Via } from '../../contract/history.ts';
import { authenticate, authenticateKey } from '../auth/authenticate.ts';
import { handlers } from '../handlers/all.ts';
import { type Caller, nobody } from '../model/access.ts';
import { notByMethod, notFound, Problem, problemOf } from '../model/problem.ts';
import { createAdmit } from './admit.ts';
import { refusalOf, type StoredAnswer } from './answer.ts';
import type { HttpContext } from './context.ts';
import { createHandle } from './handle.ts';
import { createOnce, idempotencyKey } from './idempotency.ts';
import { createRequestMeter } from './metrics/meter.ts';
import { createMetrics, METRICS_PATH } from './metrics/metrics.ts';
import { createRate, isRatingPath } from './rate/rate.ts';
import { type Allowance, rateHeaders } from './rate-limit.ts';
import type { IncomingRequest } from './request.ts';
import { isStream, type Outgoing, requestIdOf, respond } from './respond.ts';
import { createRouter } from './router.ts';
import { otherHost } from './target.ts';

/** The known facts about a request: for the log, also of a request that fails early. */
interface Trace {
  route?: string;
  caller?: Caller;
  error?: unknown;
  /** The caller's remaining allowance. */
  allowance?: Allowance;
}

/** An error as its kind and places, without its message, which may contain customers' text. */
function placesOf(error: unknown): string {
  const { name, stack } = error as Error;
  const places = (stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return JSON.stringify([name ?? typeof error, ...places.slice(0, 6).map(place => place.trim())].join(' '));
}

/** The trace and the part of it that a request belongs to (W3C Trace Context, `traceparent`). */
const TRACE = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/;

/** The logged parts of one request: no bodies, tokens, addresses or query. The keys are those of the log as JSON. */
function partsOf({ method, headers }: IncomingRequest, { route = '-', caller, error }: Trace) {
  const [, trace_id, parent_id] = TRACE.exec(headers.get('traceparent') ?? '') ?? [];
  return {
    method: /^[A-Z]{1,10}$/.test(method) ? method : '?',
    route,
    caller: caller?.key ?? '-',
    ...(trace_id === undefined ? {} : { trace_id, parent_id }),
    ...(error !== undefined && problemOf(error).status >= 500 && { error: placesOf(error) }),
  };
}

type Ended = ReturnType<typeof partsOf> & Record<'status' | 'ms', number> & Record<'request_id', string>;

function logLine({ method, route, status, ms, caller, request_id, trace_id, error }: Ended): string {
  const rest = [...(trace_id === undefined ? [] : [`trace=${trace_id}`]), ...(error === undefined ? [] : [error])];
  return [method, route, status, `${ms.toFixed(1)}ms`, caller, request_id, ...rest].join(' ');
}

/**
 * Answers a request; `address` is the other end's (default: this process). Refusals of every kind are answers; it never
 * throws. Only a stream is a `Response`, which costs more than the rest of a small answer.
 */
export type RequestHandler = (request: IncomingRequest, address?: string) => Promise<Outgoing | Response>;

function twoCallers(): Problem {
  return new Problem('malformed_request', 'A request through SSH is its key’s agent’s, and takes no Authorization.');
}

/** Makes the function that answers requests. Each step has its own file; they run in this order. */
export function createApp(context: HttpContext, newId: () => string): RequestHandler {
  const find = createRouter(handlers);
  const admit = createAdmit(context);
  const once = createOnce(context);
  const handle = createHandle(context, handlers, once);
  const rate = createRate(context);
  const meter = createRequestMeter();
  const metrics = createMetrics(context, meter);

  const take = async (request: IncomingRequest, address: string, trace: Trace): Promise<StoredAnswer | Response> => {
    if (request.isForOtherHost) {
      trace.route = 'other-host';
      throw otherHost();
    }
    const url = new URL(request.url);
    if (isRatingPath(url.pathname)) {
      trace.route = 'rate';
      const { answer: page, error } = await rate({ request, pathname: url.pathname, address });
      trace.error = error;
      return page;
    }
    if (url.pathname === METRICS_PATH) {
      trace.route = 'metrics';
      return metrics(request);
    }
    const found = find(request.method, url.pathname);
    if (!found) throw notFound('address');
    if ('allow' in found) throw notByMethod(found.allow);
    const { route, params } = found;
    const { name, endpoint } = route;
    trace.route = name;
    const now = context.now();
    const token = request.headers.get('authorization');
    const via: Via = programs.find(one => one === request.headers.get('user-agent')) ?? 'api';
    const { sshKey } = request;
    if (sshKey !== undefined && token !== null) throw twoCallers();
    const isOpen = endpoint.allows === 'anyone' && !(endpoint.mayKnow && (token !== null || sshKey !== undefined));
    const known = () =>
      sshKey === undefined ? authenticate(context, token, now) : authenticateKey(context, sshKey, now);
    const caller = isOpen ? nobody : { ...(await known()), via };
    trace.caller = caller;
    const note = (allowance: Allowance) => {
      trace.allowance = allowance;
    };
    const bytes = await admit({ request, endpoint, params, caller, note });
    const asking = { request, url, address, route, params, caller, now, bytes, key: idempotencyKey(endpoint, request) };
    // A form has not been read yet: its handler calls `once` after reading it.
    return endpoint.multipart ? handle(asking) : once(asking, bytes, kept => handle(asking, kept));
  };

  const answer = (request: IncomingRequest, address: string, trace: Trace): Promise<StoredAnswer | Response> =>
    take(request, address, trace).catch(error => {
      trace.error = error;
      return refusalOf(error);
    });

  const headersOf = ({ caller, error, allowance }: Trace): Readonly<Record<string, string>> => {
    const { code, retryAfter: resetSeconds = 0 } = error === undefined ? {} : problemOf(error);
    const isOver = code === 'rate_limited' && caller !== undefined && caller !== nobody;
    const used = isOver ? { limit: context.settings.rateLimit, remaining: 0, resetSeconds } : allowance;
    return used ? rateHeaders(used) : {};
  };

  return async (request, address = 'local') => {
    const started = performance.now();
    const requestId = requestIdOf(request, newId);
    const trace: Trace = {};
    const found = await answer(request, address, trace);
    const outgoing = await respond(request, found, { requestId, now: context.now(), more: headersOf(trace) });
    const ms = performance.now() - started;
    meter.saw(trace.route ?? '-', outgoing.status, ms / 1_000);
    const { status } = outgoing;
    const parts = { ...partsOf(request, trace), status, ms: Math.round(ms * 10) / 10, request_id: requestId };
    context.log(logLine(parts), parts);
    return isStream(outgoing) ? outgoing : { ...outgoing, isCallers: (trace.caller ?? nobody) !== nobody };
  };
}
