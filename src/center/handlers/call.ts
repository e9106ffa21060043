import type { AnswerInput, BodyOf, Endpoint, Params, QueryOf } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';
import type { Caller } from '../model/access.ts';
import type { Upload } from '../model/message/upload.ts';
import type { Fault } from '../model/problem.ts';
import type { CenterSettings } from '../model/settings.ts';
import type { Work } from '../model/work.ts';
import type { CenterParts } from './parts.ts';

interface Asked<E extends Endpoint> {
  readonly endpoint: E;
  readonly params: Params<E>;
  /** Validated, ids as numbers. Times are still text: `milliseconds` in model/time.ts reads them. */
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller;
  readonly settings: CenterSettings;
  /** Signs cursors. */
  readonly secret: string;
}

/** A call inside its transaction: a snapshot for GET, a write for everything else. */
export interface Call<E extends Endpoint> extends Asked<E>, Work {}

/**
 * What a call inside its transaction gives back. `etag` without quotes; where it is absent the body's hash is taken.
 * `total`: how many a list has in all, if that was asked for, counted up to `MAX_COUNTED`.
 */
export type Reply<E extends Endpoint> = E['gives'] extends 'one'
  ? { readonly data: AnswerInput<E>; readonly etag?: string; readonly created?: boolean }
  : E['gives'] extends 'list'
    ? { readonly data: readonly AnswerInput<E>[]; readonly nextCursor: string | null; readonly total?: number }
    : undefined;

/** What a write was answered with, now or when it was first sent: `http` makes it and keeps it, nobody else looks. */
export interface Written {
  readonly written: object;
}

/** A file whose content is asked for; `hash` is the SHA-256 by which it is kept. */
export interface GivenFile {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly hash: string;
}

/**
 * What a loose handler gives back: what a write gave, a reply, a file, the stream of events (`hasRows`: with what
 * changed, as it is now), or a JSON text that is no resource; `isKept`: the reader may keep it.
 */
export type Given<E extends Endpoint> =
  | Written
  | { readonly reply: Reply<E> }
  | { readonly file: GivenFile }
  | { readonly events: { readonly hasRows: boolean } }
  | { readonly json: string; readonly isKept: boolean };

/** A form with one file that is still on its way. */
export interface Uploading {
  /** The bytes that the request says it has; 0: it does not say. Throws if no file may be that large, or it is no form. */
  saidSize(): number;
  /** Streams the file to disk. Throws `too_large` at the first byte beyond. */
  receive(): Promise<Upload>;
}

/** A call that waits for something else (a password, an upload, a stream) and opens its transactions itself. */
export interface LooseCall<E extends Endpoint> extends Asked<E> {
  readonly upload: Uploading;
  /** Who calls, for throttling: see `CallerAddress`. */
  readonly address: string;
  readonly parts: CenterParts;
  readonly now: number;
  /** Runs the write under the request's precondition and idempotency key; `digest` stands for a streamed body. */
  write(work: (work: Work) => Promise<Reply<E>>, digest?: string): Promise<Written>;
}

/** A handler that is not run in a transaction; it opens its own. */
export interface LooseHandler<E extends Endpoint> {
  loose(call: LooseCall<E>): Promise<Given<E>>;
  /** Faults of a body that no schema can see, for a refusal that names all of them; fields of a wrong form are left out. */
  faults?(body: Partial<BodyOf<E>>): readonly Fault[];
}

/** A handler that looks at its whole body before it writes, within one transaction: see `checked`. */
export interface CheckedHandler<E extends Endpoint> {
  /** `wrong`: what is not of the right form; the body holds the rest. */
  checked(call: Call<E>, wrong: readonly ErrorDetail[]): Promise<Reply<E>>;
}

/** What answers an endpoint: a function that runs in one transaction, a checked handler, or a loose one. */
export type Handler<E extends Endpoint> = ((call: Call<E>) => Promise<Reply<E>>) | CheckedHandler<E> | LooseHandler<E>;

/** One handler for every endpoint: a missing one is a compile error. */
export type Handlers = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Contract[Group][Name] extends Endpoint
      ? Handler<Contract[Group][Name]>
      : never;
  };
};
