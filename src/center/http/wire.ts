import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { hasBody } from './body/slow.ts';
import { packerOf } from './compress.ts';
import type { AnyRequest } from './request.ts';
import { isStream, type Outgoing } from './respond.ts';
import { isPlainPath, TARGET } from './target.ts';

/** The body of a client that waits for `100 Continue`: that is sent when the body is read, after any refusal. */
const awaited = async function* (incoming: IncomingMessage, outgoing: ServerResponse): AsyncGenerator<Uint8Array> {
  outgoing.writeContinue();
  yield* incoming;
};

function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): AnyRequest['body'] {
  if (!hasBody(incoming)) return null;
  return incoming.headers.expect === undefined ? incoming : awaited(incoming, outgoing);
}

/** A request of Node's HTTP server in the center's form. */
export class WireRequest implements AnyRequest {
  readonly method: string;
  readonly url: string;
  readonly isForOtherHost: boolean;
  readonly headers: AnyRequest['headers'];
  readonly body: AsyncIterable<Uint8Array> | null;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, isServed: (host: string) => boolean) {
    const named = incoming.headers;
    const [, host = named.host, path = '', query = ''] = TARGET.exec(incoming.url ?? '')!;
    this.method = incoming.method ?? '';
    this.isForOtherHost = ![host, named.host].every(one => one === undefined || isServed(one));
    // Nothing is found at `/`.
    this.url = `http://localhost${isPlainPath(path) ? path + query : '/'}`;
    this.headers = {
      get: name => (named[name.toLowerCase()] as string | undefined) ?? null,
      has: name => named[name.toLowerCase()] !== undefined,
    };
    this.body = bodyOf(incoming, outgoing);
  }
}

/** How long a client may go on sending a body that is not read, in milliseconds, so that the answer can reach it. */
export const LINGER_MS = 500;

function letGo(incoming: IncomingMessage, socket: Socket): void {
  if (incoming.complete) return;
  incoming.resume();
  const timer = setTimeout(() => socket.destroySoon(), LINGER_MS).unref();
  incoming.once('end', () => clearTimeout(timer));
}

/**
 * Node closes a connection without keep-alive as soon as the answer is written. Bytes that arrive later cause a reset,
 * and a client that has not read the answer by then loses it.
 */
function closeLater(socket: Socket): void {
  const close = socket.destroySoon;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => close.call(socket), LINGER_MS).unref();
  };
}

/** Passes the bytes on, and throws at the end unless their number is as announced. */
function ofLength(bytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let passed = 0;
    for await (const chunk of chunks) {
      passed += chunk.length;
      yield chunk;
    }
    if (passed !== bytes) throw new Error(`${passed} bytes came in place of ${bytes}.`);
  };
}

async function stream(response: Response, accepted: string | undefined, outgoing: ServerResponse): Promise<void> {
  const packer = response.body ? await packerOf(response, accepted) : undefined;
  if (packer) response.headers.set('content-encoding', 'gzip');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (!response.body) {
    outgoing.end();
    return;
  }
  const source = Readable.fromWeb(response.body as ReadableStream);
  const length = response.headers.get('content-length');
  const between = packer ?? (length === null ? undefined : ofLength(Number(length)));
  const sending = between ? pipeline(source, between, outgoing) : pipeline(source, outgoing);
  // The client left, or a file is damaged: the connection ends, so that half an answer does not look complete.
  await sending.catch(() => outgoing.destroy());
}

/** Writes an answer to the connection of its request. */
export async function sendAnswer(
  answer: Outgoing | Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // Node clears the socket of a request that was not read to its end, and of a finished answer.
  const { socket } = outgoing;
  if (socket && !incoming.complete) {
    if (!outgoing.shouldKeepAlive) closeLater(socket);
    outgoing.once('finish', () => letGo(incoming, socket));
  }
  if (isStream(answer)) return stream(answer, incoming.headers['accept-encoding'] as string | undefined, outgoing);
  const { status, headers, body } = answer;
  if (body === null) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}
