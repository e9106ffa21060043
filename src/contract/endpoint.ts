import type * as v from 'valibot';
import { type ErrorCode, errorStatus } from './errors.ts';
import { pageFields } from './schema.ts';

/** The HTTP methods that the service uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AnySchema = v.GenericSchema<unknown, unknown>;
type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/**
 * One call of the service, as data. The typed client, the router with its validation, the OpenAPI document and the
 * conformance loop are derived from it.
 */
export interface Endpoint {
  readonly method: Method;
  /** Relative to `/api/agent/v1`; every `{…_id}` is an id, and `{name}` a name, percent-encoded. */
  readonly path: `/${string}`;
  /** A write that is subject to its `If-Match`: it concerns the conversation, inbox or saved reply that its path names first. */
  readonly guarded: boolean;
  /** A few words for a person. */
  readonly summary: string;
  /** Further information for a caller, in whole sentences: side effects, refusals of its own, limits. */
  readonly description: string;
  /**
   * The allowed callers: `anyone`, any `caller` with a token, only an `agent` by its own token, only an `admin` or an
   * API key, only an API `key`.
   */
  readonly allows: 'anyone' | 'caller' | 'agent' | 'admin' | 'key';
  /** Of a call that is open to anyone: a token is looked at if there is one, and its caller gets more. */
  readonly mayKnow?: true;
  /** `one`: `{data}`; `list`: `{data: [], meta}`; `nothing`: no body; `raw`: a body of its own form. */
  readonly gives: 'one' | 'list' | 'nothing' | 'raw';
  /** The status of success; two if the call may create or change. */
  readonly status: 200 | 201 | 204 | readonly [200, 201];
  readonly query?: ObjectSchema;
  readonly body?: AnySchema;
  /** The schema of one resource, also for a list. */
  readonly answer?: AnySchema;
  /** The name of the answer's schema in documents, if it is not the resource's own: `InboxEmail`. */
  readonly answerName?: string;
  /** The fields of a list's `meta` beside those of its page. */
  readonly meta?: ObjectSchema;
  /** The media type of a `raw` answer, if it is not JSON. */
  readonly media?: string;
  /** The answer is a stream of server-sent events, which continues after `Last-Event-ID`. */
  readonly stream?: true;
  /** The answer has no ETag: it describes only this moment. */
  readonly untagged?: true;
  /** The fields that `fields=list` leaves of each entry of a list, beside the fields of its order; absent if all. */
  readonly row?: AnySchema;
  /** A part of the answer can be asked for by `Range`, of one version by `If-Range`. */
  readonly ranged?: true;
  /** The errors of this call alone; `errorsOf` adds those common to all such calls. */
  readonly errors?: readonly ErrorCode[];
  /** Not in the service's document: a client must work without it. */
  readonly extension?: true;
  /**
   * The body names inboxes by `id`: a caller who may not call gets 404 for those that it does not see, rather than 403.
   */
  readonly namesInboxes?: true;
  /** Fields of the resource that the body may have and that are passed over: other calls set them. */
  readonly ignores?: readonly string[];
  /** Fields of the resource that the call changes, though its body has no field of that name. */
  readonly sets?: readonly string[];
  /** The body is a file in multipart form, not JSON. */
  readonly multipart?: true;
  /** A request that works on a help center with sample data, for documents and the conformance loop. */
  readonly example?: {
    readonly body?: unknown;
    readonly query?: Readonly<Record<string, unknown>>;
  };
}

type Route = `${Method} /${string}`;
type Routed<R extends Route> = R extends `${infer M extends Method} ${infer Path extends `/${string}`}`
  ? { readonly method: M; readonly path: Path; readonly guarded: boolean }
  : never;

