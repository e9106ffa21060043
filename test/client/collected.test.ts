import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { collect } from '../harness/collect.ts';
import { openSwallowingCenter, type Swallow, type SwallowingCenter } from '../harness/swallowing-center.ts';

const TIMEOUT_MS = 20_000;

/** Waits until the lines have swallowed a request and what there is of the answers has been read, and collects then. */
async function collectWhileWaiting(centers: readonly SwallowingCenter[]): Promise<void> {
  for (const center of centers) await expect.poll(center.asked).toBe(1);
  for (let round = 0; round < 3; round += 1) {
    await sleep(20);
    collect();
  }
}

async function openClient(where: Swallow) {
  const center = await openSwallowingCenter(where);
  onTestFinished(center.close);
  const client = createClient({
    baseUrl: center.url,
    token: () => 'token-of-ana-0123456789',
    fetch: request => fetch(request),
    timeoutMs: TIMEOUT_MS,
  });
  return { center, client };
}

const PLACES: readonly Swallow[] = ['before the headers', 'in mid-body'];

// One collection serves all three: it takes longer than they do.
test.for(PLACES)(
  'a call times out, and ends as a stream does when it is given up, if the line swallows bytes %s',
  async where => {
    const [late, left, stream] = [await openClient(where), await openClient(where), await openClient(where)];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const { signal } = controller;
    const read = async (): Promise<unknown> => {
      const response = await stream.client.service.events({ signal });
      for await (const _ of response.body!);
      return 'ended';
    };
    const timedOut = late.client.inbox.list().catch((thrown: unknown) => thrown);
    const givenUp = left.client.inbox.list({ signal }).catch((thrown: unknown) => thrown);
    const ended = read().catch(() => 'given up');
    await collectWhileWaiting([late.center, left.center, stream.center]);
    controller.abort();
    expect(await givenUp).toMatchObject({ name: 'ApiError', code: 'unreachable' });
    expect(await ended).toBe('given up');
    await expect.poll(left.center.open).toBe(0);
    await expect.poll(stream.center.open).toBe(0);
    expect(late.center.open()).toBe(1);
    vi.advanceTimersByTime(TIMEOUT_MS);
    expect(await timedOut).toMatchObject({ name: 'ApiError', code: 'timeout' });
    await expect.poll(late.center.open).toBe(0);
  },
);
