import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '../model/problem.ts';
import { refusalOf } from './answer.ts';
import type { App } from './app.ts';
import { cutSlowBody, defaultPace, type Pace } from './body/slow.ts';
import { createServedHosts } from './host.ts';
import { isStream } from './respond.ts';
import { LINGER_MS, sendAnswer, WireRequest } from './wire.ts';

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
function answerUnreadable(server: Server): void {
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
    if (mayAnswer && isParserError(error)) setTimeout(() => socket.destroy(error), LINGER_MS).unref();
    else socket.destroy(error);
  });
}

interface Answering {
  readonly answer: App;
  readonly context: { readonly hub: { close(): void } };
}

interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The names, besides `host` and those of this machine itself, under which it may be called. */
  readonly hosts?: readonly string[];
  /** How long sending a request's head may take, in milliseconds. */
  readonly headTimeoutMs?: number;
  readonly pace?: Pace;
  /** How long a request or its answer may stand still, in milliseconds: more than an event stream's heartbeat. */
  readonly idleMs?: number;
  /**
   * How long a caller's connection is kept for another request, in milliseconds. By default longer than an agent reads a
   * mail, because over TLS a new connection costs 4 kB.
   */
  readonly keepAliveMs?: number;
  /** How long requests in progress may take after the service begins to close, in milliseconds. */
  readonly drainMs?: number;
}

/** A listening service. */
export interface Listening {
  /** Its address, without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Accepts no more requests, ends the event streams, lets requests in progress finish, then closes. */
  close(): Promise<void>;
}

function start(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
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

function stop(server: Server, silent: ReadonlySet<Socket>, center: Answering, drainMs: number): Promise<void> {
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

/** The connection of somebody without a token is kept for this long at most, in milliseconds. */
const STRANGERS_MS = 10_000;

/** Says how long the connection is kept; HTTP/1.1 need not be told that it is. */
function sayHowLong(outgoing: ServerResponse, ms: number): void {
  if (!outgoing.shouldKeepAlive) return;
  if (outgoing.req.httpVersion === '1.0') outgoing.setHeader('connection', 'keep-alive');
  else outgoing.removeHeader('connection');
  outgoing.setHeader('keep-alive', `timeout=${Math.floor(ms / 1_000)}`);
}

/** Keeps the connection of somebody without a token for less time than a caller's. */
function keepShortly(outgoing: ServerResponse, ms: number): void {
  const { socket } = outgoing;
  // Node has set its own time by then.
  if (outgoing.shouldKeepAlive) outgoing.once('finish', () => socket?.setTimeout(ms));
}

async function sendOne(
  answering: ReturnType<App>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { idleMs, keepAliveMs }: { readonly idleMs: number; readonly keepAliveMs: number },
): Promise<void> {
  const answer = await answering;
  const isStranger = !isStream(answer) && !answer.isCallers;
  const keptMs = isStranger ? Math.min(STRANGERS_MS, idleMs) : keepAliveMs;
  sayHowLong(outgoing, keptMs);
  if (isStranger) keepShortly(outgoing, keptMs);
  await sendAnswer(answer, incoming, outgoing);
}

/** Whether two readers could take the request for different ones: by its host, or by its token. */
function isAmbiguous({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const { host = [], authorization = [] } = headersDistinct;
  return host.length > 1 || authorization.length > 1 || (httpVersion === '1.1' && host.length === 0);
}

/** Serves a center over HTTP. Rejects if the address is not available. Closing does not close the center. */
export async function listen(center: Answering, options: ListenOptions): Promise<Listening> {
  const { host, port, headTimeoutMs = 10_000, pace = defaultPace, idleMs = 60_000, drainMs = 10_000 } = options;
  const { keepAliveMs = 300_000, hosts = [] } = options;
  const isServed = createServedHosts([host, ...hosts]);
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
      const request = new WireRequest(incoming, outgoing, isServed);
      const answering = center.answer(request, incoming.socket.remoteAddress ?? 'unknown');
      sendOne(answering, incoming, outgoing, { idleMs, keepAliveMs }).catch(() => outgoing.destroy());
    },
  );
  // Without the first, Node answers 100 Continue by itself; without the second, it refuses in its own form.
  for (const event of ['checkContinue', 'checkExpectation'] as const)
    server.on(event, (incoming, outgoing) => server.emit('request', incoming, outgoing));
  answerUnreadable(server);
  const silent = watchSilent(server);
  // Without this, a client that does not read its answer would keep it in memory forever.
  server.setTimeout(idleMs);
  const address = await start(server, host, port);
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, close: () => stop(server, silent, center, drainMs) };
}
