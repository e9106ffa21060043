import type { ErrorBody, ErrorCode, ErrorDetail } from '../../src/contract/errors.ts';
import { basePath } from '../../src/contract/index.ts';
import { checkInvariants } from './invariants.ts';
import type { Target } from './target.ts';

/** Who asks: `outsider` had access to the suite's inbox and lost it, `insider` has it. */
export type Who = 'nobody' | 'outsider' | 'insider' | 'admin' | 'key';

/** A request as the suite speaks of it. `path` is below `/api/agent/v1`, its ids put in. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: BodyInit;
  readonly as?: Who | { readonly token: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, read to its end; of an event stream only the head. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body if it is JSON. */
  readonly json: unknown;
  /** What the envelope holds. */
  readonly data: unknown;
  readonly nextCursor: string | null | undefined;
  readonly code: ErrorCode | undefined;
  readonly details: readonly ErrorDetail[];
}

function pair(name: string, value: unknown): string {
  return `${name}=${encodeURIComponent(String(value).toWellFormed())}`;
}

/** A query as it stands in an address: lists as `name[]=`, parts as `name[part]=`, brackets as they are. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => {
      if (Array.isArray(value)) return value.map(one => pair(`${name}[]`, one));
      if (typeof value === 'object' && value !== null)
        return Object.entries(value)
          .filter(([, one]) => one !== undefined)
          .flatMap(([part, one]) =>
            Array.isArray(one) ? one.map(each => pair(`${name}[${part}][]`, each)) : [pair(`${name}[${part}]`, one)],
          );
      return value === undefined ? [] : [pair(name, value)];
    })
    .join('&');
}

/** The address that is asked. */
function addressOf(target: Target, ask: Ask): string {
  const query = queryText(ask.query ?? {});
  return `${target.baseUrl}${basePath}${ask.path}${query === '' ? '' : `${ask.path.includes('?') ? '&' : '?'}${query}`}`;
}

/** The request that an `Ask` stands for. */
export function requestOf(target: Target, ask: Ask, token: string | undefined): Request {
  const headers = new Headers(ask.headers);
  if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  const isJson = ask.body !== undefined && ask.raw === undefined;
  if (isJson && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const body = ask.raw ?? (isJson ? JSON.stringify(ask.body) : undefined);
  return new Request(addressOf(target, ask), { method: ask.method, headers, body });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function read(response: Response): Promise<Answer> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const json = parsed(text);
  const envelope = (json ?? {}) as Partial<ErrorBody> & { data?: unknown; meta?: { next_cursor?: string | null } };
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    data: envelope.data,
    nextCursor: envelope.meta?.next_cursor,
    code: envelope.error?.code,
    details: envelope.error?.details ?? [],
  };
}

/** Asks, whatever the answer is. */
export async function send(target: Target, ask: Ask, token: string | undefined): Promise<Answer> {
  return read(await target.fetch(requestOf(target, ask, token)));
}

/** Asks and checks the rules for every answer. */
export async function call(target: Target, ask: Ask, token: string | undefined): Promise<Answer> {
  const answer = await send(target, ask, token);
  checkInvariants(ask, answer);
  return answer;
}
