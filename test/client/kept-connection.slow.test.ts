import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { overNetwork } from '../../src/client/over-http.ts';

test('a connection is kept for the next call, however long the agent reads, if its server does not say for how long', async () => {
  let connections = 0;
  const server = createServer((_, response) => {
    response.removeHeader('connection');
    response.end('{"id":7}');
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, token: () => 'token', fetch: overNetwork });
  const get = () => client.contact.get({ params: { contact_id: 7 } });
  await get();
  // Node's own limit is 4 s.
  await new Promise(resolve => setTimeout(resolve, 5_500));
  await get();
  expect(connections).toBe(1);
});
