import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../src/center/http/listen.ts';
import { basePath } from '../../../../src/contract/index.ts';
import { attachmentFiles } from '../../../harness/attachment-files.ts';
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
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => {
    socket.on('close', () => {
      hasClosed = true;
      resolve();
    });
  });
  const drained = () => new Promise<void>(resolve => void socket.once('drain', resolve));
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
    if (!send(filler)) await Promise.race([drained(), closed]);
  }
  await closed;
  return { answer, sent };
}

test.for([
  ['preamble', ''],
  ['epilogue', `${begin}small\r\n--b--\r\n`],
  ['part that is not a file', '--b\r\nContent-Disposition: form-data; name="comment"\r\n\r\n'],
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
  expect(await attachmentFiles(desk)).toEqual([]);
});
