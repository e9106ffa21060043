import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createLanes } from '../../src/client/lanes.ts';

// Far more than what vitest moves the clock by while a test polls.
const TIMEOUT_MS = 400_000;

const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Asked {
  readonly path: string;
  readonly response: ServerResponse;
}

/** A client over a help center that answers when the test says so, and whose time-outs pass when the test says so. */
async function waitingCenter() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: Asked[] = [];
  let connections = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    asked.push({ path: request.url!.replace('/api/agent/v1', ''), response });
  };
  const server = createServer(answer);
  server.on('connection', () => {
    connections += 1;
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => 'token-of-ana-0123456789',
    fetch: request => fetch(request),
    lanes: createLanes(),
    timeoutMs: TIMEOUT_MS,
  });
  return {
    client,
    asked,
    paths: () => asked.map(({ path }) => path),
    connections: () => connections,
    /** Waits until so many requests have come, and answers the newest. */
    reply: async (count: number, body: string): Promise<void> => {
      await expect.poll(() => asked.length).toBe(count);
      asked.at(-1)!.response.writeHead(200, JSON_TYPE).end(body);
    },
  };
}

/** Time for a request that should not be sent, to arrive all the same. */
function rest(): Promise<void> {
  return sleep(60);
}

const EMPTY = '{"data": []}';
const ONE = '{"data": {"id": 1, "name": "vip"}}';

test('one request is under way at a time, over one connection, and an awaited one goes first', async () => {
  const center = await waitingCenter();
  const { client } = center;
  const all = [
    client.inbox.list(),
    client.tag.list({ isBackground: true }),
    client.agent.list({ isBackground: true }),
    client.status.list(),
  ];
  await center.reply(1, EMPTY);
  await center.reply(2, EMPTY);
  await center.reply(3, EMPTY);
  await center.reply(4, EMPTY);
  await Promise.all(all);
  expect(center.paths()).toEqual(['/inboxes', '/conversation_statuses', '/tags', '/agents']);
  expect(center.connections()).toBe(1);
});

test('waiting in the queue is not part of a time-out, and a refusal lets the next one begin', async () => {
  const center = await waitingCenter();
  const first = center.client.inbox.list().catch((error: unknown) => error);
  const second = center.client.tag.list();
  await expect.poll(() => center.asked.length).toBe(1);
  vi.advanceTimersByTime(0.75 * TIMEOUT_MS);
  center.asked[0]!.response.writeHead(503, JSON_TYPE).end('{}');
  await expect.poll(() => center.asked.length).toBe(2);
  vi.advanceTimersByTime(0.75 * TIMEOUT_MS);
  center.asked[1]!.response.writeHead(200, JSON_TYPE).end(EMPTY);
  expect(await first).toMatchObject({ status: 503 });
  expect((await second).data).toEqual([]);
});

test('a request that is given up in the queue was never sent, and says so', async () => {
  const center = await waitingCenter();
  const first = center.client.inbox.list();
  const given = new AbortController();
  const dropped = center.client.tag.list({ signal: given.signal }).catch((error: unknown) => error);
  given.abort();
  expect(await dropped).toMatchObject({ code: 'unreachable', isUnsent: true });
  await center.reply(1, EMPTY);
  await first;
  await rest();
  expect(center.paths()).toEqual(['/inboxes']);
});

test('an answer that is no longer wanted comes to its end, so that its connection stays', async () => {
  const center = await waitingCenter();
  const { client } = center;
  const moved = new AbortController();
  const unwanted = client.inbox.list({ signal: moved.signal }).catch((error: unknown) => error);
  await expect.poll(() => center.asked.length).toBe(1);
  moved.abort('unwanted');
  // The caller need not wait for it.
  expect(await unwanted).toMatchObject({ code: 'unreachable' });
  const next = client.tag.list();
  await rest();
  expect(center.paths()).toEqual(['/inboxes']);
  await center.reply(1, EMPTY);
  await center.reply(2, EMPTY);
  await next;
  expect(center.connections()).toBe(1);
});

test.each([
  ['is long', 'unwanted', 'x'.repeat(100_000)],
  ['is lost with its connection', undefined, ''],
])('an answer that %s is broken off when it is given up', async (_what, reason, sent) => {
  const center = await waitingCenter();
  const given = new AbortController();
  const lost = center.client.inbox.list({ signal: given.signal }).catch((error: unknown) => error);
  await expect.poll(() => center.asked.length).toBe(1);
  const { response } = center.asked[0]!;
  response.writeHead(200, JSON_TYPE);
  response.write(`{"data": ["${sent}`);
  await rest();
  given.abort(reason);
  await expect.poll(() => response.destroyed).toBe(true);
  expect(await lost).toMatchObject({ code: 'unreachable' });
  const next = center.client.tag.list();
  await center.reply(2, EMPTY);
  await next;
});

test('a change is never broken off by a read, and waits for its turn like one', async () => {
  const center = await waitingCenter();
  const read = center.client.inbox.list();
  const change = center.client.conversation.addTag({ params: { conversation_id: 1 }, body: { name: 'vip' }, key: 'k' });
  await center.reply(1, EMPTY);
  await center.reply(2, ONE);
  await Promise.all([read, change]);
  expect(center.paths()).toEqual(['/inboxes', '/conversations/1/tags']);
});

test('a file, the events and a question for a sign of life wait for no other request', async () => {
  const center = await waitingCenter();
  const { client } = center;
  const read = client.inbox.list();
  await expect.poll(() => center.asked.length).toBe(1);
  const probe = client.session.me({ isProbe: true });
  const events = client.service.events();
  const file = client.attachment.content({ params: { attachment_id: 1 } });
  const second = client.attachment.content({ params: { attachment_id: 2 } });
  await expect.poll(() => center.asked.length).toBe(4);
  expect(center.paths().toSorted()).toEqual(['/attachments/1/content', '/events', '/inboxes', '/me']);
  for (const { path, response } of center.asked) {
    response.writeHead(200, path === '/events' ? { 'Content-Type': 'text/event-stream' } : JSON_TYPE);
    response.end(path === '/inboxes' ? EMPTY : '{"data": {}}');
  }
  await Promise.all([read, probe, events]);
  await (await file).arrayBuffer();
  // The next file begins when this one is read.
  await expect.poll(() => center.asked.length).toBe(5);
  center.asked[4]!.response.end();
  await second;
});
