/** The parts of a request that the center looks at: a `Request` has them, and so has what comes over a connection. */
export interface AnyRequest {
  readonly method: string;
  /** With a scheme and a host, whatever they are. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** Null where there is none. To be read once. */
  readonly body: AsyncIterable<Uint8Array> | null;
}
