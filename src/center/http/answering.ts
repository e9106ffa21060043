import type { AnyRequest } from './any-request.ts';
import type { Outgoing } from './respond.ts';

/** What of a help center is served over HTTP. */
export interface Answering {
  /** Answers a request; `address` is who is at the other end. A `Response` costs more than the rest of a small answer. */
  answer(request: AnyRequest, address: string): Promise<Outgoing | Response>;
  readonly parts: { readonly hub: { close(): void } };
}
