import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { holdTlsSessions } from '../../../src/cli/desk/tls-sessions.ts';
import { collect } from '../../harness/collect.ts';
import { openFront } from '../../harness/front.ts';
import { trust } from '../../harness/tls.ts';

test('a second connection resumes the session of the first one, whatever was collected in between', async () => {
  trust('good');
  const server = createServer((request, response) => {
    if (request.url === '/stream') response.write('begins');
    else response.end('whole');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const front = await openFront((server.address() as AddressInfo).port, { tls: true });
  const stop = holdTlsSessions();
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    stop();
    await front.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `https://localhost:${front.port}`;
  await fetch(`${url}/stream`, { signal: leaving.signal });
  // What is held weakly lives until the turn is over.
  await new Promise(resolve => setImmediate(resolve));
  collect();
  expect(await (await fetch(url)).text()).toBe('whole');
  expect(front.handshakes()).toEqual({ all: 2, resumed: 1 });
});
