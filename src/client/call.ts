import type { AnswerOf, BodyInput, Endpoint, MetaOf, Params, QueryInput } from '../contract/endpoint.ts';
import type { Contract } from '../contract/index.ts';
import type { SafeBlock, SafeText } from '../text/safe.ts';
import type { Capabilities } from './capabilities.ts';
import type { EventReader } from './complete.ts';
import type { FileBody } from './file-body.ts';
import type { StartAnswer } from './known-at-start.ts';
import type { ListTotal, Shown } from './model.ts';

/** The reason for giving up a call whose answer is no longer needed: its connection is still good. */
export type Unwanted = 'unwanted';

/** The options of any call besides its parameters, query and body. */
export interface AnyCall {
  /** The idempotency key: requests with the same key are carried out once, however many arrive. */
  readonly key?: string;
  /** The version that a write expects; if it has changed, the write is refused with 412. */
  readonly ifMatch?: string;
  /** The version that the caller has: if it still holds, a list answers `isSame` and nothing else. */
  readonly etag?: string | null;
  /** The id of the last event read: a stream continues after it. */
  readonly resumeAfter?: string | undefined;
  /** Continues a file after its first `from` bytes, which are of the version `etag`; the answer is then 206. */
  readonly range?: { readonly from: number; readonly etag: string } | undefined;
  /** The text of a message so far, which this part of it continues: the answer's text is both, made safe as one. */
  readonly continues?: SafeBlock;
  /** Gives the call up. With the reason `Unwanted`, a small answer that is under way still comes to its end. */
  readonly signal?: AbortSignal;
  /** Nothing waits for it: it goes after all calls that do. */
  readonly isBackground?: true;
  /** It asks for a sign of life: it waits for no other call, and is sent while the help center is taken for lost. */
  readonly isProbe?: true;
  /** Called at each part of an answer that can be the help center's; not by a `raw` call. */
  readonly onBytes?: () => void;
  /** Called with the second that the answer names as its time, in milliseconds since 1970. */
  readonly onDate?: (second: number) => void;
  /** Called if its answer came with that to another call: how long it took says nothing. */
  readonly onAtHand?: () => void;
  /** Called at each part of a file that is sent, with its bytes. */
  readonly onSent?: (bytes: number) => void;
}
type ParamsPart<E extends Endpoint> = keyof Params<E> extends never ? unknown : { readonly params: Params<E> };
type QueryPart<E extends Endpoint> = E extends { query: object } ? { readonly query?: QueryInput<E> } : unknown;
type BodyPart<E extends Endpoint> = E extends { body: object }
  ? { readonly body: BodyInput<E> }
  : E extends { multipart: true }
    ? { readonly body: FormData | FileBody }
    : unknown;

/** The input of one call. */
export type CallRequest<E extends Endpoint> = AnyCall & ParamsPart<E> & QueryPart<E> & BodyPart<E>;

/** One page of a list, or `isSame` if nothing has changed since `etag`. */
export interface ListReply<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
  readonly etag: string | null;
  readonly isSame: boolean;
  /** Only of a list that was asked to count (`count=1`); null if the answer does not say. */
  readonly total: ListTotal | null;
}
/** The result of a call that returns no resource. */
export interface PlainReply {
  /** Whether the answer confirms the call; if false, it does not say. */
  readonly isConfirmed: boolean;
}
/** One resource. Null if the answer of a write does not show it: then it is unknown whether it was carried out. */
export interface OneReply<T> {
  readonly data: T;
  readonly etag: string | null;
}
type MetaPart<E extends Endpoint> = E extends { meta: object } ? { readonly meta?: Shown<MetaOf<E>> } : unknown;
type Secret<T> = T extends { access_token: SafeText } ? Omit<T, 'access_token'> & { readonly access_token: string } : T;
type Resource<E extends Endpoint> = Secret<Shown<AnswerOf<E>>>;

/** The result of one call. `raw` calls return the response unread. */
export type CallReply<E extends Endpoint> = E['gives'] extends 'list'
  ? ListReply<Resource<E>> & MetaPart<E>
  : E['gives'] extends 'one'
    ? OneReply<E['method'] extends 'GET' ? Resource<E> : Resource<E> | null>
    : E['gives'] extends 'raw'
      ? Response
      : PlainReply;

type Call<E extends Endpoint> =
  Record<never, never> extends CallRequest<E>
    ? (request?: CallRequest<E>) => Promise<CallReply<E>>
    : (request: CallRequest<E>) => Promise<CallReply<E>>;
type Calls<Group> = { readonly [N in keyof Group]: Group[N] extends Endpoint ? Call<Group[N]> : never };

/** Every call of the contract, typed by it: `client.conversation.archive({ params: { conversation_id: 12 } })`. */
export type Client = { readonly [G in keyof Contract]: Calls<Contract[G]> } & {
  readonly capabilities: Capabilities;
  readonly told: EventReader;
  readonly atStart: StartAnswer;
};
