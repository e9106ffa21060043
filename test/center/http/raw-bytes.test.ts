import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/center/http/listen.ts';
import { basePath } from '../../../src/contract/index.ts';
import { createRandom, type Random } from '../../harness/random.ts';
import { openCenter } from '../open-center.ts';

const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${'z'.repeat(3_000)}\r\n--b--\r\n`;
const paths = ['/me', '/conversations', '/conversations/1/merge', '/inboxes/save', '/attachments', '/events', '/login'];
const bodies = [
  '',
  '{}',
  '{"title":"f"}',
  '[1,2]',
  form,
  'x'.repeat(70_000),
  'x'.repeat(1_100_000),
  '{"a":'.repeat(50),
];
const types = ['application/json', 'application/json', 'multipart/form-data; boundary=b', 'text/plain'];
const asides = ['Connection: close', 'Connection: upgrade', 'Expect: 100-continue', 'If-Match: ,', 'X-Aside: 1'];

function createPick(random: Random) {
  return <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
}

/** A request whose body is as long as it says, or is not, or comes in chunks that end, or do not. */
function oneRequest(random: Random, token: string): string {
  const pick = createPick(random);
  const body = pick(bodies);
  const { length } = body;
  const framings: (readonly [string, string])[] = [
    [`Content-Length: ${pick([length, length + 50, Math.max(0, length - 5), 99_999_999])}`, body],
    ['Transfer-Encoding: chunked', `${length.toString(16)}\r\n${body}\r\n${pick(['0\r\n\r\n', '', 'zz\r\n'])}`],
  ];
  const [framing, sent] = pick(framings);
  const head = [
    `${pick(['GET', 'POST', 'POST', 'POST', 'PUT', 'HEAD'])} ${basePath}${pick(paths)} HTTP/1.1`,
    ...['Host: localhost', `Authorization: Bearer ${token}`, `Content-Type: ${pick(types)}`, pick(asides), framing],
  ];
  const raw = `${head.join('\r\n')}\r\n\r\n${sent}`;
  const at = Math.floor(random() * raw.length);
  return random() < 0.15 ? `${raw.slice(0, at)}${String.fromCharCode(random() * 256)}${raw.slice(at + 1)}` : raw;
}

function sendAndGo(port: number, bytes: string, end: 'destroy' | 'end' | 'resetAndDestroy'): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(bytes, 'latin1'));
      setTimeout(() => socket[end](), 100);
    });
    socket.resume().on('error', () => undefined);
    setTimeout(() => socket.destroy(), 300);
    socket.on('close', () => resolve());
  });
}

test('after any bytes and any end of a connection, the service goes on without an internal error', async () => {
  const desk = await openCenter();
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0, drainMs: 500 });
  onTestFinished(async () => {
    await server.close();
    await desk.close();
  });
  const random = createRandom(7);
  const pick = createPick(random);
  const sending = Array.from({ length: 200 }, () => {
    const bytes = Array.from({ length: pick([1, 1, 2, 3]) }, () => oneRequest(random, desk.tokens.key)).join('');
    return sendAndGo(Number(new URL(server.url).port), bytes, pick(['destroy', 'end', 'resetAndDestroy']));
  });
  await Promise.all(sending);
  // Longer than the service reads from any refused client.
  await new Promise(resolve => setTimeout(resolve, 600));
  expect((await fetch(`${server.url}${basePath}/health`)).status).toBe(200);
  expect(desk.log.filter(line => / 5\d\d /.test(line))).toEqual([]);
});
