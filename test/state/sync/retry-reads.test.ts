import { expect, it } from 'vitest';
import { loadPlaces, rereadInboxes } from '../../../src/state/sync/places.ts';
import { poll, refresh, retryReads } from '../../../src/state/sync/refresh.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

async function busy() {
  return new Response('{"error":{"code":"rate_limited","message":"Too many requests."}}', { status: 429 });
}

/** The help center answers that it is asked too much, until `recover`. */
function overload(bench: Bench): { recover(): void } {
  const { fetch } = bench.center;
  bench.center.fetch = busy;
  return {
    recover: () => {
      bench.center.fetch = fetch;
    },
  };
}

it('the detail stops saying why it could not be read once it can be', async () => {
  const bench = await openDesk([row(1)]);
  const stop = retryReads(bench.desk);
  const { recover } = overload(bench);
  await openConversation(bench.desk, 1);
  expect(bench.desk.world().detail.problem).toBe('Too many requests.');
  recover();
  bench.clock.advance(2_000);
  await bench.idle();
  expect(bench.desk.world().detail.problem).toBeNull();
  stop();
  bench.desk.stop();
  expect(bench.clock.waiting()).toBe(0);
});

it('the footer stops saying that the inboxes were not read once they were', async () => {
  const bench = await openDesk([row(1)]);
  const stop = retryReads(bench.desk);
  const { recover } = overload(bench);
  await loadPlaces(bench.desk);
  expect(bench.desk.world().notice?.text).toBe('Inboxes not read: Too many requests.');
  recover();
  bench.clock.advance(2_000);
  await bench.idle();
  expect([bench.desk.world().notice, bench.desk.world().placesProblem]).toEqual([null, null]);
  stop();
});

it('a list that was shown before is read again without a key, and its numbers with it', async () => {
  const bench = await openDesk([row(1, { unread: false })]);
  const stop = retryReads(bench.desk);
  const { recover } = overload(bench);
  bench.desk.set({ viewport: { ...bench.desk.world().viewport, hasNumbers: true } });
  await refresh(bench.desk);
  expect(bench.desk.world().list.problem).toBe('Too many requests.');
  recover();
  bench.clock.advance(2_000);
  await bench.idle();
  expect(bench.desk.world().list.problem).toBeNull();
  expect(bench.center.requests.some(each => each.includes('count=1'))).toBe(true);
  stop();
  expect(bench.clock.waiting()).toBe(0);
});

it('names that could not be read at the start are read later: of agents, statuses, and who is calling', async () => {
  const bench = await openDesk([row(1)], { isLoaded: false });
  const { fetch } = bench.center;
  bench.center.fetch = request => (/\/(me|agents|conversation_statuses)/.test(request.url) ? busy() : fetch(request));
  await loadPlaces(bench.desk);
  const stop = retryReads(bench.desk);
  expect(bench.desk.world().base.inboxes.length).toBeGreaterThan(0);
  // It is not worth a notice.
  expect([bench.desk.world().me, bench.desk.world().notice]).toEqual([null, null]);
  await rereadInboxes(bench.desk);
  bench.center.fetch = fetch;
  bench.clock.advance(2_000);
  await bench.idle();
  const { me, base } = bench.desk.world();
  expect(me).not.toBeNull();
  expect([base.agents.length, base.statuses.length]).toEqual([3, 3]);
  bench.clock.advance(60_000);
  expect(bench.clock.waiting()).toBe(0);
  stop();
});

it('failed reads are repeated at growing intervals, and none while everything is read', async () => {
  const bench = await openDesk([row(1)]);
  const stop = retryReads(bench.desk);
  expect(bench.clock.waiting()).toBe(0);
  let asked = 0;
  bench.center.fetch = async request => {
    if (request.url.includes('/messages')) asked += 1;
    return busy();
  };
  await openConversation(bench.desk, 1);
  const first = asked;
  for (let second = 0; second < 62; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
  }
  // After 2, 4, 8, 16 and 30 seconds: five times at most.
  expect(asked / first).toBeLessThanOrEqual(6);
  expect(asked / first).toBeGreaterThanOrEqual(5);
  stop();
});

it('a list stops saying why it could not be read, even if nothing in it has changed', async () => {
  const bench = await openDesk([row(1)]);
  const { recover } = overload(bench);
  await refresh(bench.desk);
  expect(bench.desk.world().list.problem).toBe('Too many requests.');
  recover();
  await poll(bench.desk);
  expect(bench.desk.world().list.problem).toBeNull();
});
