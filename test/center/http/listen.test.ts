import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../../../src/center/http/listen.ts';
import { basePath } from '../../../src/contract/index.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let server: Listening;
beforeEach(async () => {
  desk = await openCenter();
  server = await listen(desk.center, { host: '127.0.0.1', port: 0, drainMs: 2_000 });
});
afterEach(async () => {
  await server.close();
  await desk.close();
});

function address(path: string) {
  return `${server.url}${basePath}${path}`;
}
function authorized() {
  return { authorization: `Bearer ${desk.tokens.admin}` };
}

/** Sends bytes as they are, with pauses, and returns all that came back until the other side closed. */
function converse(parts: readonly string[], pauseMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    let at = 0;
    const timer = setInterval(() => {
      if (at < parts.length && !socket.destroyed) socket.write(parts[at++]!);
    }, pauseMs);
    socket.on('data', data => {
      text += data.toString();
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(text);
    });
    const isGone = (error: NodeJS.ErrnoException) => ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
    socket.on('error', error => (isGone(error) ? undefined : reject(error)));
  });
}

describe('over HTTP', () => {
  test('it answers as it does in process, on a free port if 0 is given', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    const inboxes = await (await fetch(address('/inboxes'), { headers: authorized() })).json();
    expect(inboxes).toEqual((await desk.call('GET', '/inboxes')).body);
    const made = await fetch(address('/inboxes'), {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Over the wire' }),
    });
    expect(made.status).toBe(201);
    const removed = await fetch(address('/inboxes/4'), { method: 'DELETE', headers: authorized() });
    expect([removed.status, await removed.text()]).toEqual([204, '']);
  });

  test("a caller's connection is kept for five minutes, that of anybody else for 10 s, and the answer says so", async () => {
    const kept = async (path: string, headers = {}) => {
      const answer = await fetch(address(path), { headers });
      await answer.arrayBuffer();
      return answer.headers.get('keep-alive');
    };
    expect(await kept('/me', authorized())).toBe('timeout=300');
    for (const headers of [{}, { authorization: 'Bearer nobody' }])
      expect(await kept('/me', headers)).toBe('timeout=10');
    expect(await kept('/openapi.json', authorized())).toBe('timeout=10');
    expect(await kept('/me', { ...authorized(), 'user-agent': 'desk' }), 'a desk knows').toBeNull();
  });

  test('the whole head of an answer to a desk has 100 bytes at most', async () => {
    const head = (method: string, path: string, more: Record<string, string>, body = '') =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port, pathname } = new URL(address(path));
        const fields = { host: `${hostname}:${port}`, ...authorized(), 'user-agent': 'desk', 'accept-encoding': 'br' };
        const lines = Object.entries({ ...fields, ...more, 'content-length': String(body.length) });
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `${method} ${pathname} HTTP/1.1\r\n${lines.map(line => `${line.join(': ')}\r\n`).join('')}\r\n${body}`,
          );
        });
        socket.on('error', reject);
        socket.on('data', bytes => {
          resolve(bytes.toString('latin1').split('\r\n\r\n')[0]!);
          socket.destroy();
        });
      });
    const json = { 'content-type': 'application/json' };
    const written = await head('PUT', '/inboxes/1', json, JSON.stringify({ description: 'word '.repeat(200) }));
    expect(written).toMatch(/^HTTP\/1.1 200 \r\n/);
    const read = await head('GET', '/inboxes/1', {});
    const unchanged = await head('GET', '/inboxes/1', { 'if-none-match': /^etag: (.*)$/m.exec(read)![1]!.trim() });
    expect(unchanged).toMatch(/^HTTP\/1.1 304/);
    for (const one of [written, unchanged]) expect(one.length + 4, one).toBeLessThanOrEqual(100);
    expect(read.length + 4, 'with the tag by which it is known again').toBeLessThanOrEqual(140);
  });

  test('a reader of events who leaves frees its seat, even before the answer', async () => {
    const open = async () => {
      const gone = new AbortController();
      const response = await fetch(address('/events'), { headers: authorized(), signal: gone.signal });
      return { response, status: response.status, go: () => gone.abort() };
    };
    for (let round = 0; round < 2; round += 1) {
      const readers = await Promise.all(Array.from({ length: 20 }, open));
      expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await open()).status).toBe(429);
      for (const { go } of readers) go();
      const { port } = new URL(server.url);
      const asked = `GET ${basePath}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${desk.tokens.admin}\r\n\r\n`;
      for (let at = 0; at < 20; at += 1) connect(Number(port), '127.0.0.1').end(asked).destroySoon();
      const isFree = async () => {
        const { status, go } = await open();
        go();
        return status;
      };
      await expect.poll(isFree).toBe(200);
    }
  });

  test('failed sign-ins are counted by the client’s address', async () => {
    const login = () =>
      fetch(address('/login'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@b.example', password: 'x' }),
      });
    for (let count = 0; count < 5; count += 1) expect((await login()).status).toBe(401);
    expect((await login()).status).toBe(429);
    const other = { as: 'nobody', body: { email: 'c@b.example', password: 'x' } } as const;
    expect((await desk.call('POST', '/login', other)).status).toBe(401);
  });
});

