import type { AnswerInput, BodyOf, Endpoint, MetaInput, Params, QueryOf } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';
import type { Caller } from '../model/access.ts';
import type { Upload } from '../model/message/upload.ts';
import type { MailOutSettings } from '../model/outgoing/mail-out.ts';
import type { Doing } from '../model/presence.ts';
import type { Fault } from '../model/problem.ts';
import type { CenterSettings } from '../model/settings.ts';
import type { Work } from '../model/work.ts';
import type { CenterContext } from './context.ts';

interface EndpointRequest<E extends Endpoint> {
  readonly endpoint: E;
  readonly params: Params<E>;
  /** Validated, ids as numbers. Times are still text: `milliseconds` in model/time.ts reads them. */
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller;
  readonly settings: CenterSettings;
  /** How mail is sent; null if no relay is set up. */
  readonly mailOut: MailOutSettings | null;
  /** Signs cursors. */
  readonly secret: string;
}

/** A call inside its transaction: a snapshot for GET, a write for everything else. */
export interface Call<E extends Endpoint> extends EndpointRequest<E>, Work {}

/**
 * The result of a call inside its transaction. `etag` without quotes; if absent, the body's hash is used. `total`: the
 * number of all entries of a list, if asked for, counted up to `MAX_COUNTED`. `meta`: the further fields of its `meta`.
 */
export type HandlerReply<E extends Endpoint> = E['gives'] extends 'one'
  ? { readonly data: AnswerInput<E>; readonly etag?: string; readonly created?: boolean }
  : E['gives'] extends 'list'
    ? {
        readonly data: readonly AnswerInput<E>[];
        readonly nextCursor: string | null;
        readonly total?: number;
        readonly meta?: MetaInput<E>;
      }
    : undefined;

/** The reply to a write, now or when it was first sent: only `http` makes, stores and reads it. */
export interface WriteReply {
  readonly written: object;
}

/** A file whose content is requested; `hash` is the SHA-256 by which it is stored. */
export interface GivenFile {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly hash: string;
}

/** The parts of events that a stream has: the changed rows as they are now, and agents who do one of `doings`. */
export interface WantedEvents {
  /** It begins with the newest erasure if that is newer than this one; undefined: it does not. */
  readonly erased?: number | undefined;
  readonly hasRows: boolean;
  readonly doings: readonly Doing[];
}

/** A reply inside another one, and what it replies to. */
export interface GivenPart {
  readonly endpoint: Endpoint;
  readonly query: unknown;
  readonly reply: HandlerReply<Endpoint>;
}

/**
 * The result of a loose handler: that of a write, a reply, several replies of one moment, a file, the stream of events, or a JSON text that is not a
 * resource; `isKept`: the reader may cache it.
 */
export type Given<E extends Endpoint> =
  | WriteReply
  | { readonly reply: HandlerReply<E> }
  | {
      readonly parts: Readonly<Record<string, GivenPart>>;
      readonly counts?: object | undefined;
      readonly thread?: number | undefined;
    }
  | { readonly file: GivenFile }
  | { readonly events: WantedEvents }
  | { readonly json: string; readonly isKept: boolean };

/** A form with one file that is still being received. */
export interface Uploading {
  /**
   * The announced number of bytes; 0 if the request does not say. Throws if no file may be that large, or if it is not
   * a form.
   */
  saidSize(): number;
  /** Streams the file to disk. Throws `too_large` at the first byte beyond the limit. */
  receive(): Promise<Upload>;
}

/** A call that waits for something else (a password, an upload, a stream) and opens its transactions itself. */
export interface LooseCall<E extends Endpoint> extends EndpointRequest<E> {
  readonly upload: Uploading;
  /** The caller's address, for throttling: see `CallerAddress`. */
  readonly address: string;
  readonly context: CenterContext;
  readonly now: number;
  /** Runs the write under the request's precondition and idempotency key; `digest` replaces a streamed body. */
  write(work: (work: Work) => Promise<HandlerReply<E>>, digest?: string): Promise<WriteReply>;
}

/** A handler that opens its own transactions. */
export interface LooseHandler<E extends Endpoint> {
  loose(call: LooseCall<E>): Promise<Given<E>>;
  /**
   * Faults of a body that no schema can find, for a refusal that names all of them; fields of a wrong form are left
   * out.
   */
  faults?(body: Partial<BodyOf<E>>): readonly Fault[];
}

/** A handler that checks its whole body before it writes, within one transaction: see `checked`. */
export interface CheckedHandler<E extends Endpoint> {
  /** `wrong`: the fields of a wrong form; the body contains the others. */
  checked(call: Call<E>, wrong: readonly ErrorDetail[]): Promise<HandlerReply<E>>;
}

/** The handler of an endpoint: a function that runs in one transaction, a checked handler, or a loose one. */
export type Handler<E extends Endpoint> =
  | ((call: Call<E>) => Promise<HandlerReply<E>>)
  | CheckedHandler<E>
  | LooseHandler<E>;

/** One handler for every endpoint: a missing one is a compile error. */
export type Handlers = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Contract[Group][Name] extends Endpoint
      ? Handler<Contract[Group][Name]>
      : never;
  };
};
