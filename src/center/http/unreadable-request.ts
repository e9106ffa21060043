import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../model/problem.ts';
import { refusalOf } from './answer.ts';
import { LINGER_MS } from './wire.ts';

function tooLarge() {
  return new Problem('too_large', 'The head of the request is larger than 16 KiB.');
}
function unreadable() {
  return new Problem(
    'malformed_json',
    'This is not a readable HTTP request, or not one with one Host and at most one Authorization.',
  );
}

/** The answer to an overdue head has no body: such a slow client is not waiting for one. */
function answerTo(code: string | undefined): { readonly status: number; readonly body: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, body: '' };
  const { status, body } = refusalOf(code === 'HPE_HEADER_OVERFLOW' ? tooLarge() : unreadable());
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
export function answerUnreadable(server: Server): void {
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
