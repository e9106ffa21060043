import { describe, expect, it } from 'vitest';
import { countKey, everything, unresolved, views } from '../../../src/state/query/views.ts';
import { openList, rereadList } from '../../../src/state/sync/list.ts';
import { followNumbers, readNumbers } from '../../../src/state/sync/numbers.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { poll } from '../../../src/state/sync/refresh.ts';
import type { Query } from '../../../src/state/world.ts';
import { type Row, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function rowsOf(count: number, more: Partial<Row> = {}): Row[] {
  return Array.from({ length: count }, (_, index) => row(index + 1, { unread: false, ...more }));
}

/** A desk on a help center that counts, with the inbox pane on the screen. */
async function openCounting(rows: readonly Row[], query?: Query): Promise<Bench> {
  const bench = await openDesk(rows, query === undefined ? {} : { query });
  bench.desk.set({ viewport: { ...bench.desk.world().viewport, hasNumbers: true } });
  await readNumbers(bench.desk);
  return bench;
}
function shown({ desk }: Bench): readonly (number | undefined)[] {
  return views.map(({ query }) => desk.world().numbers.get(countKey(query))?.number);
}
function counting({ center }: Bench): number {
  return center.requests.filter(request => request.includes('count=1')).length;
}

describe('the numbers of the views', () => {
  it('are what the help center counts, of all but the archive', async () => {
    const bench = await openCounting([
      ...rowsOf(3),
      row(4, { unread: false, status: 'closed' }),
      row(5, { unread: false, assign_to: 1, status: 'awaiting reply' }),
      row(6, { unread: false, archived: true }),
    ]);
    expect(shown(bench).slice(0, 3)).toEqual([4, 1, 3]);
    expect(shown(bench)[4]).toBeUndefined();
    expect(counting(bench)).toBe(4);
  });

  it('count late conversations too, once an inbox has a target', async () => {
    const bench = await openCounting(rowsOf(1));
    const { base } = bench.desk.world();
    const inboxes = base.inboxes.map(inbox => ({ ...inbox, answer_within: 60 }));
    bench.desk.set({ base: { ...base, inboxes } });
    const before = counting(bench);
    await readNumbers(bench.desk);
    expect(counting(bench) - before).toBe(5);
  });

  it('follow the agent’s own changes at once, and stay right when they are answered, refused or undone', async () => {
    const bench = await openCounting(rowsOf(4));
    bench.link = 'slow';
    bench.desk.commit('conversation.archive', { ids: [1, 2] });
    expect(shown(bench).slice(0, 3)).toEqual([2, 0, 2]);
    bench.desk.commit('conversation.assign', { ids: [3], assign_to: 1 });
    expect(shown(bench).slice(0, 3)).toEqual([2, 1, 1]);
    await bench.release();
    bench.link = 'up';
    await bench.idle();
    expect(shown(bench).slice(0, 3)).toEqual([2, 1, 1]);
    bench.center.refusals.set(4, { status: 403, message: 'No.' });
    bench.desk.commit('conversation.archive', { ids: [4] });
    expect(shown(bench)[0]).toBe(1);
    await bench.idle();
    expect(shown(bench).slice(0, 3)).toEqual([2, 1, 1]);
    // The first one says that the refused one came to nothing.
    bench.desk.undo();
    bench.desk.undo();
    await bench.idle();
    expect(shown(bench).slice(0, 3)).toEqual([2, 0, 2]);
    await readNumbers(bench.desk);
    expect(shown(bench).slice(0, 3)).toEqual([2, 0, 2]);
  });

  it('say again what an unchanged answer said, even if the desk had reckoned otherwise', async () => {
    const bench = await openCounting(rowsOf(3));
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    expect(shown(bench)[0]).toBe(2);
    bench.center.change(1, { archived: false });
    await readNumbers(bench.desk);
    expect(shown(bench)[0]).toBe(3);
  });

  it('are counted again with the news, and not while nothing changes', async () => {
    const bench = await openCounting(rowsOf(3));
    const asked = counting(bench);
    await poll(bench.desk);
    expect(counting(bench)).toBe(asked);
    bench.center.receive(9);
    bench.clock.advance(15_000);
    await poll(bench.desk);
    expect(shown(bench)[0]).toBe(4);
  });

  it('are counted again if one of the agent’s changes was answered during the count', async () => {
    const bench = await openCounting(rowsOf(3));
    bench.link = 'slow';
    const reading = readNumbers(bench.desk);
    await bench.idle();
    bench.link = 'up';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    await bench.release();
    await reading;
    await bench.idle();
    expect(shown(bench)[0]).toBe(2);
  });

  it('are not asked for over a slow link, nor while their pane is not on the screen', async () => {
    const bench = await openDesk(rowsOf(3));
    await readNumbers(bench.desk);
    bench.desk.set({ link: 'slow', viewport: { ...bench.desk.world().viewport, hasNumbers: true } });
    await readNumbers(bench.desk);
    bench.center.receive(9);
    await poll(bench.desk);
    expect(counting(bench)).toBe(0);
  });

  it('come when the pane comes to the screen', async () => {
    const bench = await openDesk(rowsOf(3));
    const stop = followNumbers(bench.desk);
    await bench.idle();
    expect(counting(bench)).toBe(0);
    bench.desk.set({ viewport: { ...bench.desk.world().viewport, hasNumbers: true } });
    await bench.idle();
    expect(shown(bench)[0]).toBe(3);
    stop();
  });

  it('come at a start from the cache, once the help center has answered quickly', async () => {
    const bench = await openDesk(rowsOf(3), { isLoaded: false });
    const { desk } = bench;
    desk.set({ viewport: { ...desk.world().viewport, hasNumbers: true } });
    // What was kept is on the screen before anything was asked.
    desk.set({ list: { ...desk.world().list, asOf: desk.now(), isCached: true } });
    const stop = followNumbers(desk);
    await bench.idle();
    expect(counting(bench)).toBe(0);
    await loadPlaces(desk);
    await rereadList(desk, 'poll');
    await bench.idle();
    expect(shown(bench)[0]).toBe(3);
    const asked = counting(bench);
    bench.clock.advance(60_000);
    desk.set({ isWide: true });
    await bench.idle();
    expect(counting(bench)).toBe(asked);
    stop();
  });
});

describe('the number of a list', () => {
  const list = ({ desk }: Bench) => desk.world().list;

  it('is what the help center counts if not all is loaded, minus what the agent took out', async () => {
    const bench = await openDesk(rowsOf(450));
    const stop = followNumbers(bench.desk);
    await bench.idle();
    expect([list(bench).rows.length, list(bench).total]).toEqual([31, 450]);
    bench.desk.commit('conversation.archive', { ids: [450, 449] });
    expect(list(bench).total).toBe(448);
    await bench.idle();
    expect(list(bench).total).toBe(448);
    await openList(bench.desk, { ...everything, tags: ['vip'] });
    await openList(bench.desk, everything);
    await bench.idle();
    expect(list(bench).total).toBe(448);
    stop();
  });

  it('needs no request if all is loaded', async () => {
    const bench = await openDesk(rowsOf(3));
    const stop = followNumbers(bench.desk);
    await bench.idle();
    expect([list(bench).total, counting(bench)]).toEqual([3, 0]);
    stop();
  });

  it('is the same number for any order', () => {
    expect(countKey({ ...unresolved, sort: 'oldest' })).toBe(countKey(unresolved));
    expect(countKey({ ...unresolved, words: 'a' })).not.toBe(countKey(unresolved));
  });
});

describe('a help center that does not count', () => {
  it('is asked once, and nothing is shown', async () => {
    const bench = await openDesk(rowsOf(450));
    const { fetch } = bench.center;
    bench.center.fetch = request => fetch(new Request(request.url.replace('count=1&', ''), request));
    bench.desk.set({ viewport: { ...bench.desk.world().viewport, hasNumbers: true } });
    await readNumbers(bench.desk);
    const asked = bench.center.requests.length;
    await readNumbers(bench.desk);
    expect(bench.center.requests.length).toBe(asked);
    expect([shown(bench)[0], bench.desk.world().list.total]).toEqual([undefined, null]);
    expect(bench.desk.world().offers.counts).toBe('This help center does not count its conversations.');
  });

  it('is not asked if it filters by the document alone', async () => {
    const bench = await openDesk(Array.from({ length: 300 }, (_, index) => row(index + 1)));
    const stop = followNumbers(bench.desk);
    await loadPlaces(bench.desk);
    await bench.idle();
    expect([counting(bench), bench.desk.world().list.total]).toEqual([0, null]);
    stop();
  });
});
