import { beforeEach, expect, test } from 'vitest';
import { moveCursor } from '../../../src/state/list/cursor.ts';
import { everything } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList, rereadList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { recallPlaces } from '../../../src/state/sync/remember.ts';
import { openConversation, rereadThread } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { detailLabel } from '../../../src/ui/panes/detail-place.ts';
import { openCache } from '../../cli/cache/open-cache.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type FakeCenter, fakeCenter, row } from '../fake-center.ts';
import { type Bench, cursorOf, openDesk } from '../open-desk.ts';

let folder: string;
let center: FakeCenter;

/** A desk that has read nothing yet, with what the last one left. */
async function nextDesk(): Promise<Bench & { end(): void }> {
  const { cache } = openCache(folder);
  const bench = await openDesk(center, { cache, isLoaded: false });
  recallPlaces(bench.desk);
  const end = (): void => {
    bench.desk.stop();
    cache.end();
  };
  return Object.assign(bench, { end });
}

/** A first desk lists everything, opens conversation 3, and ends. */
beforeEach(async () => {
  folder = temporaryFolder();
  center = fakeCenter([1, 2, 3, 4, 5].map(id => row(id)));
  for (const id of [3, 4, 5]) center.receive(id);
  const first = await nextDesk();
  await loadPlaces(first.desk);
  await openList(first.desk, everything);
  await openConversation(first.desk, 3);
  first.end();
});

test('without a link a desk has its places, its list and its opened conversations, as of then', async () => {
  const bench = await nextDesk();
  bench.link = 'down';
  const { desk } = bench;
  const opening = openList(desk, everything);
  expect(desk.world().list).toMatchObject({ rows: [5, 4, 3, 2, 1], isCached: true, loading: 'first' });
  expect(desk.world().inboxes.map(({ name }) => name)).toEqual(['Support', 'Billing']);
  await opening;
  expect(desk.world().list).toMatchObject({ rows: [5, 4, 3, 2, 1], isCached: true, loading: 'no' });
  await openConversation(desk, 3);
  expect(threadOf(desk.world(), 3)).toMatchObject({ isCached: true, messages: [{ conversation_id: 3 }] });
  expect(detailLabel(desk.world())).toMatch(/^as of /);
  await openConversation(desk, 4);
  expect(threadOf(desk.world(), 4)).toBeUndefined();
});

test('the answer comes in as if it had been asked for, while the agent has done nothing', async () => {
  center.receive(9);
  center.change(2, { archived: true });
  const { desk } = await nextDesk();
  await openList(desk, everything);
  expect(desk.world().list).toMatchObject({ rows: [9, 5, 4, 3, 1], isCached: false, newAbove: [], loading: 'no' });
  expect(desk.world().list.cursorId).toBe(5);
});

test('once the agent has moved, the answer moves nothing: arrivals wait above', async () => {
  const bench = await nextDesk();
  const { desk } = bench;
  center.receive(9);
  center.change(4, { archived: true });
  bench.link = 'slow';
  const opening = openList(desk, everything);
  desk.set({ list: moveCursor(desk.world().list, 2, 20) });
  bench.link = 'up';
  await bench.release();
  await opening;
  const { list } = desk.world();
  expect(list).toMatchObject({ rows: [5, 4, 3, 2, 1], newAbove: [9], isCached: false, asOf: desk.now() });
  expect([...list.gone]).toEqual([[4, 'no longer in this view']]);
  expect(cursorOf(bench)).toEqual({ cursorId: 3, cursorIndex: 2 });
  expect([...desk.world().news]).toEqual([9]);
  await rereadList(desk, 'jump');
  expect(desk.world().list.rows).toEqual([9, 5, 3, 2, 1]);
});

test('when the link returns, the list is read once and nothing moves under the cursor', async () => {
  const bench = await nextDesk();
  const { desk, clock } = bench;
  bench.link = 'down';
  await openList(desk, everything);
  desk.set({ list: moveCursor(desk.world().list, 1, 20) });
  keepUp(desk, { hasEvents: false });
  center.receive(9);
  bench.link = 'up';
  for (let second = 0; second < 90 && desk.world().list.isCached; second += 1) {
    clock.advance(1_000);
    await bench.idle();
  }
  expect(desk.world().list).toMatchObject({ rows: [5, 4, 3, 2, 1], newAbove: [9], cursorId: 4, isCached: false });
  bench.end();
});

