import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coverPath, eraseLongCovered, writeCover } from '../../../src/cli/cache/cover.ts';
import { moveCursor } from '../../../src/state/list/cursor.ts';
import { followSignOut } from '../../../src/state/place/sign-out.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import { recallPlaces } from '../../../src/state/sync/remember.ts';
import { beginCommand } from '../../../src/state/sync/running-command.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { safeBlock, t } from '../../../src/text/safe.ts';
import { openCache } from '../../cli/cache/open-cache.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type FakeCenter, fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

let folder: string;
let center: FakeCenter;
let bench: Bench;
let end: () => void;
let answers: FakeCenter['fetch'];

/** A desk of the same agent, after the one before has ended. */
async function nextDesk(): Promise<void> {
  const { cache } = openCache(folder);
  bench = await openDesk(center, { cache, isLoaded: false });
  recallPlaces(bench.desk);
  end = () => {
    bench.desk.stop();
    cache.end();
  };
}

async function start(): Promise<void> {
  await nextDesk();
  const { desk } = bench;
  await loadPlaces(desk);
  await openList(desk, unresolved);
  const stop = keepUp(desk, { hasEvents: false });
  const stopFollowing = followSignOut(desk);
  const former = end;
  end = () => {
    stop();
    stopFollowing();
    former();
  };
}

beforeEach(async () => {
  folder = temporaryFolder();
  center = fakeCenter([1, 2, 3, 4].map(id => row(id)));
  answers = center.fetch;
  await start();
  await openConversation(bench.desk, 2);
  bench.desk.set({ list: moveCursor(bench.desk.world().list, 2, 20) });
});
afterEach(() => end());

function refuse(details?: readonly { readonly path: string; readonly message: string }[]): void {
  const body = JSON.stringify({ error: { code: 'unauthorized', message: 'The token has ended.', details } });
  const headers = { 'content-type': 'application/json' };
  center.fetch = async () => new Response(body, { status: 401, headers });
}

async function isSignedOut(): Promise<void> {
  await refresh(bench.desk);
  for (let second = 0; second < 12; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
  }
  expect(bench.desk.world().offline?.why).toBe('signedOut');
}

function shown(): string {
  const { base, list, patch } = bench.desk.world();
  const rows = [...base.conversations.values(), ...patch.conversations.values()].map(({ title }) => title);
  return JSON.stringify([list.rows, rows, [...base.threads.keys()]]);
}

test('a definite 401 takes the list and the texts off the desk; drafts and changes stay', async () => {
  const { desk } = bench;
  desk.set({ drafts: new Map([['note:2', { text: 'Call back.' }]]) });
  desk.set({ commands: { ...desk.world().commands, page: { what: t`orders`, text: safeBlock('Zoë: 2') } } });
  const read = beginCommand(desk, { name: t`draft`, since: 0, isInBox: false });
  refuse();
  desk.commit('conversation.archive', { ids: [3] });
  await isSignedOut();
  expect(shown()).toBe('[[],[],[]]');
  expect(desk.cache.thread(2)).toBeUndefined();
  expect(desk.world().commands).toMatchObject({ page: null, running: null });
  expect(read.isCurrent()).toBe(false);
  expect(desk.world().drafts.get('note:2')?.text).toBe('Call back.');
  expect(desk.world().pending).toHaveLength(1);
});

test('once the help center takes a token again, the desk is where it was', async () => {
  const { desk } = bench;
  desk.set({ list: { ...desk.world().list, marks: new Set([4]) } });
  const { cursorId } = desk.world().list;
  refuse();
  await isSignedOut();
  expect(cursorId).toBe(2);
  center.fetch = answers;
  await refresh(desk);
  await bench.idle();
  expect(desk.world().list).toMatchObject({ rows: [4, 3, 2, 1], cursorId: 2, marks: new Set([4]) });
  expect(threadOf(desk.world(), 2)?.isCached).toBeUndefined();
  expect(desk.cache.isCovered()).toBe(false);
});

test('later desks show nothing, with a link or without, until the help center takes a token', async () => {
  refuse();
  await isSignedOut();
  end();
  await start();
  expect(shown()).toBe('[[],[],[]]');
  end();
  bench.link = 'down';
  await nextDesk();
  bench.link = 'down';
  await openList(bench.desk, unresolved);
  await openConversation(bench.desk, 2);
  expect(shown()).toBe('[[],[],[]]');
  end();
  center.fetch = answers;
  await start();
  await bench.idle();
  end();
  await nextDesk();
  bench.link = 'down';
  await openList(bench.desk, unresolved);
  expect(bench.desk.world().list.rows).toEqual([4, 3, 2, 1]);
});

test('without a link nothing is covered', async () => {
  bench.link = 'down';
  await refresh(bench.desk);
  for (let second = 0; second < 60; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
  }
  expect(bench.desk.world().offline?.why).toBe('unreachable');
  expect(bench.desk.world().list.rows).toEqual([4, 3, 2, 1]);
  expect(bench.desk.cache.isCovered()).toBe(false);
});

test('at the word that the agent is disabled the cache is erased', async () => {
  const path = join(folder, 'cache.db');
  end();
  await start();
  refuse([{ path: 'agent', message: 'is disabled' }]);
  expect(existsSync(path)).toBe(true);
  await isSignedOut();
  expect([existsSync(path), existsSync(coverPath(path))]).toEqual([false, true]);
});

test('a covered cache is erased after 30 days', async () => {
  end();
  await nextDesk();
  const day = 24 * 3_600_000;
  const path = join(folder, `cache-${'0'.repeat(12)}-agent-2.db`);
  renameSync(join(folder, 'cache.db'), path);
  writeCover(path, day);
  writeCover(path, 9 * day);
  eraseLongCovered(folder, 30 * day);
  expect(existsSync(path)).toBe(true);
  eraseLongCovered(folder, 31 * day);
  expect([existsSync(path), existsSync(coverPath(path))]).toEqual([false, true]);
});
