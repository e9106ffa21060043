import type { Caller } from '../model/access.ts';
import { problemOf } from '../model/refusal.ts';

/** The known facts about a request: for the log, also of a request that fails early. */
export interface Trace {
  route?: string;
  caller?: Caller;
  error?: unknown;
}

/** An error as its kind and places, without its message, which may contain customers' text. */
function placesOf(error: unknown): string {
  const { name, stack } = error as Error;
  const places = (stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return JSON.stringify([name ?? typeof error, ...places.slice(0, 6).map(place => place.trim())].join(' '));
}

/** One line about one request: no bodies, tokens, addresses or query. */
export function logLine(method: string, trace: Trace, status: number, ms: number, requestId: string): string {
  const error = trace.error !== undefined && problemOf(trace.error).status >= 500 ? ` ${placesOf(trace.error)}` : '';
  const verb = /^[A-Z]{1,10}$/.test(method) ? method : '?';
  return `${verb} ${trace.route ?? '-'} ${status} ${ms.toFixed(1)}ms ${trace.caller?.key ?? '-'} ${requestId}${error}`;
}
