import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';

// The client loads it at its first request, which takes real time.
beforeAll(async () => void (await import('ofetch')));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client of a help center that answers a request with this. */
function clientOf(answer: (request: Request) => Promise<Response>) {
  return createClient({ baseUrl: 'http://help.example', token: () => undefined, fetch: answer });
}

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
  return clientOf(async () => new Response(body(), { headers: { 'content-type': type } }));
}

/** The answer to a request for a list, or what was thrown. */
function listOf(client: ReturnType<typeof clientOf>, onBytes?: () => void): Promise<unknown> {
  return client.inbox.list(onBytes ? { onBytes } : {}).catch((thrown: unknown) => thrown);
}

test('twenty seconds without a byte end a call', async () => {
  let end: unknown = null;
  void listOf(slow(21_000, 2)).then(thrown => {
    end = thrown;
  });
  await vi.advanceTimersByTimeAsync(19_900);
  expect(end).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(end).toMatchObject({ code: 'timeout' });
  expect(String(end)).toMatch(/help\.example fell silent for 20 s in the middle of its answer\./);
});

test('data may take any time while bytes come', async () => {
  const answer = listOf(slow(19_000, 200));
  await vi.advanceTimersByTimeAsync(200 * 19_000);
  expect(await answer).toMatchObject({ data: [{ id: 1 }] });
});

test('a web page may not: it is not an answer, however long it comes', async () => {
  const answer = listOf(slow(19_000, 200, 'text/html'));
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(String(await answer)).toContain('took longer than 10 minutes');
});

test('a long text has the time that it takes to send it over a slow link', async () => {
  const client = clientOf(async () => {
    await new Promise(resolve => setTimeout(resolve, 21_000));
    return Response.json({ data: { id: 7, name: 'vip' } }, { status: 201 });
  });
  const params = { conversation_id: 1 };
  const short = client.note.add({ params, body: { details: 'Called her.' } }).catch((thrown: unknown) => thrown);
  const long = client.note.add({ params, body: { details: 'x'.repeat(2_000) } }).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await short).toMatchObject({ code: 'timeout' });
  expect(await long).toMatchObject({ data: { id: 7 } });
});

test.for([
  ['data', 'application/json', true],
  ['a web page', 'text/html', false],
] as const)('the parts of %s are signs of life: %s', async ([, type, isHeard]) => {
  let parts = 0;
  const answer = listOf(slow(60, 3, type), () => {
    parts += 1;
  });
  await vi.advanceTimersByTimeAsync(180);
  await answer;
  expect(parts > 2).toBe(isHeard);
});
