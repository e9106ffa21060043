import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Cache, noCache } from '../../../src/state/kept/cache.ts';
import { cursorTo } from '../../../src/state/list/cursor.ts';
import { followAhead } from '../../../src/state/sync/ahead.ts';
import { followCursor } from '../../../src/state/sync/follow-cursor.ts';
import { stopTakingAlong, takeAlong } from '../../../src/state/sync/take-along.ts';
import type { Thread } from '../../../src/state/world.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';
import { LONG_TEXT, openPartsDesk } from './parts-desk.ts';

/** What each request costs here; taking one conversation along takes two. */
const BYTES = 1_000;

let bench: Bench;
let kept: Map<number, Thread>;
let stop: () => void;

/** A desk of which every byte is counted, with so many conversations, the newest first. */
async function open(allowance: { ahead: number; along: number }, count = 6): Promise<void> {
  bench = await openDesk(Array.from({ length: count }, (_, index) => row(index + 1)));
  kept = new Map();
  const cache: Cache = {
    ...noCache,
    isOn: true,
    thread: id => kept.get(id),
    keep: said => {
      for (const [id, thread] of said.threads ?? []) kept.set(id, thread);
    },
  };
  const { requests } = bench.center;
  Object.assign(bench.desk, {
    cache,
    allowance,
    hooks: {
      ...bench.desk.hooks,
      centerTraffic: () => ({ sent: 0, received: requests.length * BYTES, lastMinute: 0 }),
    },
  });
  requests.length = 0;
  bench.desk.set({ isLive: true });
  stop = followAhead(bench.desk);
}

function moveTo(index: number): void {
  const { list, viewport } = bench.desk.world();
  bench.desk.set({ list: cursorTo(list, index, viewport.listRows) });
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
  }
}

/** The conversations whose messages were asked for, in order. */
function asked(): readonly number[] {
  return bench.center.requests.flatMap(request => {
    const found = /^GET \/conversations\/(\d+)\/messages/.exec(request);
    return found ? [Number(found[1])] : [];
  });
}

afterEach(() => {
  stop();
  bench.desk.stop();
  expect(bench.clock.waiting()).toBe(0);
});

describe('while the cursor rests', () => {
  beforeEach(() => open({ ahead: 100 * BYTES, along: 0 }));

  test('nothing is read for an idle desk, also when its first list comes', async () => {
    const { list } = bench.desk.world();
    bench.desk.set({ list: { ...list, cursorId: null } });
    bench.desk.set({ list });
    await pass(10);
    expect(asked()).toEqual([]);
  });

  test('the next two conversations are read, in the direction of travel, and nothing counts as read', async () => {
    await pass(10);
    expect(asked()).toEqual([]);
    moveTo(1);
    await pass(5);
    expect(asked()).toEqual([4, 3]);
    expect([...bench.desk.world().base.threads.keys()].sort()).toEqual([3, 4]);
    moveTo(3);
    moveTo(4);
    moveTo(3);
    await pass(5);
    expect(asked()).toEqual([4, 3, 5]);
    expect(bench.center.requests.filter(request => !request.startsWith('GET'))).toEqual([]);
    expect(bench.desk.world().detail.conversationId).toBeNull();
  });

  test('a conversation known at its version is not read again; a new version is', async () => {
    moveTo(1);
    await pass(5);
    moveTo(2);
    await pass(5);
    expect(asked()).toEqual([4, 3, 2]);
    const { base } = bench.desk.world();
    const changed = { ...base.conversations.get(2)!, version: 2 };
    bench.desk.set({ base: { ...base, conversations: base.conversations.with([[2, changed]]) } });
    moveTo(1);
    moveTo(2);
    await pass(5);
    expect(asked()).toEqual([4, 3, 2, 2]);
  });

  test.for([
    [100, 'soon'],
    [500, 'late'],
  ] as const)('a step onto the one that is being read, which comes after %i ms, reads it once', async ([afterMs]) => {
    const { desk, clock, center } = bench;
    const stopFollowing = followCursor(desk, { isPreviewShown: () => true });
    bench.link = 'slow';
    moveTo(1);
    clock.advance(200);
    await bench.release();
    clock.advance(1_000);
    await bench.idle();
    moveTo(2);
    clock.advance(200);
    await bench.idle();
    clock.advance(afterMs);
    bench.link = 'up';
    await bench.release();
    expect(asked().filter(id => id === 4)).toHaveLength(1);
    expect(desk.world().detail).toMatchObject({ conversationId: 4, loading: false });
    expect(center.requests.filter(request => request.includes('/5/messages'))).toHaveLength(1);
    stopFollowing();
  });

  test('nothing is read while the agent waits for something, and a failed read is tried once', async () => {
    bench.desk.set({ detail: { ...bench.desk.world().detail, loading: true } });
    moveTo(1);
    await pass(5);
    expect(asked()).toEqual([]);
    bench.link = 'down';
    bench.desk.set({ detail: { ...bench.desk.world().detail, loading: false } });
    await pass(5);
    bench.link = 'up';
    await pass(5);
    expect(bench.desk.world().base.threads.size).toBe(0);
    expect(asked()).toEqual([]);
  });
});

