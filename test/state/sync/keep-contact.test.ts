import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unresolved } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

let bench: Bench;
let stop: () => void;

beforeEach(async () => {
  bench = await openDesk([row(1), row(2)]);
  bench.center.absent.add('/events');
  stop = keepUp(bench.desk, { hasEvents: true });
  await bench.idle();
});
afterEach(() => {
  stop();
  bench.desk.stop();
  expect(bench.clock.waiting()).toBe(0);
});

/** Lets so many seconds pass, one after the other; returns after how many it held, by default after all. */
async function pass(seconds: number, until = (): boolean => false): Promise<number> {
  for (let second = 1; second <= seconds; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
    if (until()) return second;
  }
  return seconds;
}
function offline() {
  return bench.desk.world().offline;
}
function isOffline(): boolean {
  return offline() !== null;
}

/** What cuts the desk off, and how long a word of it may take. */
const CUTS: Readonly<Record<string, () => void>> = {
  'refuses every connection': () => {
    bench.link = 'down';
  },
  'swallows everything': () => {
    bench.link = 'slow';
  },
  'is a gateway that has lost the help center': () => {
    bench.center.fetch = async () => new Response('Bad gateway', { status: 502 });
  },
};

describe.for(Object.entries(CUTS))('while the link %s', ([, cut]) => {
  it('the desk says so within 45 s without a key, and since when', async () => {
    await pass(7);
    const { at } = bench.desk.contact.last();
    cut();
    expect(await pass(60, isOffline)).toBeLessThanOrEqual(45);
    expect(offline()).toMatchObject({ since: at, why: 'unreachable' });
  });

  it('a request goes out every 8 s at most, and nothing else is asked', async () => {
    cut();
    await pass(60, isOffline);
    let lastAt = bench.clock.elapsed();
    const asked: { readonly path: string; readonly afterMs: number }[] = [];
    bench.link = 'up';
    bench.center.fetch = async ({ url }) => {
      const now = bench.clock.elapsed();
      asked.push({ path: new URL(url).pathname.replace('/api/agent/v1', ''), afterMs: now - lastAt });
      lastAt = now;
      throw new Error('no link');
    };
    await pass(120);
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/me']));
    expect(Math.max(...asked.map(({ afterMs }) => afterMs))).toBeLessThanOrEqual(8_000);
    expect(asked.length).toBeLessThanOrEqual(16);
  });

  it('the desk says nothing more within 10 s after its end, sends waiting changes and reads stale data', async () => {
    const { fetch } = bench.center;
    await openConversation(bench.desk, 1);
    cut();
    await pass(60, isOffline);
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await pass(90);
    expect(bench.desk.world().pending).toHaveLength(1);
    bench.center.fetch = fetch;
    bench.center.receive(2);
    bench.center.requests.length = 0;
    bench.link = 'up';
    expect(await pass(30, () => !isOffline())).toBeLessThanOrEqual(10);
    await bench.release();
    await pass(3);
    expect(bench.desk.world().pending).toEqual([]);
    const { requests } = bench.center;
    for (const path of ['GET /conversations?', 'GET /inboxes', 'GET /conversations/1/messages'])
      expect(requests.filter(request => request.startsWith(path)).length, path).toBeGreaterThan(0);
    expect(requests.filter(request => request.startsWith('POST'))).toHaveLength(1);
  });
});

describe('a desk on a good link', () => {
  it('does not give up a long text while it may still be on its way out', async () => {
    const states = () => bench.desk.world().pending.map(({ state }) => state);
    bench.link = 'slow';
    bench.desk.commit('note.add', { ids: [1], details: 'x'.repeat(60_000) });
    bench.desk.commit('note.add', { ids: [2], details: 'Called her.' });
    await pass(45, isOffline);
    expect(states()).toEqual(['sending', 'waiting']);
    bench.link = 'up';
    await pass(10, () => !isOffline());
    await pass(3);
    expect(states()).toEqual(['sending']);
    await bench.release();
    expect(states()).toEqual([]);
  });

  it('is not offline after a failure that was over at once', async () => {
    bench.link = 'down';
    await openConversation(bench.desk, 1);
    bench.link = 'up';
    await pass(5);
    expect(offline()).toBeNull();
  });

  it('is not offline because the help center refuses, is asked too much, or lacks a call', async () => {
    for (const status of [404, 409, 429, 503]) {
      const code = { 404: 'not_found', 409: 'conflict', 429: 'rate_limited', 503: 'unavailable' }[status];
      const { fetch } = bench.center;
      bench.center.fetch = async () => new Response(JSON.stringify({ error: { code, message: 'No.' } }), { status });
      await pass(60);
      expect(offline(), String(status)).toBeNull();
      bench.center.fetch = fetch;
    }
  });

  it('does not hurry writes that fail while reads succeed', async () => {
    const { fetch } = bench.center;
    let writes = 0;
    bench.center.fetch = async request => {
      if (request.method === 'GET') return fetch(request);
      writes += 1;
      return new Response('<html>Forbidden', { status: 403, headers: { 'content-type': 'text/html' } });
    };
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await pass(120);
    expect(offline()).toBeNull();
    expect(writes).toBeLessThanOrEqual(9);
  });

  it('is not told that it slept when the clock is set', async () => {
    await pass(16);
    bench.center.requests.length = 0;
    bench.clock.setBack(3_600_000);
    await pass(10);
    bench.clock.setBack(-3_600_000);
    await pass(2);
    expect(bench.center.requests).toEqual([]);
  });
});

