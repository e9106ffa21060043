import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { hasBody } from './body/slow.ts';
import { packerOf } from './compress.ts';
import type { IncomingRequest } from './request.ts';
import { isStream, type Outgoing } from './respond.ts';
import { isPlainPath, TARGET } from './target.ts';

/** The body of a client that waits for `100 Continue`: that is sent when the body is read, after any refusal. */
const awaited = async function* (incoming: IncomingMessage, outgoing: ServerResponse): AsyncGenerator<Uint8Array> {
  outgoing.writeContinue();
  yield* incoming;
};

function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): IncomingRequest['body'] {
  if (!hasBody(incoming)) return null;
  return incoming.headers.expect === undefined ? incoming : awaited(incoming, outgoing);
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** A request of Node's HTTP server in the center's form. */
export class WireRequest implements IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly isForOtherHost: boolean;
  readonly headers: IncomingRequest['headers'];
  readonly sshKey: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly signal: AbortSignal;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    isServed: (host: string) => boolean,
    sshKey?: string,
  ) {
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
    this.sshKey = sshKey;
    this.body = bodyOf(incoming, outgoing);
    this.signal = goneSignal(outgoing);
  }
}

/**
 * Runs a function after the time for which a client may go on sending unread bytes, so that the answer can reach it.
 * Returns a function that cancels it.
 */
export type Linger = (run: () => void) => () => void;

function letGo(incoming: IncomingMessage, socket: Socket, linger: Linger): void {
  if (incoming.complete) return;
  incoming.resume();
  incoming.once(
    'end',
    linger(() => socket.destroySoon()),
  );
}

/**
 * Node closes a connection without keep-alive as soon as the answer is written. Bytes that arrive later cause a reset,
 * and a client that has not read the answer by then loses it.
 */
function closeLater(socket: Socket, linger: Linger): void {
  const close = socket.destroySoon;
  socket.destroySoon = () => {
    socket.end();
    linger(() => close.call(socket));
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
  { linger, isDesk }: { readonly linger: Linger; readonly isDesk: boolean },
): Promise<void> {
  // Node clears the socket of a request that was not read to its end, and of a finished answer.
  const { socket } = outgoing;
  if (socket && !incoming.complete) {
    if (!outgoing.shouldKeepAlive) closeLater(socket, linger);
    outgoing.once('finish', () => letGo(incoming, socket, linger));
  }
  if (isStream(answer)) return stream(answer, incoming.headers['accept-encoding'] as string | undefined, outgoing);
  const { status, headers: said, body } = answer;
  const { 'content-type': type, ...others } = said;
  // A desk reads the status without its words, and takes an answer without a type for JSON.
  const reason = isDesk ? '' : undefined;
  const headers = isDesk && type === 'application/json' ? others : said;
  if (body === null) outgoing.writeHead(status, reason, headers);
  else outgoing.writeHead(status, reason, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}