test('the allowance ends it', async () => {
  await open({ ahead: 2 * BYTES, along: 0 });
  for (const index of [1, 2, 3]) {
    moveTo(index);
    await pass(5);
  }
  expect(asked()).toEqual([4, 3]);
});

describe('taking along', () => {
  test('keeps the next conversations of the list from the cursor on, and known ones cost nothing', async () => {
    await open({ ahead: 0, along: 100 * BYTES });
    moveTo(2);
    await takeAlong(bench.desk);
    expect(asked()).toEqual([4, 3, 2, 1]);
    expect([...kept.keys()]).toEqual([4, 3, 2, 1]);
    expect(bench.desk.world().notice?.text).toBe('Took along 4 conversations · 8 kB');
    await takeAlong(bench.desk);
    expect(asked()).toHaveLength(4);
    expect(bench.desk.world().notice?.text).toBe('Took along 4 conversations · all known already');
  });

  test('takes the rest of a conversation that was read in part, or was begun when the allowance ended', async () => {
    const texts = [...Array.from({ length: 22 }, (_, at) => `Message ${at}.`), LONG_TEXT.slice(0, 60_000)];
    const { desk, id, asked: sent, open: read, close } = await openPartsDesk({ texts });
    await read();
    const received = () => sent.reduce((sum, { bytes }) => sum + bytes, 0);
    const said: Thread[] = [];
    const take = async (along: number): Promise<Thread | undefined> => {
      Object.assign(desk, {
        cache: {
          ...noCache,
          isOn: true,
          keep: ({ threads = [] }) => said.push(...threads.map(([, one]) => one)),
        } as Cache,
        allowance: { ahead: 0, along },
        hooks: { ...desk.hooks, centerTraffic: () => ({ sent: 0, received: received(), lastMinute: 0 }) },
      });
      await takeAlong(desk);
      return desk.world().base.threads.get(id);
    };
    const before = received();
    const begun = await take(20_000);
    expect(begun?.messages).toHaveLength(23);
    expect(begun?.messages.at(-1)).toMatchObject({ truncated: true });
    expect(received() - before).toBeLessThan(40_000);
    expect(desk.world().notice?.text).toMatch(/^Took along 0 of 1 conversation \(\d+ kB\): 20 kB are allowed/);
    const whole = await take(1_000_000);
    expect(said).toEqual([begun, whole]);
    expect(whole?.messages.at(-1)?.truncated).not.toBe(true);
    expect(desk.world().notice?.text).toMatch(/^Took along 1 conversation · \d+ kB$/);
    await close();
  });

  test('ends within the allowance and says what did not fit', async () => {
    await open({ ahead: 0, along: 4 * BYTES });
    await takeAlong(bench.desk);
    expect(asked()).toHaveLength(2);
    const { notice } = bench.desk.world();
    expect(notice?.text).toBe('Took along 2 of 6 conversations (4 kB): 4 kB are allowed (along_kilobytes)');
  });

  test('goes on while the cursor rests, and nothing is read ahead beside it', async () => {
    await open({ ahead: 100 * BYTES, along: 100 * BYTES });
    bench.link = 'slow';
    moveTo(1);
    const taking = takeAlong(bench.desk);
    await bench.idle();
    while (!asked().includes(4)) await bench.release();
    await pass(5);
    bench.link = 'up';
    await bench.release();
    await taking;
    expect(bench.desk.world().notice?.text).toMatch(/^Took along 5 conversations/);
    expect(asked()).toEqual([5, 4, 3, 2, 1]);
  });

  test('can be stopped, and ends with the link', async () => {
    await open({ ahead: 0, along: 100 * BYTES });
    bench.link = 'slow';
    const taking = takeAlong(bench.desk);
    await bench.idle();
    stopTakingAlong(bench.desk);
    bench.link = 'up';
    await bench.release();
    await taking;
    expect(bench.desk.world().notice?.text).toBe('Took along 1 of 6 conversations (2 kB): stopped');
    bench.link = 'down';
    await takeAlong(bench.desk);
    expect(bench.desk.world().notice?.text).toContain('does not answer');
    expect(bench.desk.world().isTakingAlong).toBe(false);
  });

  test('says how far it is once a second at most', async () => {
    await open({ ahead: 0, along: 100 * BYTES });
    const said: string[] = [];
    const unsubscribe = bench.desk.store.subscribe(({ notice }, former) => {
      if (notice && notice !== former.notice) said.push(notice.text);
    });
    await takeAlong(bench.desk);
    expect(said).toEqual([
      'Taking along 1 of 6 conversations · 2 kB · Esc stops',
      'Took along 6 conversations · 12 kB',
    ]);
    unsubscribe();
  });
});
