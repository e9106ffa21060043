import { expect, test } from 'vitest';
import { type Cache, noCache } from '../../../src/state/kept/cache.ts';
import { matchesQuery } from '../../../src/state/query/match.ts';
import { compareBy } from '../../../src/state/query/order.ts';
import { everything } from '../../../src/state/query/views.ts';
import { findIds } from '../../../src/state/sync/find.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import type { Conversation } from '../../../src/state/world.ts';
import { tailText } from '../../../src/ui/panes/list-pane.tsx';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const billing = { ...everything, inboxes: [2] };

/** A desk without a link, with its first list in the cache. Conversation 9 came since. */
async function openOffline(): Promise<Bench> {
  const bench = await openDesk(
    [1, 2, 3, 5].map(id => row(id)),
    { query: everything },
  );
  const kept = [...bench.desk.world().base.conversations].map(([, one]) => one);
  Object.assign(bench.desk, { cache: keeping(kept) });
  bench.center.receive(9);
  bench.link = 'down';
  return bench;
}

async function pass({ clock, idle }: Bench, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1_000);
    await idle();
  }
}

function keeping(kept: readonly Conversation[]): Cache {
  const find: Cache['find'] = async (query, world, limit) => ({
    conversations: kept
      .filter(one => matchesQuery({ ...query, words: '' }, one, world) === true && one.title.includes(query.words))
      .sort(compareBy(query.sort))
      .slice(0, limit),
    isMore: false,
  });
  return { ...noCache, isOn: true, find };
}

test('a list that cannot be read shows its cached conversations, and says so', async () => {
  const { desk } = await openOffline();
  await openList(desk, billing);
  expect(desk.world().list).toMatchObject({ rows: [5, 3, 1], isOfflineSearch: true, loading: 'no' });
  expect(tailText(desk.world())).toBe('3 of the cached ones');
  await openList(desk, { ...everything, words: 'Title 2' });
  expect(desk.world().list.rows).toEqual([2]);
});

test('the first answer replaces the cached list, and the cursor stays on its conversation', async () => {
  const bench = await openOffline();
  const { desk } = bench;
  await openList(desk, billing);
  const { list } = desk.world();
  desk.set({ list: { ...list, cursorId: 3, cursorIndex: 1 } });
  const stop = keepUp(desk, { hasEvents: false });
  await pass(bench, 4);
  expect(desk.world().offline).not.toBeNull();
  bench.link = 'up';
  await pass(bench, 12);
  expect(desk.world().list).toMatchObject({ rows: [9, 5, 3, 1], isOfflineSearch: false, cursorId: 3, cursorIndex: 2 });
  expect(tailText(desk.world())).toBe('');
  stop();
  desk.stop();
});

test('matches are found among the cached conversations', async () => {
  const { desk } = await openOffline();
  expect(await findIds(desk, { ...everything, words: 'Title 5' }, 10)).toEqual([5]);
  expect(desk.world().notice).toBeNull();
});

test('if no cached conversation matches, the list says that it was not read', async () => {
  const { desk } = await openOffline();
  await openList(desk, { ...everything, words: 'no such words' });
  expect(desk.world().list).toMatchObject({ rows: [], asOf: null, isOfflineSearch: false });
});
