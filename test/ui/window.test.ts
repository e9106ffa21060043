import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rereadList } from '../../src/state/sync/list.ts';
import type { World } from '../../src/state/world.ts';
import { fitDesk, followShape } from '../../src/ui/fit-screen.ts';
import { boxOf, layoutOf, listRowsOf } from '../../src/ui/layout.ts';
import { runs } from '../harness/full.ts';
import { pressKeys } from '../harness/press.ts';
import { fakeCenter, row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';

const SIZES = [
  [40, 12],
  [80, 24],
  [120, 36],
  [160, 45],
  [200, 50],
  [66, 9],
] as const;

const KEYS = ['cursor.down', 'cursor.up', 'cursor.bottom', 'cursor.top', 'cursor.half-down', 'cursor.half-up'] as const;
const SHAPES = ['app.layout', 'list.smaller', 'list.larger', 'pane.widen', 'open', 'back', 'pane.next'] as const;

const step = fc.oneof(
  fc.record({
    kind: fc.constant('key' as const),
    key: fc.constantFrom(...KEYS),
    times: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('shape' as const), key: fc.constantFrom(...SHAPES) }),
  fc.record({ kind: fc.constant('size' as const), size: fc.constantFrom(...SIZES) }),
  fc.record({ kind: fc.constant('link' as const), link: fc.constantFrom('fast' as const, 'slow' as const) }),
  fc.record({ kind: fc.constant('archive' as const), times: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('arrive' as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('leave' as const), from: fc.nat({ max: 90 }), count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('refresh' as const) }),
  fc.record({ kind: fc.constant('queue' as const) }),
);

/** The rows of the list as it is drawn, or as it would be with the keys. */
function drawnRows(world: World): number {
  const layout = layoutOf(world.viewport, { ...world, pane: 'list', isWide: world.isWide && world.pane === 'list' });
  return listRowsOf(boxOf(layout, 'list')!.rows, layout.isStacked);
}

/** What is wrong with the window; undefined if nothing is. */
function faultOf(world: World): string | undefined {
  const { cursorIndex, cursorId, top, rows } = world.list;
  const room = drawnRows(world);
  if (room !== world.viewport.listRows) return `${room} rows are drawn, the keys count on ${world.viewport.listRows}`;
  if (rows.length === 0) return undefined;
  if (rows[cursorIndex] !== cursorId) return `the cursor ${cursorId} is not at ${cursorIndex}`;
  if (cursorIndex < top || cursorIndex >= top + room) return `the cursor ${cursorIndex} is outside of ${top} + ${room}`;
  const blank = top + room - rows.length;
  return top > 0 && blank > room / 2 ? `${top} rows are hidden above ${blank} blank ones` : undefined;
}

test('rows that come above a list shorter than its window leave none hidden above blank ones', async () => {
  const { desk, center, idle } = await openDesk(fakeCenter(Array.from({ length: 16 }, (_, at) => row(at + 1))));
  const screen = { columns: 160, rows: 45 };
  fitDesk(desk, screen);
  pressKeys(desk, 'cursor.bottom');
  for (let at = 0; at < 18; at += 1) center.conversations.set(1_000 + at, row(1_000 + at));
  await rereadList(desk, 'poll');
  pressKeys(desk, 'refresh');
  await idle();
  expect(desk.world().list).toMatchObject({ top: 0, cursorIndex: 33 });
});

test('the window always holds the cursor, after any moves, arrivals, departures and new arrangements', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 90 }),
    fc.array(step, { maxLength: 25 }),
    async (count, steps) => {
      const rows = Array.from({ length: count }, (_, at) => row(at + 1));
      const bench = await openDesk(fakeCenter(rows));
      const { desk, center } = bench;
      const screen = { columns: 120, rows: 36 };
      fitDesk(desk, screen);
      const end = followShape(desk, screen);
      let next = 1_000;
      for (const one of steps) {
        const { conversations } = center;
        if (one.kind === 'key') pressKeys(desk, ...Array.from({ length: one.times }, () => one.key));
        else if (one.kind === 'shape') pressKeys(desk, one.key);
        else if (one.kind === 'size') {
          [screen.columns, screen.rows] = one.size;
          fitDesk(desk, screen);
        } else if (one.kind === 'link') desk.set({ link: one.link });
        else if (one.kind === 'archive') {
          for (let at = 0; at < one.times; at += 1) pressKeys(desk, 'conversation.archive');
        } else if (one.kind === 'undo') desk.undo();
        else if (one.kind === 'arrive') {
          for (let at = 0; at < one.count; at += 1, next += 1) conversations.set(next, row(next));
          await rereadList(desk, 'poll');
        } else if (one.kind === 'leave') {
          const ids = desk
            .world()
            .list.rows.slice(one.from, one.from + one.count)
            .filter(id => conversations.has(id));
          for (const id of ids) conversations.set(id, { ...conversations.get(id)!, archived: true, version: 99 });
          await rereadList(desk, 'poll');
        } else if (one.kind === 'refresh') {
          pressKeys(desk, 'refresh');
        } else {
          // As the queue does: the detail alone, and back.
          desk.set({ pane: 'detail', isWide: true });
          expect(faultOf(desk.world())).toBeUndefined();
          pressKeys(desk, 'back');
          desk.set({ isWide: false });
        }
        expect(faultOf(desk.world())).toBeUndefined();
        await bench.idle();
        expect(faultOf(desk.world())).toBeUndefined();
        const { list, viewport } = desk.world();
        if (one.kind === 'refresh' || one.kind === 'size')
          expect(list.top).toBeLessThanOrEqual(Math.max(0, list.rows.length - viewport.listRows));
      }
      end();
      desk.stop();
    },
  );
  await fc.assert(property, { seed: 4, numRuns: runs(150) });
});
