import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveCursor, movePage, toBottom, toTop } from '../../../src/state/list/cursor.ts';
import { invertMarks, mark, markAll } from '../../../src/state/list/marks.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import { row } from '../fake-center.ts';
import { type Bench, cursorOf, openDesk } from '../open-desk.ts';

/** A desk over a slow link with 30 rows, #30 first, and a pane of ten. */
async function open(link: 'slow' | 'fast' = 'slow'): Promise<Bench> {
  const bench = await openDesk(Array.from({ length: 30 }, (_, index) => row(index + 1)));
  const { viewport } = bench.desk.world();
  bench.desk.set({ link, viewport: { ...viewport, listRows: 10 } });
  return bench;
}
function archive({ desk }: Bench, ...ids: number[]) {
  return desk.commit('conversation.archive', { ids });
}
function listOf({ desk }: Bench) {
  return desk.world().list;
}

describe('over a slow link, a row that the agent’s own change removes', () => {
  it('keeps its place, and the cursor moves on to the next', async () => {
    const bench = await open();
    const before = listOf(bench).rows;
    archive(bench, before[0]!);
    expect(listOf(bench).rows).toBe(before);
    expect([...listOf(bench).ghosts]).toEqual([before[0]]);
    expect(cursorOf(bench)).toEqual({ cursorId: before[1], cursorIndex: 1 });
    await bench.idle();
    expect(listOf(bench).rows).toEqual(before);
    expect(cursorOf(bench)).toEqual({ cursorId: before[1], cursorIndex: 1 });
  });

  it('leaves at once over a fast link, and if it is out of view', async () => {
    const fast = await open('fast');
    const [first] = listOf(fast).rows;
    archive(fast, first!);
    expect(listOf(fast).rows).not.toContain(first);
    const slow = await open();
    const below = listOf(slow).rows[20]!;
    archive(slow, below);
    expect(listOf(slow).rows).not.toContain(below);
  });

  it('is alive again after z, in its old place', async () => {
    const bench = await open();
    const before = listOf(bench).rows;
    archive(bench, before[2]!, before[3]!);
    bench.desk.undo();
    expect(listOf(bench).ghosts.size).toBe(0);
    expect(listOf(bench).rows).toEqual(before);
  });

  it.each([
    ['the jump at the edge', (bench: Bench) => moveCursor(listOf(bench), 9, 10)],
    ['a page down', (bench: Bench) => movePage(movePage(listOf(bench), 1, 10), 1, 10)],
    ['the way to the top', (bench: Bench) => toTop(listOf(bench))],
    ['the way to the bottom', (bench: Bench) => toBottom(listOf(bench), 10)],
  ])('goes with %s', async (_, move) => {
    const bench = await open();
    const [first, second] = listOf(bench).rows;
    archive(bench, first!, second!);
    const moved = move(bench);
    expect(moved.ghosts.size).toBe(0);
    expect(moved.rows).not.toContain(first);
    expect(moved.rows).not.toContain(second);
    expect(moved.rows[moved.cursorIndex]).toBe(moved.cursorId);
  });

  it('goes when the list is read again, sent or not', async () => {
    const bench = await open();
    const [first] = listOf(bench).rows;
    bench.link = 'slow';
    archive(bench, first!);
    const reading = refresh(bench.desk);
    await bench.release();
    await reading;
    expect(listOf(bench).rows).not.toContain(first);
    expect(listOf(bench).ghosts.size).toBe(0);
  });

  it('is not reached by a verb on marked rows', async () => {
    const bench = await open();
    const [first, second, third] = listOf(bench).rows as [number, number, number];
    bench.desk.set({ list: { ...listOf(bench), marks: new Set([first, second]) } });
    archive(bench, first, second);
    expect(listOf(bench).marks.size).toBe(0);
    expect(cursorOf(bench).cursorId).toBe(third);
    for (const marked of [markAll(listOf(bench)), invertMarks(listOf(bench))]) {
      expect(marked.marks.has(first)).toBe(false);
      expect(marked.marks.has(third)).toBe(true);
    }
    const back = moveCursor(listOf(bench), -1, 10);
    expect(back.cursorId).toBe(second);
    expect(mark(back, 10).marks.size).toBe(0);
  });

  it('is one of many, and the cursor stays in view on a living row, after any steps', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('archive' as const), count: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('move' as const), count: fc.integer({ min: -12, max: 12 }) }),
      fc.record({ do: fc.constant('undo' as const), count: fc.constant(1) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const bench = await open();
        bench.link = 'slow';
        for (const { do: what, count } of steps) {
          const list = listOf(bench);
          if (what === 'move') bench.desk.set({ list: moveCursor(list, count, 10) });
          else if (what === 'undo') bench.desk.undo();
          else {
            const living = list.rows.slice(list.cursorIndex).filter(id => !list.ghosts.has(id));
            archive(bench, ...living.slice(0, count));
          }
          const { rows, cursorIndex, cursorId, top, ghosts } = listOf(bench);
          expect(rows[cursorIndex] ?? null).toBe(cursorId);
          expect(cursorIndex).toBeGreaterThanOrEqual(top);
          expect(cursorIndex).toBeLessThan(top + 10);
          for (const id of ghosts) expect(rows.slice(top, top + 10)).toContain(id);
          const wasLiving = list.cursorId !== null && !list.ghosts.has(list.cursorId);
          if (what === 'archive' && wasLiving && rows.some(id => !ghosts.has(id)))
            expect(ghosts.has(cursorId!)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });
});
