import type { AnswerOf, BodyInput, Endpoint, Params, QueryInput } from '../contract/endpoint.ts';
import type { Contract } from '../contract/index.ts';
import type { SafeText } from '../text/safe.ts';
import type { Shown } from './model.ts';

interface Common {
  /** The idempotency key: the same key is carried out once, however often it arrives. */
  readonly key?: string;
  /** The version that a write expects; another one is refused with 412. */
  readonly ifMatch?: string;
  /** The version that is here already: when it still holds, a list answers `isSame` and nothing else. */
  readonly etag?: string | null;
  /** The id of the last event that was read: a stream goes on after it. */
  readonly resumeAfter?: string | undefined;
  readonly signal?: AbortSignal;
}
type ParamsPart<E extends Endpoint> = keyof Params<E> extends never ? unknown : { readonly params: Params<E> };
type QueryPart<E extends Endpoint> = E extends { query: object } ? { readonly query?: QueryInput<E> } : unknown;
type BodyPart<E extends Endpoint> = E extends { body: object }
  ? { readonly body: BodyInput<E> }
  : E extends { multipart: true }
    ? { readonly body: FormData }
    : unknown;

/** What one call takes. */
export type CallRequest<E extends Endpoint> = Common & ParamsPart<E> & QueryPart<E> & BodyPart<E>;

/** One page of a list, or `isSame`: nothing has changed since `etag`. */
export interface ListReply<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
  readonly etag: string | null;
  readonly isSame: boolean;
}
/** What a call gives that has no resource to give. */
export interface PlainReply {
  /** The answer says that it was done; false: it says nothing of that. */
  readonly isConfirmed: boolean;
}
/** One resource. Null: the answer of a write does not show it, so whether it was carried out is open. */
export interface OneReply<T> {
  readonly data: T;
  readonly etag: string | null;
}
type Secret<T> = T extends { access_token: SafeText } ? Omit<T, 'access_token'> & { readonly access_token: string } : T;
type Resource<E extends Endpoint> = Secret<Shown<AnswerOf<E>>>;

/** What one call gives. `raw` calls give the answer as it came; the caller reads it. */
export type CallReply<E extends Endpoint> = E['gives'] extends 'list'
  ? ListReply<Resource<E>>
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
export type Client = { readonly [G in keyof Contract]: Calls<Contract[G]> };
