import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../src/center/http/listen.ts';
import { basePath } from '../../../../src/contract/index.ts';
import { openCenter } from '../../open-center.ts';

const MIB = 1_048_576;
const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
const filler = Buffer.from('x'.repeat(65_536));

/** Sends a form that begins with `before` and never ends. Returns the answer and the number of bytes taken. */
async function pour(url: string, token: string, before: string, framing: 'chunked' | 'length') {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  let hasClosed = false;
  socket.on('data', bytes => {
    answer += bytes;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      hasClosed = true;
    });
  const head = [
    `POST ${basePath}/attachments HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${25 * MIB + 60_000}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const send = (bytes: Buffer | string): boolean =>
    framing === 'chunked'
      ? socket.write(
          Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')]),
        )
      : socket.write(bytes);
  if (before !== '') send(before);
  let sent = 0;
  while (!hasClosed && sent < 40 * MIB) {
    sent += filler.length;
    if (!send(filler)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }
  if (!hasClosed) await once(socket, 'close');
  return { answer, sent };
}

test.for([
  ['preamble', ''],
  ['epilogue', `${begin}small\r\n--b--\r\n`],
  ['part that is no file', '--b\r\nContent-Disposition: form-data; name="comment"\r\n\r\n'],
  ['file', begin],
] as const)('a form with an endless %s is answered 413 and its connection is closed', async ([, before]) => {
  const desk = await openCenter();
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0, drainMs: 500 });
  onTestFinished(async () => {
    await server.close();
    await desk.close();
  });
  const { answer } = await pour(server.url, desk.tokens.admin, before, 'chunked');
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"/s);
  expect(readdirSync(desk.folder).filter(name => !name.startsWith('owner-'))).toEqual([]);
});

test.for([
  ['before the first boundary', ''],
  ['in the head of a part', '--b\r\nX-Long: '],
])('the room for a form around its file counts every byte: %s', async ([, before]) => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  let taken = 0;
  const source = new ReadableStream({
    pull: controller => {
      if (taken > 40 * MIB) controller.close();
      else controller.enqueue(taken === 0 ? Buffer.from(`${before}x`) : filler);
      taken += filler.length;
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const plain = desk.request('POST', '/attachments', { headers });
  const request = new Request(plain, { body: source, method: 'POST', duplex: 'half' } as RequestInit);
  const { status } = await desk.center.fetch(request);
  expect([413, 415]).toContain(status);
  expect(taken).toBeLessThanOrEqual(25 * MIB + 4 * filler.length);
});

test('a form of very many small parts is answered 413 at once', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const form = (parts: number) => `--b${'\r\nX: y\r\n\r\n\r\n--b'.repeat(parts - 1)}${begin.slice(3)}small\r\n--b--`;
  const send = (body: string) =>
    desk.center.fetch(new Request(desk.request('POST', '/attachments', { headers }), { body, method: 'POST' }));
  expect((await send(form(100))).status).toBe(201);
  const refused = await send(form(101));
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('more than 100 parts')]);
});

test('a form that announces more than any file may have is refused as too large, not by a quota', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '99999999999' };
  const { status, body } = await desk.call('POST', '/attachments', { headers });
  expect([status, body.error.message]).toEqual([413, 'The file is larger than 25 MiB; nothing was kept.']);
});
