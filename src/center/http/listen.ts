import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '../model/problem.ts';
import type { Readiness } from '../model/readiness.ts';
import { refusalOf } from './answer.ts';
import type { RequestHandler } from './app.ts';
import { type BodyPace, cutSlowBody, defaultPace } from './body/slow.ts';
import { createServedHosts } from './host.ts';
import { isOfDesk, isStream } from './respond.ts';
import { type Linger, sendAnswer, WireRequest } from './wire.ts';

function headTooLarge() {
  return new Problem('head_too_large', 'The head of the request is larger than 16 KiB.');
}
function unreadable() {
  return new Problem(
    'malformed_request',
    'This is not a readable HTTP request, or not one with one Host and at most one Authorization.',
  );
}

/** The answer to an overdue head has no body: such a slow client is not waiting for one. */
function answerTo(code: string | undefined): { readonly status: number; readonly body: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, body: '' };
  const { status, body } = refusalOf(code === 'HPE_HEADER_OVERFLOW' ? headTooLarge() : unreadable());
  return { status, body: body ?? '' };
}

function written(code: string | undefined): string {
  const { status, body } = answerTo(code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(body === '' ? [] : ['content-type: application/json']),
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'vary: Authorization, Accept-Encoding',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Whether the parser refused the bytes: after that it reads no further request from the connection. */
function isParserError({ code }: NodeJS.ErrnoException): boolean {
  return code?.startsWith('HPE_') ?? false;
}

/** Answers an unreadable request in the usual form, unless an answer is being sent. */
function answerUnreadable(server: Server, linger: Linger): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.on('request', ({ socket }, outgoing) => answers.set(socket, outgoing));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser refuses every further piece too.
    if (refused.has(socket)) return;
    refused.add(socket);
    const answer = answers.get(socket);
    const isUnderWay = answer?.headersSent && !answer.writableFinished;
    const mayAnswer = socket.writable && !isUnderWay;
    if (mayAnswer) socket.end(written(error.code));
    // After a reset, a client that is still sending would lose the answer.
    if (mayAnswer && isParserError(error)) linger(() => socket.destroy(error));
    else socket.destroy(error);
  });
}

/** The function that answers the requests. */
export interface ServedCenter {
  readonly answer: RequestHandler;
  readonly context: { readonly hub: { close(): void }; readonly readiness: Pick<Readiness, 'isLeaving'> };
}

/** Where it listens: at an address (port 0: any free one), or at a Unix socket for the connections of one SSH key. */
type ListenAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string; readonly sshKey: string };

interface ListenSettings {
  /** The names, besides `host` and those of this machine itself, under which it may be called. */
  readonly hosts?: readonly string[];
  /** How long sending a request's head may take, in milliseconds. */
  readonly headTimeoutMs?: number;
  readonly pace?: BodyPace;
  /** How long a request or its answer may stand still, in milliseconds: more than an event stream's heartbeat. */
  readonly idleMs?: number;
  /**
   * How long a caller's connection is kept for another request, in milliseconds. By default longer than an agent reads a
   * mail, because over TLS a new connection costs 4 kB.
   */
  readonly keepAliveMs?: number;
  /** How long requests in progress may take after the service begins to close, in milliseconds. */
  readonly drainMs?: number;
  /** By default half a second of the machine. */
  readonly linger?: Linger;
}

export type ListenOptions = ListenAddress & ListenSettings;

/** A listening service. */
export interface Listening {
  /** Its address, without a path: `http://127.0.0.1:8080`; for a socket, its path. */
  readonly url: string;
  /** Accepts no more requests, ends the event streams, lets requests in progress finish, then closes. */
  close(): Promise<void>;
}

function start(server: Server, place: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen('path' in place ? { path: place.path } : { host: place.host, port: place.port }, () => {
      server.off('error', reject);
      resolve(addressOf(server.address()!));
    });
  });
}

