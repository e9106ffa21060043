import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyWorld } from '../../../src/state/empty-world.ts';
import { type Place, readPlace } from '../../../src/state/kept/place.ts';
import { moveCursor } from '../../../src/state/list/cursor.ts';
import { mark, markCount, range } from '../../../src/state/list/marks.ts';
import { keepPlace } from '../../../src/state/place/keep.ts';
import { deskPlace, elsewhere, withPlace } from '../../../src/state/place/world-place.ts';
import { sorts } from '../../../src/state/query/order.ts';
import { everything, inboxQuery, unresolved } from '../../../src/state/query/views.ts';
import { followCursor } from '../../../src/state/sync/follow-cursor.ts';
import { openList } from '../../../src/state/sync/list.ts';
import type { Query } from '../../../src/state/world.ts';
import { keyNames } from '../../harness/key-names.ts';
import { replyBoxOn } from '../../harness/state-box.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const ROWS = 4;

const id = fc.integer({ min: 1, max: 300 });
const query: fc.Arbitrary<Query> = fc
  .record({
    words: fc.string(),
    statuses: fc.array(fc.string(), { maxLength: 2 }),
    assignees: fc.array(fc.oneof(id, fc.constantFrom('me' as const, 'none' as const)), { maxLength: 2 }),
    tags: fc.array(fc.string(), { maxLength: 2 }),
    isUnresolved: fc.boolean(),
    archived: fc.constantFrom('no' as const, 'only' as const, 'any' as const),
    before: fc.constantFrom(null, '2026-11-20'),
    sort: fc.constantFrom(...sorts),
  })
  .map(part => ({ ...everything, ...part }));
const marks = fc
  .uniqueArray(fc.record({ query, ids: fc.uniqueArray(id, { minLength: 1 }) }), {
    selector: group => JSON.stringify(group.query),
    maxLength: 3,
  })
  .map(groups => {
    const seen = new Set<number>();
    const fresh = (one: number): boolean => !seen.has(one) && seen.add(one) !== undefined;
    return groups.map(group => ({ ...group, ids: group.ids.filter(fresh) })).filter(({ ids }) => ids.length > 0);
  });
const place: fc.Arbitrary<Place> = fc.record({
  form: fc.constant(1 as const),
  query,
  inboxCursor: fc.constantFrom(null, '3', 'mine', 'saved:vip'),
  pane: fc.constantFrom('inboxes' as const, 'list' as const, 'detail' as const),
  isWide: fc.boolean(),
  cursor: fc.record({ id: fc.option(id), index: fc.nat({ max: 2_000 }), line: fc.nat({ max: 60 }) }),
  marks,
  detail: fc.option(
    fc.record({
      id,
      formerId: fc.option(id),
      section: fc.constantFrom('thread' as const, 'notes' as const, 'history' as const, 'contacts' as const),
      top: fc.nat({ max: 500 }),
      entryKey: fc.constantFrom(null, 'message:12', 'note:3'),
      opened: fc.uniqueArray(fc.constantFrom('message:12/0', 'message:12/1', 'note:3/0')),
    }),
  ),
  saveFolder: fc.constantFrom(null, '~/Downloads/', '/srv/mail'),
  viewSorts: fc.constantFrom<Place['viewSorts']>({}, { mine: 'oldest', waiting: 'newest' }),
  ownLayouts: fc.dictionary(
    fc.constantFrom('80', '120', '200'),
    fc.record({ way: fc.constantFrom('beside' as const, 'stacked' as const), beside: fc.nat({ max: 200 }) }),
  ),
  discarded: fc.constantFrom<Place['discarded']>([], [{ key: 'note:1', fields: { text: 'Hm.' }, at: 5 }]),
  boxes: fc.constant([]),
});

function reread(kept: Place): Place | undefined {
  return readPlace(JSON.parse(JSON.stringify(kept)));
}

