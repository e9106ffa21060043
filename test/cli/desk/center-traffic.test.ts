import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { countCenterTraffic } from '../../../src/cli/desk/center-traffic.ts';
import { pem, trust } from '../../harness/tls.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** What a server's connections carry below TLS. Another counter in this process would be counted itself. */
function watch(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  return () => ({
    sent: [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    received: [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  });
}

function count(now?: () => number) {
  const counter = countCenterTraffic(now);
  onTestFinished(counter.stop);
  return counter;
}

const answer: RequestListener = (request, response) => {
  request.resume();
  if (request.url === '/last') response.setHeader('connection', 'close');
  response.end('x'.repeat(20_000));
};

test.for(['http', 'https'])(
  'over %s each byte on the line counts once, of connections that closed as well',
  async kind => {
    trust('good');
    const server =
      kind === 'https' ? createTlsServer({ key: pem('key'), cert: pem('good') }, answer) : createHttpServer(answer);
    const carried = watch(server);
    const port = await portOf(server);
    const counter = count();
    for (const path of ['/', '/', '/last']) {
      const response = await fetch(`${kind}://localhost:${port}${path}`, { method: 'POST', body: 'y'.repeat(3_000) });
      await response.text();
    }
    const counted = () => {
      const { sent, received } = counter.read();
      return { sent, received };
    };
    await expect.poll(() => [counted(), carried().received > 60_000]).toEqual([carried(), true]);
    if (kind === 'https') expect(carried().received).toBeGreaterThan(61_500);
  },
);

test('a handshake that failed counts too', async () => {
  const server = createTlsServer({ key: pem('key'), cert: pem('other') }, answer);
  const carried = watch(server);
  const port = await portOf(server);
  const counter = count();
  await expect(fetch(`https://localhost:${port}/`)).rejects.toThrow();
  await expect.poll(() => counter.read().sent).toBe(carried().sent);
  expect(counter.read().received).toBeGreaterThan(500);
});

test('the last minute forgets what is older', async () => {
  const clock = { now: 1_000 };
  const port = await portOf(createHttpServer(answer));
  const counter = count(() => clock.now);
  await (await fetch(`http://localhost:${port}/`)).text();
  clock.now += 30_000;
  await (await fetch(`http://localhost:${port}/last`)).text();
  const { sent, received, lastMinute } = counter.read();
  expect(lastMinute).toBe(sent + received);
  clock.now += 45_000;
  expect(counter.read().lastMinute).toBeLessThan(lastMinute / 2 + 500);
  expect(counter.read().lastMinute).toBeGreaterThan(20_000);
  clock.now += 60_000;
  expect(counter.read()).toMatchObject({ sent, received, lastMinute: 0 });
});
