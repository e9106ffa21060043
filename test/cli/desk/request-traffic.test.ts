import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { countRequests } from '../../../src/cli/desk/request-traffic.ts';

const page = brotliCompressSync('x'.repeat(20_000));

/** An answer as fetch gives it: decompressed, with the headers that came. */
function answerWith(body: string | null, headers: Record<string, string>) {
  return countRequests(async () => new Response(body, { headers }));
}

async function spent(
  counter: ReturnType<typeof answerWith>,
  request: Request,
): Promise<[sent: number, received: number]> {
  await (await counter.fetch(request)).text();
  const { sent, received } = counter.read();
  return [sent, received];
}

function get(): Request {
  return new Request('http://desk.example/conversations?limit=50', { headers: { accept: 'text/plain' } });
}

test('a request counts with its head and its body', async () => {
  const [small] = await spent(answerWith(null, {}), get());
  expect(small).toBe('GET /conversations?limit=50 HTTP/1.1\r\naccept: text/plain\r\n\r\n'.length);
  const post = new Request(get(), { method: 'POST', body: 'y'.repeat(3_000) });
  const [large] = await spent(answerWith(null, {}), post);
  expect(large - small).toBeGreaterThan(3_000);
  expect(large - small).toBeLessThan(3_100);
});

test('a file counts with the length that it says, and is not read for that', async () => {
  const body = new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': '5000' } };
  const [sent] = await spent(answerWith(null, {}), new Request('http://desk.example/files', init as RequestInit));
  expect(sent).toBeGreaterThan(5_000);
});

test('a compressed answer counts with the length that came', async () => {
  const headers = { 'content-encoding': 'br', 'content-length': `${page.length}` };
  const [, received] = await spent(answerWith('x'.repeat(20_000), headers), get());
  expect(received).toBeGreaterThan(page.length);
  expect(received).toBeLessThan(page.length + 150);
});

test('an answer without a length counts as it is read, and stays what it is', async () => {
  const counter = answerWith('x'.repeat(20_000), { 'x-kept': 'yes' });
  const response = await counter.fetch(get());
  expect(counter.read().received).toBeLessThan(100);
  expect([response.status, response.headers.get('x-kept'), (await response.text()).length]).toEqual([
    200,
    'yes',
    20_000,
  ]);
  expect(counter.read().received).toBeGreaterThan(20_000);
});
