import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/center/http/listen.ts';
import { openCenter } from '../../center/open-center.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

/** A gateway before a help center that asks every call of its first seconds to come again later. */
async function busyFront(behind: string, seconds: number): Promise<string> {
  let since: number | undefined;
  const server = createServer(async (incoming, outgoing) => {
    incoming.resume();
    since ??= performance.now();
    const left = Math.ceil(seconds - (performance.now() - since) / 1_000);
    if (left > 0) {
      outgoing.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(left) });
      outgoing.end('{"error":{"code":"rate_limited","message":"Slow down."}}');
      return;
    }
    const { authorization = '' } = incoming.headers;
    const answer = await fetch(behind + incoming.url, { headers: { authorization } });
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    outgoing.end(incoming.url?.includes('/events') ? '' : await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the first start of a desk waits as long as the help center asks, and opens then', {
  timeout: 60_000,
}, async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const url = await busyFront(server.url, 2);
  const env = { ...deskEnvironment(temporaryFolder()), FRONTDESK_TOKEN: desk.tokens.agent };
  const { code, stdout, stderr } = await runShell(['--plain', '--url', url], { env, input: 'quit\n' });
  expect(stderr).toMatch(/^frontdesk: Slow down\. This command asks again in [12] seconds?; Ctrl-C ends it\.$/m);
  expect(stdout).toContain('as Ben Agent');
  expect(code).toBe(0);
});