test.for([
  ['GARBAGE', 400, 'malformed_request'],
  [`GET ${basePath}/me HTTP/1.1`, 400, 'malformed_request'],
  [`GET ${basePath}/me HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}`, 431, 'head_too_large'],
] as const)('an unreadable request is answered like any other (%#)', async ([given, status, code]) => {
  const text = await converse([`${given}\r\n\r\n`], 5);
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(text).toMatch(/\r\nx-request-id: \S+\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).error.code).toBe(code);
});

describe('a client that asks before it sends a body', () => {
  const asking = (length: number, ...lines: string[]) =>
    [
      `POST ${basePath}/conversations HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Expect: 100-continue',
      `Content-Length: ${length}`,
      'Content-Type: application/json',
      ...lines,
    ].join('\r\n');
  const authorization = () => `Authorization: Bearer ${desk.tokens.admin}`;

  test('is refused without having sent the body', async () => {
    expect(await converse([`${asking(3_000_000, authorization())}\r\n\r\n`], 5)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await converse([`${asking(20)}\r\n\r\n`], 5)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('may expect something unknown, and is answered like any other', async () => {
    const body = '{"title":"Asked otherwise"}';
    const head = asking(body.length, authorization()).replace('100-continue', 'a-miracle');
    expect(await converse([`${head}\r\n\r\n${body}`], 5)).toMatch(/HTTP\/1\.1 201 [\s\S]*\r\nx-request-id: /);
  });

  test('is told to continue if the body will be read', async () => {
    const body = '{"title":"Asked first"}';
    const text = await converse([`${asking(body.length, authorization())}\r\n\r\n`, body], 50);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });
});

describe('a client that goes on sending a refused body', () => {
  const head = (path: string, ...lines: string[]) =>
    `${[`POST ${basePath}${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${desk.tokens.admin}`, ...lines].join('\r\n')}\r\n\r\n`;

  test('a body that breaks off is reported as the client’s fault, not the service’s', async () => {
    const type = 'Content-Type: multipart/form-data; boundary=b';
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc';
    const broken = (given: string) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(given, () => socket.destroy());
    };
    desk.log.length = 0;
    broken(head('/attachments', type, 'Content-Length: 5000') + part);
    broken(`${head('/inboxes', 'Content-Type: application/json', 'Content-Length: 5000')}{"name":`);
    await expect.poll(() => desk.log.length).toBe(2);
    expect(desk.log.map(line => line.split(' ').slice(0, 3).join(' ')).toSorted()).toEqual([
      'POST attachment.create 422',
      'POST inbox.create 400',
    ]);
  });
});

describe('a slow client', () => {
  // So short that on a busy machine any client may be one.
  beforeEach(async () => {
    await server.close();
    server = await listen(desk.center, {
      host: '127.0.0.1',
      port: 0,
      headTimeoutMs: 300,
      pace: { bytes: 20, windowMs: 400 },
      drainMs: 2_000,
    });
  });

  test('is cut off if the head takes too long', async () => {
    const parts = [
      `GET ${basePath}/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: `,
      ...'x'.repeat(80),
      '\r\n\r\n',
    ];
    expect(await converse(parts, 60), 'the whole head would be answered 401').toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('is cut off if the body stalls, and not if it is only slow', async () => {
    const head = (length: number) =>
      `POST ${basePath}/inboxes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${desk.tokens.admin}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const whole = JSON.stringify({ name: 'Slow', description: 'x'.repeat(40) });
    expect(await converse([head(whole.length), ...whole], 60)).not.toContain('201');
    const body = JSON.stringify({ name: 'Patient', description: 'x'.repeat(160) });
    const parts = body.match(/.{1,20}/g)!;
    expect(await converse([head(body.length), ...parts], 60)).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('closing', () => {
  // A close that waits for the end of this time does not come to its end within the test's.
  beforeEach(async () => {
    await server.close();
    server = await listen(desk.center, { host: '127.0.0.1', port: 0, drainMs: 3_600_000 });
  });

  test('lets requests under way finish, ends event streams and accepts nothing new', async () => {
    const events = await fetch(address('/events'), { headers: authorized() });
    const login = fetch(address('/login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@b.example', password: 'x' }),
    });
    await new Promise(resolve => setTimeout(resolve, 20));
    await server.close();
    expect((await login).status).toBe(401);
    await events.text();
    await expect(fetch(address('/health'))).rejects.toThrow();
  });

  test('does not wait for a client that never sent a request', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const isGone = new Promise(resolve => socket.on('close', resolve));
    await new Promise(resolve => socket.on('connect', resolve));
    await server.close();
    await isGone;
  });

  test('listening on an address that is taken is an error', async () => {
    const port = Number(new URL(server.url).port);
    await expect(listen(desk.center, { host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/);
  });
});
