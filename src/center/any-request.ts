/** A request as far as the center looks at one: a `Request` is one, and so is what comes over a connection. */
export interface AnyRequest {
  readonly method: string;
  /** With a scheme and a host, whatever they are. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** Null where there is none. To be read once. */
  readonly body: AsyncIterable<Uint8Array> | null;
}
