import type { PathParams } from '../../contract/endpoint.ts';
import type { Caller } from '../model/access.ts';
import type { Route } from './router.ts';

/** The parts of a request that the center looks at: a `Request` has them, and so has what comes over a connection. */
export interface AnyRequest {
  readonly method: string;
  /** With a scheme and a host, whatever they are. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** Null where there is none. To be read once. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** A request that was let in: what it asks for, and what the steps before found out about it. */
export interface Asking {
  readonly request: AnyRequest;
  readonly url: URL;
  /** The other end of the connection. */
  readonly address: string;
  readonly route: Route;
  readonly params: PathParams;
  readonly caller: Caller;
  /** When the request came, in milliseconds since 1970. */
  readonly now: number;
  /** The body; of a form nothing, as it is read by its handler. */
  readonly bytes: Uint8Array;
  /** Its `Idempotency-Key`, if it has one and is a write by a caller that is known. */
  readonly key: string | null;
}