describe('answers of a stranger', () => {
  it('are named as such: a sign-in page, and a token that is no longer taken', async () => {
    const { fetch } = bench.center;
    const page = '<html><head><title>Train Wi-Fi</title></head></html>';
    bench.center.fetch = async () => new Response(page, { headers: { 'content-type': 'text/html' } });
    await pass(45, isOffline);
    expect(offline()).toMatchObject({ why: 'portal', text: expect.stringContaining('Train Wi-Fi') });
    const refusal = { error: { code: 'unauthorized', message: 'The token has expired.' } };
    bench.center.fetch = async () => new Response(JSON.stringify(refusal), { status: 401 });
    await pass(10);
    expect(offline()).toMatchObject({ why: 'signedOut', text: 'The token has expired.' });
    bench.center.fetch = fetch;
    expect(await pass(10, () => !isOffline())).toBeLessThanOrEqual(8);
  });
});

describe('a machine that slept', () => {
  it('asks within 10 s of waking, and reads the news once', async () => {
    await pass(3);
    bench.center.requests.length = 0;
    bench.clock.sleep(8 * 3_600_000);
    expect(await pass(20, () => bench.center.requests.length > 0)).toBeLessThanOrEqual(10);
    expect(bench.center.requests[0]).toBe('GET /me');
    await pass(3);
    expect(offline()).toBeNull();
    expect(bench.center.requests.filter(request => request.startsWith('GET /conversations?'))).toHaveLength(1);
  });

  it('says since when it had no contact if the link did not wake with it', async () => {
    await pass(3);
    const { at } = bench.desk.contact.last();
    bench.link = 'slow';
    bench.clock.sleep(8 * 3_600_000);
    expect(await pass(60, isOffline)).toBeLessThanOrEqual(45);
    expect(offline()?.since).toBe(at);
  });
});

describe('a desk that starts', () => {
  async function start(link: Bench['link']): Promise<void> {
    stop();
    bench.desk.stop();
    bench = await openDesk([row(1), row(2)], { isLoaded: false });
    bench.link = link;
    void openList(bench.desk, unresolved);
    await bench.idle();
    stop = keepUp(bench.desk, { hasEvents: false });
    await bench.idle();
  }

  it('without a link says so at once', async () => {
    await start('down');
    expect(offline()).toMatchObject({ why: 'unreachable', since: bench.clock.now() });
  });

  it('on a link that swallows everything says so within 12 s', async () => {
    await start('slow');
    expect(await pass(45, isOffline)).toBeLessThanOrEqual(12);
    expect(bench.desk.world().list.loading).toBe('no');
  });

  it('is not offline because the first of several reads took long', async () => {
    await start('slow');
    await pass(10);
    await bench.release();
    expect(await pass(10, isOffline)).toBe(10);
  });
});

describe('while the help center cannot be reached', () => {
  beforeEach(async () => {
    bench.link = 'slow';
    await pass(60, isOffline);
    bench.center.requests.length = 0;
  });

  it('a read fails at once, without a request', async () => {
    await openConversation(bench.desk, 1);
    expect(bench.desk.world().detail.problem).toBe(offline()?.text);
    bench.link = 'up';
    await openConversation(bench.desk, 2);
    expect(bench.center.requests).toEqual([]);
  });

  it('R says so at once and asks for a sign of life, and its end brings everything', async () => {
    await refresh(bench.desk);
    expect(bench.desk.world().notice?.text).toBe(`Not read again: ${offline()?.text}`);
    bench.link = 'up';
    await refresh(bench.desk);
    await bench.idle();
    expect(offline()).toBeNull();
    await pass(3);
    expect(bench.center.requests.filter(request => request.startsWith('GET /conversations?'))).toHaveLength(1);
    expect(bench.desk.world().notice).toBeNull();
  });
});