test('a list opened later shows at once what was kept of it', async () => {
  const bench = await nextDesk();
  const { desk } = bench;
  const archived = { ...everything, archived: 'only' as const };
  center.change(1, { archived: true });
  await openList(desk, everything);
  await openList(desk, archived);
  await openList(desk, everything);
  bench.link = 'slow';
  void openList(desk, archived);
  expect(desk.world().list).toMatchObject({ rows: [1], isCached: true });
  bench.link = 'up';
  await bench.release();
  expect(desk.world().list).toMatchObject({ rows: [1], isCached: false });
});

test('a conversation from the cache is read again when it is opened, and then is not of then any more', async () => {
  center.change(3, { title: 'Another title' });
  const { desk } = await nextDesk();
  const opening = openConversation(desk, 3);
  expect(threadOf(desk.world(), 3)?.isCached).toBe(true);
  expect(desk.world().detail.conversationId).toBe(3);
  await opening;
  expect(threadOf(desk.world(), 3)?.isCached).toBeUndefined();
  expect(desk.world().base.conversations.get(3)?.title).toBe('Another title');
  expect(detailLabel(desk.world())).toBe('');
});

test('a deleted conversation is not kept, and those that the agent may no longer see are forgotten with their inbox', async () => {
  const second = await nextDesk();
  center.conversations.delete(3);
  await openConversation(second.desk, 3);
  second.end();
  const third = await nextDesk();
  expect(third.desk.cache.conversations([1, 2, 3, 4]).map(({ id }) => id)).toEqual([1, 2, 4]);
  expect(third.desk.cache.thread(3)).toBeUndefined();
  const { base } = third.desk.world();
  third.desk.set({ base: { ...base, inboxes: base.inboxes.filter(({ id }) => id !== 2) } });
  third.end();
  const last = await nextDesk();
  const left = last.desk.cache.conversations([1, 2, 3, 4, 5]);
  expect(left.length).toBeLessThan(4);
  expect(left.every(({ inbox_id: inbox }) => inbox !== 2)).toBe(true);
});

test('pending changes are not kept as said, and the answer to them is', async () => {
  const second = await nextDesk();
  await openList(second.desk, everything);
  second.link = 'down';
  second.desk.commit('conversation.archive', { ids: [4] });
  await second.idle();
  expect(second.desk.cache.conversations([4])[0]?.archived).toBe(false);
  second.link = 'up';
  second.desk.wake(true);
  await second.idle();
  second.end();
  const third = await nextDesk();
  expect(third.desk.cache.conversations([4])[0]?.archived).toBe(true);
  expect(third.desk.cache.list(everything, 10)?.ids).toEqual([5, 3, 2, 1]);
});

test('of a list that is unchanged, a conversation that was read is not read again', async () => {
  const bench = await nextDesk();
  const { desk } = bench;
  center.requests.length = 0;
  const opening = openList(desk, everything);
  const reading = openConversation(desk, 3);
  expect(threadOf(desk.world(), 3)).toMatchObject({ isCached: true });
  await Promise.all([opening, reading]);
  expect(center.requests.filter(request => request.includes('/conversations/3'))).toEqual([]);
  expect(threadOf(desk.world(), 3)?.isCached).toBeUndefined();
  expect(desk.world().detail).toMatchObject({ conversationId: 3, loading: false });
});

test('the rows below the screen stay listed where the agent has moved meanwhile', async () => {
  const { desk, end } = await nextDesk();
  desk.set({ viewport: { ...desk.world().viewport, listRows: 2 } });
  const opening = openList(desk, everything);
  desk.set({ list: moveCursor(desk.world().list, 1, 2) });
  center.receive(5);
  await opening;
  expect(desk.world().list).toMatchObject({ rows: [5, 4, 3, 2, 1], newAbove: [], isCached: false });
  end();
});

test.for([404, 403])(
  'at a %i, title and text leave the desk as well as the cache, and the detail says why',
  async status => {
    const { desk } = await nextDesk();
    await openList(desk, everything);
    const { fetch } = center;
    const code = status === 404 ? 'not_found' : 'forbidden';
    const refusal = JSON.stringify({ error: { code, message: 'You may not see it.' } });
    const headers = { 'content-type': 'application/json' };
    center.fetch = async request =>
      request.url.includes('/conversations/3') ? new Response(refusal, { status, headers }) : fetch(request);
    await openConversation(desk, 3);
    await rereadThread(desk, 3);
    expect([desk.world().base.conversations.get(3), threadOf(desk.world(), 3)]).toEqual([undefined, undefined]);
    expect(desk.world().detail).toMatchObject({ conversationId: 3, problem: 'You may not see it.' });
    expect(desk.detailLines()).toEqual([]);
    expect([desk.cache.conversations([3]), desk.cache.thread(3)]).toEqual([[], undefined]);
  },
);