describe('a place', () => {
  it('is the same after the next desk has taken it, read from text, in any state', () => {
    fc.assert(
      fc.property(place, kept => {
        const again = reread(kept);
        expect(again).toEqual(kept);
        expect(deskPlace(withPlace(emptyWorld(0, undefined, keyNames), again!))).toEqual(kept);
      }),
    );
  });

  it('is ignored if it is damaged, and nothing throws', () => {
    const damage = fc.array(fc.record({ at: fc.nat(), by: fc.string({ unit: 'binary-ascii', maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(place, damage, (kept, edits) => {
        let text = JSON.stringify(kept);
        for (const { at, by } of edits)
          text = text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1);
        let found: unknown;
        try {
          found = JSON.parse(text);
        } catch {
          found = text;
        }
        const again = readPlace(found);
        if (again) withPlace(emptyWorld(0, undefined, keyNames), again);
      }),
    );
  });

  it('is ignored if it is of another version, or no place at all', () => {
    const [one] = fc.sample(place, 1);
    for (const strange of [undefined, null, 7, 'list', [], { ...one, form: 2 }, { ...one, pane: 'attic' }])
      expect(readPlace(strange)).toBeUndefined();
  });
});

async function deskWithRows(count: number, asked?: string[]) {
  const center = fakeCenter(Array.from({ length: count }, (_, index) => row(index + 1)));
  const bench = await openDesk(
    {
      ...center,
      fetch: request => {
        asked?.push(new URL(request.url).search);
        return center.fetch(request);
      },
    },
    { isLoaded: asked === undefined },
  );
  return bench;
}

describe('a desk at a place that another one left', () => {
  it('has its marks, its cursor on the same row and line, and reads its list once', async () => {
    const first = await deskWithRows(150);
    const { desk } = first;
    let { list } = desk.world();
    for (let step = 0; step < 30; step += 1) list = mark(list, ROWS);
    list = moveCursor(list, 70, ROWS);
    desk.set({ list, pane: 'list' });
    const kept = reread(deskPlace(desk.world()))!;

    const lists: string[] = [];
    const next = await deskWithRows(150, lists);
    next.desk.set(withPlace(next.desk.world(), kept));
    await openList(next.desk, next.desk.world().list.query);
    const back = next.desk.world().list;
    expect([back.cursorId, back.cursorIndex, back.cursorIndex - back.top]).toEqual([
      list.cursorId,
      list.cursorIndex,
      list.cursorIndex - list.top,
    ]);
    expect([...back.marks].sort()).toEqual([...list.marks].sort());
    expect(markCount(back)).toBe(30);
    expect(lists).toHaveLength(1);
    expect(deskPlace(next.desk.world())).toEqual(kept);
  });

  it('far down goes to its row as the pages come, and stays there', async () => {
    const center = fakeCenter(
      Array.from({ length: 500 }, (_, index) => row(index + 1)),
      { pageSize: 100 },
    );
    const { desk, clock, idle } = await openDesk(center, { isLoaded: false });
    const kept = { ...deskPlace(desk.world()), cursor: { id: 151, index: 349, line: 3 } };
    desk.set(withPlace(desk.world(), kept));
    await openList(desk, unresolved);
    const stop = followCursor(desk, { isPreviewShown: () => false });
    clock.advance(1_000);
    await idle();
    stop();
    const { cursorId, cursorIndex, top, restoredCursor } = desk.world().list;
    expect({ cursorId, cursorIndex, line: cursorIndex - top, restoredCursor }).toEqual({
      cursorId: 151,
      cursorIndex: 349,
      line: 3,
      restoredCursor: null,
    });
  });

  it('goes on to no further page once the agent has moved, nor on a slow link', async () => {
    const center = fakeCenter(
      Array.from({ length: 500 }, (_, index) => row(index + 1)),
      { pageSize: 100 },
    );
    const far = { id: 151, index: 349, line: 3 };
    const { desk } = await openDesk(center, { isLoaded: false });
    desk.set(withPlace(desk.world(), { ...deskPlace(desk.world()), cursor: far }));
    await openList(desk, unresolved);
    expect(desk.world().list.restoredCursor).toEqual(far);
    desk.set({ list: moveCursor(desk.world().list, -1, ROWS) });
    expect(desk.world().list.restoredCursor).toBeNull();

    const { desk: slow } = await openDesk(center, { isLoaded: false });
    slow.set({ link: 'slow' });
    slow.set(withPlace(slow.world(), { ...deskPlace(slow.world()), cursor: far }));
    await openList(slow, unresolved);
    expect(slow.world().list).toMatchObject({ restoredCursor: null, cursorIndex: 99 });
  });

  it('acts on no row before the list is read', async () => {
    const next = await deskWithRows(5);
    const [one] = fc.sample(place, 1);
    next.desk.set(withPlace(next.desk.world(), { ...one!, cursor: { id: 3, index: 2, line: 1 } }));
    expect(next.desk.world().list.cursorId).toBeNull();
  });

  it('has the cursor at its former index if its row is gone', async () => {
    const next = await deskWithRows(20);
    const kept = { ...deskPlace(next.desk.world()), cursor: { id: 999, index: 7, line: 2 } };
    next.desk.set(withPlace(next.desk.world(), kept));
    await openList(next.desk, unresolved);
    const { cursorIndex, top } = next.desk.world().list;
    expect([cursorIndex, top]).toEqual([7, 5]);
  });

  it('keeps the marks of rows that are not loaded, with the list in which they were made', async () => {
    const next = await deskWithRows(5);
    const home = inboxQuery(9);
    const kept = { ...deskPlace(next.desk.world()), marks: [{ query: home, ids: [700, 701] }] };
    next.desk.set(withPlace(next.desk.world(), kept));
    await openList(next.desk, unresolved);
    expect([...next.desk.world().list.away]).toEqual([
      [700, home],
      [701, home],
    ]);
  });

  it('shows another list if the agent asks for one, with the marks', () => {
    const [one] = fc.sample(place, 1);
    const world = withPlace(
      emptyWorld(0, undefined, keyNames),
      elsewhere({ ...one!, marks: [{ query: unresolved, ids: [1, 2] }] }),
    );
    expect(world.list.query).toEqual(unresolved);
    expect([world.pane, world.list.restoredCursor?.index, markCount(world.list)]).toEqual(['list', 0, 2]);
  });

  it('has the rows of an unfinished range marked', async () => {
    const { desk } = await deskWithRows(9);
    desk.set({ list: moveCursor(range(desk.world().list), 3, ROWS) });
    const [group] = deskPlace(desk.world()).marks;
    expect(group?.ids).toHaveLength(4);
  });
});

describe('the place of a running desk', () => {
  it('is saved half a second after a move, once, and not at all at rest', async () => {
    const bench = await deskWithRows(9);
    const saved: Place[] = [];
    const storage = { ...bench.desk.storage, savePlace: (one: Place) => void saved.push(one) };
    const keeper = keepPlace({ ...bench.desk, storage });
    const move = (): void => bench.desk.set({ list: moveCursor(bench.desk.world().list, 1, ROWS) });
    move();
    move();
    bench.clock.advance(499);
    expect(saved).toHaveLength(0);
    bench.clock.advance(1);
    expect(saved.map(({ cursor }) => cursor.index)).toEqual([2]);
    bench.clock.advance(60_000);
    bench.desk.set({ unsent: 3, now: 5 });
    bench.clock.advance(60_000);
    expect(saved).toHaveLength(1);
    move();
    keeper.save();
    expect(saved.map(({ cursor }) => cursor.index)).toEqual([2, 3]);
  });

  it('is saved at once when a box closes, so that no answered box comes back', async () => {
    const { desk } = await deskWithRows(3);
    const saved: number[] = [];
    const storage = { ...desk.storage, savePlace: (one: Place) => void saved.push(one.boxes.length) };
    keepPlace({ ...desk, storage });
    desk.set({ overlays: [replyBoxOn()] });
    expect(saved).toEqual([]);
    desk.set({ overlays: [] });
    expect(saved).toEqual([0]);
  });

  it('is kept without its boxes after a fault, which one of them may have caused', async () => {
    const { desk } = await deskWithRows(3);
    const saved: number[] = [];
    const storage = { ...desk.storage, savePlace: (one: Place) => void saved.push(one.boxes.length) };
    const keeper = keepPlace({ ...desk, storage });
    desk.set({ overlays: [replyBoxOn()] });
    keeper.distrust();
    keeper.save();
    expect(saved).toEqual([0]);
  });

  it('costs the same on 100,000 rows as on 100, but for its marks', async () => {
    const { desk } = await deskWithRows(3);
    const rows = Array.from({ length: 100_000 }, (_, index) => index + 1);
    const { list } = desk.world();
    let looked = 0;
    const watched = new Proxy(rows, {
      get: (target, key) => {
        looked += 1;
        return Reflect.get(target, key);
      },
    });
    const world = {
      ...desk.world(),
      list: { ...list, ids: rows, rows: watched, marks: new Set(rows.slice(0, 10_000)) },
    };
    expect(deskPlace(world).marks[0]?.ids).toHaveLength(10_000);
    expect(looked).toBe(0);
  });
});
