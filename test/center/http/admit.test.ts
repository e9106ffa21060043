import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Listening, listen } from '../../../src/center/http/listen.ts';
import { basePath } from '../../../src/contract/index.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let server: Listening;
/** How long the timers wait that were set since the last look, in milliseconds. */
let waits: number[] = [];
beforeEach(async () => {
  desk = await openCenter();
  server = await listen(desk.center, { host: '127.0.0.1', port: 0, drainMs: 500 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const set = setTimeout;
  waits = [];
  // Not by `vi.spyOn`: after the file vitest restores what was spied on, which is a clock that stands still.
  globalThis.setTimeout = ((run: () => void, ms: number) => {
    waits.push(ms);
    return set(run, ms);
  }) as typeof setTimeout;
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
  await desk.close();
});

const filler = 'x'.repeat(16_384);

const endless = {
  'with a huge Content-Length': { header: 'Content-Length: 999999999999999', part: filler },
  'in chunks': { header: 'Transfer-Encoding: chunked', part: `4000\r\n${filler}\r\n` },
  'in small chunks': { header: 'Transfer-Encoding: chunked', part: '1\r\nx\r\n' },
  'that waits for 100 Continue': { header: 'Transfer-Encoding: chunked\r\nExpect: 100-continue', part: '1\r\nx\r\n' },
} as const;

function open(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return socket.on('error', () => undefined);
}

function headOf(line: string, header: string, as: string | undefined): string {
  return [
    `${line.replace(' ', ` ${basePath}`)} HTTP/1.1`,
    'Host: localhost',
    ...(as === undefined ? [] : [`Authorization: Bearer ${as}`]),
    'Content-Type: application/json',
    header,
    '\r\n',
  ].join('\r\n');
}

interface Poured {
  readonly line: string;
  readonly text: string;
}

/**
 * Sends a head, and then the same part until the service closes the connection; its clock goes on by a second meanwhile,
 * and stands before and after. Returns the answer.
 */
async function pour(line: string, head: string, part: string): Promise<Poured> {
  const socket = open();
  let text = '';
  const closed = new Promise<void>(resolve => {
    socket.on('close', () => resolve());
  });
  socket.on('data', bytes => {
    text += bytes;
  });
  const until = async (isReached: () => boolean) => {
    while (!socket.closed && !isReached()) await sleep(2);
  };
  waits = [];
  socket.write(head);
  const timer = setInterval(() => {
    if (socket.writable && socket.writableLength < 1_000_000) socket.write(part);
  }, 5);
  // The service waits for the end of the body, or has refused it.
  await until(() => text !== '' || waits.some(ms => ms <= 400));
  vi.advanceTimersByTime(400);
  await until(() => text !== '');
  await sleep(20);
  vi.advanceTimersByTime(600);
  await closed;
  clearInterval(timer);
  return { line, text };
}

async function pourAll(lines: readonly string[], header: string, part: string, as?: string): Promise<Poured[]> {
  const poured: Poured[] = [];
  for (const line of lines) poured.push(await pour(line, headOf(line, header, as), part));
  return poured;
}

function statusesOf(poured: readonly Poured[]) {
  return poured.map(
    ({ line, text }) => `${line}: ${[...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)}`,
  );
}

const withoutBody = ['GET /me', 'GET /conversations', 'GET /health', 'GET /events', 'HEAD /me', 'DELETE /inboxes/3'];

describe.for(Object.entries(endless))('an endless body %s', ([, { header, part }]) => {
  test('that the endpoint does not accept is refused before any work, and its connection is closed within a second', async () => {
    const lines = [...withoutBody, 'POST /logout', 'POST /inboxes/3/subscribe'];
    const poured = await pourAll(lines, header, part, desk.tokens.admin);
    expect(statusesOf(poured)).toEqual(lines.map(line => `${line}: 413`));
    for (const { line, text } of poured) expect(text.includes('"code":"too_large"')).toBe(!line.startsWith('HEAD'));
    expect((await desk.call('GET', '/me')).status).toBe(200);
    expect((await desk.call('GET', '/inboxes/3')).status).toBe(200);
  });

  test('of a call that is refused for another reason is read for at most a second', async () => {
    const refused = { 'GET /me': 401, 'DELETE /inboxes/3': 401, 'POST /inboxes': 401, 'PATCH /me': 405 };
    const poured = await pourAll(Object.keys(refused), header, part);
    expect(statusesOf(poured)).toEqual(Object.entries(refused).map(([line, status]) => `${line}: ${status}`));
  });
});

test.for([endless['with a huge Content-Length'], endless['in chunks']])(
  'an endless JSON body is refused, and its connection is closed within a second of that (%#)',
  async ({ header, part }) => {
    const poured = await pourAll(['POST /inboxes', 'PUT /inboxes/3'], header, part.repeat(16), desk.tokens.admin);
    expect(statusesOf(poured)).toEqual(['POST /inboxes: 413', 'PUT /inboxes/3: 413']);
  },
);

test.for([
  ['a GET', '', 'GET /me'],
  ['a body', 'Content-Length: 2', 'DELETE /inboxes/99'],
  ['the head of a stream', '', 'GET /events'],
] as const)('endless bytes after %s close the connection within a second', async ([, header, line]) => {
  const head = headOf(line, header === '' ? 'X-None: 1' : header, desk.tokens.admin);
  const poured = await pour(line, header === '' ? head : `${head}{}`, filler);
  expect(poured.text.match(/HTTP\/1\.1/g)!.length).toBeLessThanOrEqual(2);
});

/** Sends requests one after the other over one connection, each after the answer to the one before. */
async function talk(requests: readonly string[]): Promise<string[]> {
  const socket = open().setEncoding('latin1');
  const statuses: string[] = [];
  for (const request of requests) {
    socket.write(request);
    const [text] = await once(socket, 'data');
    statuses.push(/^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1] ?? 'no status');
  }
  return statuses;
}

test('small bodies that the endpoint does not accept are ignored, and the connection stays open', async () => {
  const { admin } = desk.tokens;
  const chunked = 'Transfer-Encoding: chunked';
  const statuses = await talk([
    `${headOf('GET /me', 'Content-Length: 2', admin)}{}`,
    `${headOf('GET /me', chunked, admin)}2\r\n{}\r\n0\r\n\r\n`,
    `${headOf('GET /health', chunked, undefined)}0\r\n\r\n`,
    `${headOf('DELETE /inboxes/3', chunked, admin)}2\r\n{}\r\n0\r\n\r\n`,
    `${headOf('GET /me', 'Content-Length: 0', admin)}`,
    `${headOf('GET /me', 'X-None: 1', undefined)}`,
    `${headOf('GET /me', 'X-None: 1', admin)}`,
  ]);
  expect(statuses).toEqual(['200', '200', '200', '204', '200', '401', '200']);
});
