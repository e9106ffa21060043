import type { PathParams } from '../../contract/endpoint.ts';
import type { Caller } from '../model/access.ts';
import type { Route } from './router.ts';

/** The parts of a request that the center reads: a `Request` has them, and so has a request from a connection. */
export interface IncomingRequest {
  readonly method: string;
  /** With any scheme and host. */
  readonly url: string;
  /** It names a host that is not served: always 404. */
  readonly isForOtherHost?: boolean;
  /** The id of the SSH key through which it comes; absent for one from the network. */
  readonly sshKey?: string | undefined;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** Aborts when the caller hangs up before it has its answer. */
  readonly signal?: AbortSignal;
  /** Null for a request without a body. Can be read only once. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** An admitted request, with the results of the steps before. */
export interface AdmittedRequest {
  readonly request: IncomingRequest;
  readonly url: URL;
  /** The other end of the connection. */
  readonly address: string;
  readonly route: Route;
  readonly params: PathParams;
  readonly caller: Caller;
  /** When the request arrived, in milliseconds since 1970. */
  readonly now: number;
  /** The body; empty for a form, which its handler reads. */
  readonly bytes: Uint8Array;
  /** Its `Idempotency-Key`; null if it has none, or is not a write by a known caller. */
  readonly key: string | null;
}
