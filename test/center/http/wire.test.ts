import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Listening, listen } from '../../../src/center/http/listen.ts';
import { basePath } from '../../../src/contract/index.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let server: Listening;
beforeAll(async () => {
  desk = await openCenter();
  const hosts = ['desk.example', '10.0.0.5', 'fd00::5'];
  server = await listen(desk.center, { host: '127.0.0.1', port: 0, idleMs: 1_000, hosts });
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

/** Sends these bytes and returns the answer until the other side closed, or until it contains `enough`. */
async function converse(sent: string | Buffer, enough = /\r\n\r\n[\s\S]*\}$/): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(sent);
  let text = '';
  const ended = new Promise<void>(resolve => {
    socket.on('data', data => {
      text += data.toString('latin1');
      if (enough.test(text)) resolve();
    });
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });
  await ended;
  socket.destroy();
  return text;
}

function authorization() {
  return `Authorization: Bearer ${desk.tokens.admin}`;
}

/** The status of the answer to `GET /me` with an admin's token, with this target, Host and further fields. */
async function statusOf(target: string, host = 'localhost', ...more: string[]): Promise<string> {
  const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, authorization(), ...more];
  const text = await converse(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  return text.slice(9, 12);
}

const me = `${basePath}/me`;

describe('an address', () => {
  test.for([
    `${basePath}//me`,
    '//evil.example/x',
    '/\\\\evil.example',
    '*',
    'http://',
    'http://[',
    '/%',
    '/%00?%',
    `${basePath}/../../etc/passwd`,
  ])('%j is answered with 404 in the service’s form', async target => {
    const text = await converse(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).toMatch(/\r\nx-request-id: \S+/i);
    expect(text).toContain('"code":"not_found"');
  });

  test.for([me, `${me}?`, `http://localhost${me}`, `HTTP://127.0.0.1:8080${me}`])('%s is found', async target => {
    expect(await statusOf(target)).toBe('200');
  });

  test.for([
    ...['/./me', '/x/../me', '//me', '/me/', '/me/.', '/x\\..\\me', '\\me', '/me#', '/m%65'],
    ...['/x/%2e%2e/me', '/x/.%2E/me', '/%2E/me', '/x%2f../me', '/x%5C..%5cme', '/x/..;/me', '/x/%252e%252E/me'],
  ])('%s is another path than /me, at every proxy', async tail => {
    expect(await statusOf(basePath + tail)).toBe('404');
  });

  test('a tag with a slash keeps its address, one that looks like a way out has none', async () => {
    await desk.call('POST', '/conversations', { body: { title: 'Tagged', tags: ['n/a', '../../me'] } });
    const rename = async (name: string) => {
      const body = '{"name":"other"}';
      const head = [`PUT ${basePath}/tags/${encodeURIComponent(name)} HTTP/1.1`, 'Host: localhost', authorization()];
      const more = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      return (await converse(`${[...head, ...more].join('\r\n')}\r\n\r\n${body}`)).slice(9, 12);
    };
    expect([await rename('n/a'), await rename('../../me')]).toEqual(['200', '404']);
  });
});

