import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ApiError } from '../../src/client/api-error.ts';
import { createClient } from '../../src/client/client.ts';

const MB = 1_000_000;
const CREATED = JSON.stringify({ data: { id: 9, name: 'film.mp4' } });

/** A help center that handles one request, and a client that gives up after so long. */
async function open(handle: (request: IncomingMessage) => Promise<string | undefined>, timeoutMs = 30_000) {
  const server = createServer((request, response) => {
    void handle(request).then(answer => {
      if (answer !== undefined) response.writeHead(201, { 'content-type': 'application/json' }).end(answer);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createClient({ baseUrl, token: () => 'token', fetch: request => fetch(request), timeoutMs });
}

function film(size: number, onRead = (_bytes: number): void => {}) {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; left -= 50_000) {
      const part = Buffer.alloc(Math.min(50_000, left), 'film');
      onRead(part.length);
      yield part;
    }
  };
  return { name: 'my "film".mp4', type: 'video/mp4', size, read };
}

test('a file is read no faster than it is sent, and its parts are told', async () => {
  const told: number[] = [];
  let [read, ahead, taken] = [0, 0, 0];
  const client = await open(async request => {
    expect(request.headers['content-length']).toMatch(/^\d+$/);
    // Nothing is taken until no more is read.
    for (let last = -1; read !== last; await sleep(100)) last = read;
    ahead = read;
    for await (const part of request) taken += part.length;
    return CREATED;
  });
  const body = film(20 * MB, bytes => {
    read += bytes;
  });
  const { data } = await client.attachment.create({ body, onSent: bytes => void told.push(bytes) });
  expect(data?.id).toBe(9);
  expect(told.reduce((sum, bytes) => sum + bytes, 0)).toBe(taken);
  // That much is in the system's own buffers.
  expect(ahead).toBeLessThan(16 * MB);
});

test('its form is one that the service reads', async () => {
  let form = '';
  const client = await open(async request => {
    for await (const part of request) form += String(part);
    return CREATED;
  });
  await client.attachment.create({
    body: {
      ...film(8),
      read: async function* () {
        yield Buffer.from('film');
        yield Buffer.from('film');
      },
    },
  });
  expect(form).toMatch(
    /^--(\S+)\r\nContent-Disposition: form-data; name="file"; filename="my %22film%22.mp4"\r\nContent-Type: video\/mp4\r\n\r\nfilmfilm\r\n--\1--\r\n$/,
  );
});

test('it is sent again whole where a redirect of the same help center leads', async () => {
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    let size = 0;
    for await (const part of request) size += part.length;
    sizes.push(size);
    if (request.url?.includes('again')) response.writeHead(201, { 'content-type': 'application/json' }).end(CREATED);
    else response.writeHead(307, { location: '/again' }).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, token: () => 'token', fetch: request => fetch(request) });
  expect((await client.attachment.create({ body: film(100_000) })).data?.id).toBe(9);
  expect(sizes).toEqual([sizes[0], sizes[0]]);
});

test('one that cannot be read on is a call without an answer', async () => {
  const client = await open(async request => {
    for await (const _part of request);
    return CREATED;
  });
  const read = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(10);
    throw new Error('the copy is gone');
  };
  const error = await client.attachment.create({ body: { ...film(20), read } }).catch((thrown: ApiError) => thrown);
  expect(error).toMatchObject({ name: 'ApiError', status: 0 });
});
