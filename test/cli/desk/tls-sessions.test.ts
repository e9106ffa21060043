import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTlsSessions } from '../../../src/cli/desk/tls-sessions.ts';
import { tokenMark } from '../../../src/cli/first-frame/witness.ts';
import { keepTlsSession } from '../../../src/cli/tls-session-file.ts';
import { overConnections } from '../../../src/client/over-http.ts';
import { collect } from '../../harness/collect.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { pem, trust } from '../../harness/tls.ts';

const TOKEN = 'a-token-of-mia';
let file = '';
beforeEach(() => {
  trust('good');
  const folder = temporaryFolder();
  vi.stubEnv('XDG_STATE_HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  file = join(folder, 'frontdesk', 'tls-sessions.json');
});

/** A server that answers with `status`, and whether each connection that brought a request had resumed a session. */
async function serve(cert: 'good' | 'other' = 'good', port = 0, status = 200) {
  const resumed: boolean[] = [];
  const open = new Set<TLSSocket>();
  const server = createServer({ key: pem('key'), cert: pem(cert) }, socket => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => resumed.push(socket.isSessionReused()));
    socket.on('data', bytes => {
      const length = bytes.toString().startsWith('GET /stream') ? 99 : 2;
      socket.write(`HTTP/1.1 ${status} -\r\ncontent-length: ${length}\r\n\r\nok`);
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  };
  onTestFinished(async () => void (server.listening && (await close())));
  return { port: (server.address() as AddressInfo).port, resumed, close };
}

/** What a desk asks with, and its end. */
function openDesk(port: number, token = TOKEN) {
  const url = `https://localhost:${port}`;
  const sessions = createTlsSessions(url, () => token);
  const fetch = sessions.watch(overConnections(sessions.connect));
  const ask = async (path = '/') => {
    const response = await fetch(new Request(url + path));
    return path === '/' ? response.text() : response.body!.getReader().read();
  };
  return { ask, end: sessions.close };
}

async function once(port: number, token?: string): Promise<void> {
  const desk = openDesk(port, token);
  await desk.ask();
  desk.end();
}

test('a second connection resumes the session of the first one, even after a garbage collection', async () => {
  const { port, resumed } = await serve();
  const { ask } = openDesk(port);
  await ask('/stream');
  // What is held weakly lives until the turn is over.
  await new Promise(resolve => setImmediate(resolve));
  collect();
  expect(await ask()).toBe('ok');
  expect(resumed).toEqual([false, true]);
});

test('the next desk with the same token resumes it, and so does the one after that', async () => {
  const { port, resumed } = await serve();
  for (let start = 0; start < 3; start++) await once(port);
  expect(resumed).toEqual([false, true, true]);
});

test('the session is kept in a file that only its user can read, without the token', async () => {
  const { port } = await serve();
  await once(port);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(TOKEN);
});

test('a desk with another token, or at another address, does not resume it', async () => {
  const [first, second] = [await serve(), await serve()];
  await once(first.port);
  await once(first.port, 'a-token-of-ana');
  await once(second.port);
  expect([first.resumed, second.resumed]).toEqual([[false, false], [false]]);
});

test('a refused token takes its session with it', async () => {
  const before = await serve();
  await once(before.port);
  await before.close();
  const { port } = await serve('good', before.port, 401);
  await once(port);
  expect(existsSync(file)).toBe(false);
});

test('a forgotten session leaves those of others', async () => {
  const { port, resumed } = await serve();
  await once(port);
  await once(port, 'a-token-of-ana');
  keepTlsSession({ origin: `https://localhost:${port}`, token: tokenMark(TOKEN) }, undefined, Date.now());
  await once(port);
  await once(port, 'a-token-of-ana');
  expect(resumed).toEqual([false, false, false, true]);
});

test('a server that does not take the session gets no request on that connection, and a full handshake on the next', async () => {
  const before = await serve();
  await once(before.port);
  await before.close();
  const { port, resumed } = await serve('good', before.port);
  await once(port);
  // The next start resumes what that one made.
  await once(port);
  expect(resumed).toEqual([false, true]);
});

test('a server that took the place of another one is verified', async () => {
  const before = await serve();
  await once(before.port);
  await before.close();
  const { port } = await serve('other', before.port);
  await expect(openDesk(port).ask()).rejects.toThrow();
});

test('a session is forgotten a day after the certificate was verified, and when the server takes it no more', async () => {
  const { port, resumed } = await serve();
  await once(port);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 8_000_000);
  await once(port);
  expect(resumed).toEqual([false, false]);
});

test('a damaged file is as none', async () => {
  const { port, resumed } = await serve();
  await once(port);
  writeFileSync(file, '[{');
  await once(port);
  await once(port);
  expect(resumed).toEqual([false, false, true]);
});