describe('a host', () => {
  test.for([
    ...['localhost', 'LocalHost:99', 'localhost.', 'localhost:', '127.0.0.1', '127.9.9.9:1', '[::1]', '[0:0::1]:8080'],
    ...['desk.example', 'DESK.example.:443', '10.0.0.5', '[fd00::5]:8080'],
  ])('%s is served', async host => {
    expect(await statusOf(me, host)).toBe('200');
  });

  test.for([
    ...['', 'evil.example', 'localhost.evil.example', 'evil.example:80', 'desk.example.evil', 'sub.desk.example'],
    ...['10.0.0.6', '[fd00::6]', 'localhost, evil.example', 'localhost/', 'evil@localhost', 'localhost#', 'a b', '<>'],
    ...['localhost:99999', '\xfcmlaut', '[::1', '::1', 'localhost..'],
  ])('%j is not served, and the answer names the setting', async host => {
    expect(await statusOf(me, host)).toBe('404');
    const text = await converse(`GET ${basePath}/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(text).toContain('can add it to `hosts` in the settings');
    expect(desk.log.at(-1)).toMatch(/^GET other-host 404 /);
  });

  test('in the address of a request counts like one in Host, and both must be served', async () => {
    expect(await statusOf(`http://evil.example${me}`)).toBe('404');
    expect(await statusOf(`http://evil@localhost${me}`)).toBe('404');
    expect(await statusOf(`http://localhost${me}`, 'evil.example')).toBe('404');
    expect(await statusOf(`ftp://localhost${me}`)).toBe('404');
  });

  test('is named once, as a token is: a second field is 400', async () => {
    expect(await statusOf(me, 'localhost', 'Host: localhost')).toBe('400');
    expect(await statusOf(me, 'localhost', 'hOST: evil.example')).toBe('400');
    expect(await statusOf(me, 'localhost', 'AUTHORIZATION: Bearer x')).toBe('400');
    expect(await statusOf(me, 'localhost', 'X-Host: evil.example', 'X-Host: a')).toBe('200');
  });

  test('need not be named in HTTP/1.0', async () => {
    expect(await converse(`GET ${me} HTTP/1.0\r\n${authorization()}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('unread bodies', () => {
  /** Connects a client that sends the head, and goes on sending until the connection is closed. */
  const pour = (port: number, head: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const client = { text: '', isClosed: false };
    socket
      .on('error', () => undefined)
      .on('data', data => {
        client.text += data;
      });
    socket.write(head);
    const more = 'x'.repeat(65_536);
    const timer = setInterval(() => socket.writable && socket.writableLength < 1_000_000 && socket.write(more), 1);
    socket.on('close', () => {
      clearInterval(timer);
      client.isClosed = true;
    });
    return client;
  };

  test.for([
    [
      'that wants the connection closed',
      `POST ${basePath}/inboxes HTTP/1.1\r\nHost: localhost\r\nConnection: close`,
      '',
      401,
    ],
    ['of HTTP/1.0', `POST ${basePath}/inboxes HTTP/1.0`, '', 401],
    ['whose request cannot be read', 'GARBAGE', '', 400],
    ['whose head is too long', 'GET / HTTP/1.1\r\nHost: localhost', 'x'.repeat(20_000), 431],
  ] as const)(
    'a refusal reaches a client that is still sending, and the connection is closed after that, %s',
    async ([, line, long, status]) => {
      const clock = handClock();
      const linger = (run: () => void) => clock.setTimer(run, 1);
      const lingering = await listen(desk.center, { host: '127.0.0.1', port: 0, linger });
      onTestFinished(() => lingering.close());
      const head = `${line}\r\n${long === '' ? 'Content-Length: 99999999\r\n\r\n' : `X: ${long}`}`;
      const port = Number(new URL(lingering.url).port);
      const clients = Array.from({ length: 10 }, () => pour(port, head));
      await expect
        .poll(() => new Set(clients.map(({ text }) => text.slice(0, 12))))
        .toEqual(new Set([`HTTP/1.1 ${status}`]));
      expect(clients.map(({ isClosed }) => isClosed)).not.toContain(true);
      await expect
        .poll(() => {
          clock.advance(1);
          return clients.map(({ isClosed }) => isClosed);
        })
        .not.toContain(false);
    },
  );

  test('a connection goes on once the rest of its body has come', async () => {
    const one = (body: string) =>
      `POST ${basePath}/inboxes HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const text = await converse(one('{}') + one('{"a":1}'), /401[\s\S]*401[\s\S]*\}$/);
    expect(text.match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
  });

  test('a body in chunks is read like any other', async () => {
    const head = `POST ${basePath}/inboxes HTTP/1.1\r\nHost: localhost\r\n${authorization()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await converse(`${head}8\r\n{"name":\r\n6\r\n"Two"}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 201 /);
  });
});

/** Uploads a file of so many zeros; returns the path of its content. */
async function upload(size: number): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(size)]), 'zeros.bin');
  const headers = { authorization: `Bearer ${desk.tokens.admin}` };
  const answer = await fetch(`${server.url}${basePath}/attachments`, { method: 'POST', headers, body });
  return `${basePath}/attachments/${((await answer.json()) as { data: { id: number } }).data.id}/content`;
}

test('a file that is damaged on the disk ends the connection early, so that half of it is not taken for all', async () => {
  const path = await upload(500_000);
  const rows = await desk.center.context.store.read(db =>
    db.selectFrom('attachment').select('hash').orderBy('id', 'desc').execute(),
  );
  truncateSync(join(desk.folder, rows[0]!.hash), 1_000);
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${desk.tokens.admin}` } });
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

describe('the signal of a request', () => {
  /** A service that answers when it is told to, and the signals of its requests. */
  async function listening() {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: signal, resolve: tell } = Promise.withResolvers<AbortSignal>();
    const own = await listen(
      {
        answer: async request => {
          tell(request.signal!);
          await answered;
          return { status: 200, headers: {}, body: '{}' };
        },
        context: { hub: { close: () => undefined }, readiness: { isLeaving: false } },
      },
      { host: '127.0.0.1', port: 0 },
    );
    onTestFinished(() => own.close());
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET /me HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return { socket, signal: await signal, answer };
  }

  test.for(['end', 'destroy'] as const)('aborts when the caller hangs up (%s)', async hangUp => {
    const { socket, signal, answer } = await listening();
    expect(signal.aborted).toBe(false);
    socket[hangUp]();
    await expect.poll(() => signal.aborted).toBe(true);
    answer();
  });

  test('does not abort when the caller has its answer and leaves', async () => {
    const { socket, signal, answer } = await listening();
    answer();
    await once(socket, 'data');
    socket.destroy();
    await once(socket, 'close');
    expect(signal.aborted).toBe(false);
  });
});