const GUARDED = /^(?!GET)\w+ \/(conversations|inboxes|saved_replies)\/\{/;

/** Declares an endpoint by its method and path, as in `GET /inboxes`, and keeps its literal types. */
export function endpoint<const R extends Route, const E extends Omit<Endpoint, 'method' | 'path' | 'guarded'>>(
  route: R,
  more: E,
): Routed<R> & E {
  const [method, path] = route.split(' ');
  return { method, path, guarded: GUARDED.test(route), ...more } as unknown as Routed<R> & E;
}

/** The common fields of endpoints that answer in the same way, for any caller unless they say otherwise. */
export const answers = {
  list: { allows: 'caller', gives: 'list', status: 200 },
  one: { allows: 'caller', gives: 'one', status: 200 },
  created: { allows: 'caller', gives: 'one', status: 201 },
  nothing: { allows: 'caller', gives: 'nothing', status: 204 },
} as const;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The parameters of an endpoint's path: ids, and the name if it has one. */
export type Params<E extends Endpoint> = {
  readonly [Name in Names<E['path']>]: Name extends `${string}_id` ? number : string;
};
/** The same for any endpoint. */
export type PathParams = {
  readonly [id: `${string}_id`]: number;
  readonly name?: string;
};
type Input<S> = S extends AnySchema ? v.InferInput<S> : undefined;
type Output<S> = S extends AnySchema ? v.InferOutput<S> : undefined;

/** The query as a caller passes it. */
export type QueryInput<E extends Endpoint> = Input<E['query']>;
/** The body as a caller passes it. */
export type BodyInput<E extends Endpoint> = Input<E['body']>;
/** The query as a handler receives it: validated, ids as numbers. */
export type QueryOf<E extends Endpoint> = Output<E['query']>;
/** The body as a handler receives it: validated, ids as numbers. */
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** One resource as the service writes it. */
export type AnswerInput<E extends Endpoint> = Input<E['answer']>;
/** The fields of a list's `meta` beside those of its page, as the service writes them. */
export type MetaInput<E extends Endpoint> = Input<E['meta']>;
/** The same as the client reads it. */
export type MetaOf<E extends Endpoint> = Output<E['meta']>;
/** One resource as the client reads it. */
export type AnswerOf<E extends Endpoint> = Output<E['answer']>;

/** The names of the parameters in a path, in order: `/inboxes/{inbox_id}/sort` gives `['inbox_id']`. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!);
}

interface Shape {
  readonly type: string;
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly pipe?: unknown;
  readonly entries?: Readonly<Record<string, Shape>>;
}

function takesAnyText({ type, wrapped, item, pipe }: Shape): boolean {
  const inner = wrapped ?? item;
  return inner ? takesAnyText(inner) : type === 'string' && pipe === undefined;
}

function hasFilters(query: unknown): boolean {
  return Object.entries((query as Shape | undefined)?.entries ?? {}).some(
    ([name, entry]) => !pageFields.includes(name) && !takesAnyText(entry),
  );
}

/**
 * Every error that a request to this endpoint can cause, in the order of their status. A mistake of the service itself
 * (`internal`) is not among them: no request causes it.
 */
export function errorsOf(e: Endpoint): ErrorCode[] {
  const found = new Set<ErrorCode>(e.errors ?? []);
  if (e.allows !== 'anyone')
    for (const code of ['unauthorized', 'rate_limited', 'unavailable'] as const) found.add(code);
  if (e.allows === 'admin' || e.allows === 'key') found.add('forbidden');
  if (e.allows === 'agent') found.add('agent_token_required');
  if (paramNames(e.path).length > 0) found.add('not_found');
  if (hasFilters(e.query)) found.add('validation_failed');
  if (e.query) found.add('bad_query');
  if (e.body || e.multipart)
    for (const code of ['too_large', 'unsupported_media_type', 'validation_failed'] as const) found.add(code);
  if (e.body) found.add('malformed_json');
  if (e.method !== 'GET' && e.allows !== 'anyone')
    for (const code of ['idempotency_key_reused', 'request_in_progress', 'validation_failed'] as const) found.add(code);
  if (e.ranged) found.add('range_not_satisfiable');
  if (e.guarded) found.add('precondition_failed');
  return [...found].sort((a, b) => errorStatus[a] - errorStatus[b]);
}
