import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';

const SILENCE_MS = 300;

async function clientOf(answer: RequestListener) {
  const server = createServer(answer);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => 'token-of-ana-0123456789',
    fetch: request => fetch(request),
    timeoutMs: SILENCE_MS,
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends a list of inboxes in so many parts, with a pause before each. */
function drip(parts: number, pauseMs: number, headers: Record<string, string> = JSON_TYPE): RequestListener {
  return async (_request, response) => {
    response.writeHead(200, headers);
    response.write('{"data": [');
    for (let part = 0; part < parts && !response.destroyed; part += 1) {
      await sleep(pauseMs);
      response.write(`${part === 0 ? '' : ','}{"id": ${part + 1}, "name": "Inbox"}`);
    }
    response.end(']}');
  };
}

test('an answer may take much longer than the limit as long as something comes', async () => {
  const client = await clientOf(drip(16, 60));
  expect((await client.inbox.list()).data).toHaveLength(16);
});

test('an answer that falls silent in its middle is given up, and says so', async () => {
  const client = await clientOf(drip(2, 900));
  const error = await client.inbox.list().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'timeout' });
  expect(String(error)).toMatch(/127\.0\.0\.1:\d+ fell silent for 0 s in the middle of its answer\./);
});

test('a long text has the time that it takes to send it over a slow link', async () => {
  const client = await clientOf(async (request, response) => {
    request.resume();
    await sleep(600);
    response.writeHead(201, JSON_TYPE).end('{"data": {"id": 7, "name": "vip"}}');
  });
  const params = { conversation_id: 1 };
  const short = client.note.add({ params, body: { details: 'Called her.' } }).catch((thrown: unknown) => thrown);
  const long = client.note.add({ params, body: { details: 'x'.repeat(2_000) } }).catch((thrown: unknown) => thrown);
  expect(await short).toMatchObject({ code: 'timeout' });
  expect(await long).toMatchObject({ data: { id: 7 } });
});

test.for([
  ['data', true, JSON_TYPE],
  ['a web page', false, { 'Content-Type': 'text/html' }],
] as const)('the parts of %s are signs of life: %s', async ([, isHeard, headers]) => {
  const client = await clientOf(drip(3, 60, headers));
  let parts = 0;
  const onBytes = (): void => {
    parts += 1;
  };
  await client.inbox.list({ onBytes });
  expect(parts > 2).toBe(isHeard);
});

describe('by default', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A help center whose answer has a byte every so often. */
  function slow(everyMs: number, parts: number, type = 'application/json') {
    const body = () => {
      let left = parts;
      return new ReadableStream<Uint8Array>({
        pull: async controller => {
          await new Promise(resolve => setTimeout(resolve, everyMs));
          left -= 1;
          controller.enqueue(Buffer.from(left === 0 ? '[{"id": 1}]' : ' '));
          if (left === 0) controller.close();
        },
      });
    };
    const options = { baseUrl: 'http://help.example', token: () => undefined };
    const fetch = async () => new Response(body(), { headers: { 'content-type': type } });
    const asked = createClient({ ...options, fetch }).inbox.list();
    return asked.catch((thrown: unknown) => thrown);
  }

  test('twenty seconds without a byte end a call', async () => {
    let end: unknown = null;
    void slow(21_000, 2).then(thrown => {
      end = thrown;
    });
    await vi.advanceTimersByTimeAsync(19_900);
    expect(end).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(String(end)).toMatch(/help\.example fell silent for 20 s in the middle of its answer\./);
  });

  test('data may take any time while bytes come', async () => {
    const answer = slow(19_000, 200);
    await vi.advanceTimersByTimeAsync(200 * 19_000);
    expect(await answer).toMatchObject({ data: [{ id: 1 }] });
  });

  test('a web page may not: it is no answer, however long it comes', async () => {
    const answer = slow(19_000, 200, 'text/html');
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    expect(String(await answer)).toContain('took longer than 10 minutes');
  });
});