function addressOf(address: AddressInfo | string): string {
  if (typeof address === 'string') return address;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** The connections without any request so far: for Node they are busy until their head is overdue. */
function watchSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', socket => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

function stop(server: Server, silent: ReadonlySet<Socket>, center: ServedCenter, drainMs: number): Promise<void> {
  return new Promise(resolve => {
    const last = setTimeout(() => server.closeAllConnections(), drainMs);
    // A connection whose request has just ended is kept alive for another one, which will not come. The first of these
    // turns receives everything sent before the end.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    }, 50);
    server.close(() => {
      clearTimeout(last);
      clearInterval(sweep);
      resolve();
    });
    center.context.hub.close();
  });
}

/** The connection of a caller without a token is kept for this long at most, in milliseconds. */
const STRANGERS_MS = 10_000;

/** Says how long the connection is kept; HTTP/1.1 implies that it is kept, and a desk knows for how long. */
function sayHowLong(outgoing: ServerResponse, ms: number, isDesk: boolean): void {
  if (!outgoing.shouldKeepAlive) return;
  if (outgoing.req.httpVersion === '1.0') outgoing.setHeader('connection', 'keep-alive');
  else outgoing.removeHeader('connection');
  if (!isDesk) outgoing.setHeader('keep-alive', `timeout=${Math.floor(ms / 1_000)}`);
}

/** Keeps the connection of a caller without a token for less time. */
function keepShortly(outgoing: ServerResponse, ms: number): void {
  const { socket } = outgoing;
  // Node has set its own time by then.
  if (outgoing.shouldKeepAlive) outgoing.once('finish', () => socket?.setTimeout(ms));
}

interface Sending extends Required<Pick<ListenSettings, 'idleMs' | 'keepAliveMs' | 'linger'>> {
  readonly isDesk: boolean;
}

async function sendOne(
  answering: ReturnType<RequestHandler>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { idleMs, keepAliveMs, linger, isDesk }: Sending,
): Promise<void> {
  const answer = await answering;
  const isStranger = !isStream(answer) && !answer.isCallers;
  const keptMs = isStranger ? Math.min(STRANGERS_MS, idleMs) : keepAliveMs;
  sayHowLong(outgoing, keptMs, isDesk);
  if (isStranger) keepShortly(outgoing, keptMs);
  await sendAnswer(answer, incoming, outgoing, { linger, isDesk });
}

const LINGER_MS = 500;

const lingerHere: Linger = run => {
  const timer = setTimeout(run, LINGER_MS).unref();
  return () => clearTimeout(timer);
};

/** Whether two readers could take the request for different ones: by its host, or by its token. */
function isAmbiguous({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const { host = [], authorization = [] } = headersDistinct;
  return host.length > 1 || authorization.length > 1 || (httpVersion === '1.1' && host.length === 0);
}

/** Serves a center over HTTP. Rejects if the address is not available. Closing does not close the center. */
export async function listen(center: ServedCenter, options: ListenOptions): Promise<Listening> {
  const { headTimeoutMs = 10_000, pace = defaultPace, idleMs = 60_000, drainMs = 10_000 } = options;
  const { keepAliveMs = 300_000, hosts = [], linger = lingerHere } = options;
  const sshKey = 'path' in options ? options.sshKey : undefined;
  const isServed = 'path' in options ? () => true : createServedHosts([options.host, ...hosts]);
  const server = createServer(
    {
      headersTimeout: headTimeoutMs,
      // The rate of the body is watched below: an upload on a slow link may take as long as it needs.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(1_000, headTimeoutMs),
      maxHeaderSize: 16_384,
      // Node's own refusal has another form than ours.
      requireHostHeader: false,
      keepAliveTimeout: keepAliveMs,
    },
    (incoming, outgoing) => {
      if (isAmbiguous(incoming)) {
        server.emit('clientError', new Error('not one host, or two tokens'), incoming.socket);
        return;
      }
      cutSlowBody(incoming, pace);
      const request = new WireRequest(incoming, outgoing, isServed, sshKey);
      const answering = center.answer(request, incoming.socket.remoteAddress ?? 'unknown');
      // The next request on this connection goes to another server.
      if (center.context.readiness.isLeaving) outgoing.shouldKeepAlive = false;
      const sending = { idleMs, keepAliveMs, linger, isDesk: isOfDesk(request) };
      // The reader is gone, or the answer broke off: the closed connection tells the reader.
      sendOne(answering, incoming, outgoing, sending).catch(() => outgoing.destroy());
    },
  );
  // Without the first, Node answers 100 Continue by itself; without the second, it refuses in its own form.
  for (const event of ['checkContinue', 'checkExpectation'] as const)
    server.on(event, (incoming, outgoing) => server.emit('request', incoming, outgoing));
  answerUnreadable(server, linger);
  const silent = watchSilent(server);
  // Without this, a client that does not read its answer would keep it in memory forever.
  server.setTimeout(idleMs);
  const url = await start(server, options);
  return { url, close: () => stop(server, silent, center, drainMs) };
}
