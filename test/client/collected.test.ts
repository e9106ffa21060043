import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { collect } from '../harness/collect.ts';
import { openSwallowingCenter, type Swallow } from '../harness/swallowing-center.ts';

/** Collects again and again while it is waited for, as a desk in use does. */
async function whileCollecting<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(collect, 20);
  return work.finally(() => clearInterval(timer));
}

async function openClient(where: Swallow) {
  const center = await openSwallowingCenter(where);
  onTestFinished(center.close);
  const client = createClient({
    baseUrl: center.url,
    token: () => 'token-of-ana-0123456789',
    fetch: request => fetch(request),
    timeoutMs: 300,
  });
  return { center, client };
}

const PLACES: readonly Swallow[] = ['before the headers', 'in mid-body'];

test.for(PLACES)('a call times out and closes its connection if the line swallows bytes %s', async where => {
  const { center, client } = await openClient(where);
  const error = await whileCollecting(client.inbox.list().catch((thrown: unknown) => thrown));
  expect(error).toMatchObject({ name: 'ApiError', code: 'timeout' });
  await expect.poll(center.open).toBe(0);
});

test.for(PLACES)('a call ends when its caller gives it up, if the line swallows bytes %s', async where => {
  const { center, client } = await openClient(where);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 150);
  const { signal } = controller;
  const error = await whileCollecting(client.inbox.list({ signal }).catch((thrown: unknown) => thrown));
  expect(error).toMatchObject({ name: 'ApiError', code: 'unreachable' });
  await expect.poll(center.open).toBe(0);
});

test.for(PLACES)('a stream of events ends when it is given up, if the line swallows bytes %s', async where => {
  const { center, client } = await openClient(where);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 400);
  const read = async (): Promise<unknown> => {
    const response = await client.service.events({ signal: controller.signal });
    for await (const _ of response.body!);
    return 'ended';
  };
  expect(await whileCollecting(read().catch(() => 'given up'))).toBe('given up');
  await expect.poll(center.open).toBe(0);
});
