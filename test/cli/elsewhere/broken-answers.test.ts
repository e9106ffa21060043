import { execFile } from 'node:child_process';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

/** Listens on loopback; `onRequest` gets the socket of whatever is sent there. */
async function listen(onRequest: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => socket.on('error', () => undefined).once('data', () => onRequest(socket)));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Asks a help center, whose whole answer is `bytes`, with `frontdesk api`. */
async function ask(bytes: Uint8Array, environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const url = await listen(socket => socket.end(bytes));
  const env = deskEnvironment(temporaryFolder(), { FRONTDESK_TOKEN: 'a-token', ...environment });
  return new Promise(resolve => {
    execFile(process.execPath, [launcher, 'api', 'GET', '/me', '--url', url], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

function answer(headers: string, body: string | Uint8Array): Uint8Array {
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`),
    Buffer.from(body),
  ]);
}

const DATA = '{"data":{"id":1}}';
const packed = gzipSync(DATA);
/** With a wrong checksum. */
const damaged = packed.with(-6, packed.at(-6)! ^ 1);

test.for([
  ['is shorter than it says', answer('Content-Length: 400', DATA)],
  ['has no last chunk', answer('Transfer-Encoding: chunked', `11\r\n${DATA}\r\n`)],
  ['is damaged in its compressed form', answer(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`, damaged)],
] as const)('an answer that %s is not taken for whole, and the command says so', async ([, bytes]) => {
  const { code, stdout, stderr } = await ask(bytes);
  expect(stderr).toMatch(/^frontdesk: The answer of 127\.0\.0\.1:\d+ broke off\. Try again\.\n$/);
  expect([code, stdout]).toEqual([3, '']);
});

test('a proxy that the environment names is not asked: the token would go there', async () => {
  const asked: string[] = [];
  const proxy = await listen(socket => {
    asked.push('asked');
    socket.destroy();
  });
  const { code, stdout } = await ask(answer(`Content-Length: ${DATA.length}`, DATA), {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
  });
  expect([code, JSON.parse(stdout), asked]).toEqual([0, JSON.parse(DATA), []]);
});
