import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { overNetwork } from '../../src/client/over-http.ts';
import { fetchOver } from '../../src/runtime/node-or-bun.ts';

test('compressed answers are taken in the shortest form over plain HTTP too, and parts of files as they are', async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers['accept-encoding']);
    if (request.headers.range !== undefined) return response.end('part');
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'br' });
    return response.end(brotliCompressSync('[{"id":7}]'));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, token: () => 'token', fetch: overNetwork });
  expect((await client.conversation.list()).data.map(({ id }) => id)).toEqual([7]);
  await client.attachment.content({ params: { attachment_id: 1 }, range: { from: 3, etag: '"1"' } });
  expect(asked).toEqual(['br, gzip', 'identity']);
});

test('no upload is given up because Node’s limit until an answer has passed', async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => setTimeout(() => response.end('{"id":7}'), 3_000));
    response.setHeader('Content-Type', 'application/json');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // Node's own is 300 seconds; here it is one.
  const client = createClient({
    baseUrl,
    token: () => 'token',
    fetch: fetchOver(undefined, { headersTimeout: 1_000 }),
  });
  const read = async function* () {
    yield Buffer.from('photo');
  };
  const body = { name: 'photo.jpg', type: 'image/jpeg', size: 5, read };
  const [upload, note] = await Promise.allSettled([
    client.attachment.create({ body }),
    client.note.add({ params: { conversation_id: 1 }, body: { details: 'Called her.' } }),
  ]);
  expect(upload).toMatchObject({ status: 'fulfilled', value: { data: { id: 7 } } });
  expect(note).toMatchObject({ status: 'rejected', reason: { code: 'unreachable' } });
});
