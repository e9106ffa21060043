import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyList } from '../../../src/state/empty-world.ts';
import { cursorTo, halfPage, moveCursor, movePage, toBottom, toTop } from '../../../src/state/list/cursor.ts';
import { placeCursor } from '../../../src/state/list/hold-place.ts';
import {
  invertMarks,
  mark,
  markAll,
  markCount,
  markedIds,
  range,
  rangeOf,
  unmarkAll,
} from '../../../src/state/list/marks.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import type { List } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';

function listOf(count: number, more: Partial<List> = {}): List {
  const ids = Array.from({ length: count }, (_, index) => 100 + index);
  return { ...emptyList(unresolved), ids, rows: ids, cursorId: ids[0] ?? null, ...more };
}
function view({ top, cursorIndex, cursorId }: List) {
  return [top, cursorIndex, cursorId];
}

describe('the cursor', () => {
  it('moves by rows and stops at both ends', () => {
    const list = listOf(30);
    expect(view(moveCursor(list, 3, 10))).toEqual([0, 3, 103]);
    expect(view(moveCursor(list, -1, 10))).toEqual([0, 0, 100]);
    expect(view(moveCursor(list, 99, 10))).toEqual([20, 29, 129]);
    expect(moveCursor(listOf(0), 1, 10).cursorId).toBeNull();
    expect(moveCursor(list, 0, 10)).toBe(list);
  });

  it('jumps half a page at the edge, down and up, and shows a full page at the ends', () => {
    const atEdge = cursorTo(listOf(30), 9, 10);
    expect(atEdge.top).toBe(0);
    expect(view(moveCursor(atEdge, 1, 10))).toEqual([5, 10, 110]);
    const up = { ...listOf(30), top: 10, cursorIndex: 10, cursorId: 110 };
    expect(view(moveCursor(up, -1, 10))).toEqual([5, 9, 109]);
    const low = { ...listOf(30), top: 18, cursorIndex: 27, cursorId: 127 };
    expect(moveCursor(low, 1, 10).top).toBe(20);
  });

  it('moves by half pages, pages, and to both ends', () => {
    expect(halfPage(listOf(30), 1, 10).cursorIndex).toBe(5);
    expect(movePage(listOf(30), 1, 10).cursorIndex).toBe(9);
    expect(view(toBottom(listOf(30), 10))).toEqual([20, 29, 129]);
    expect(view(toTop(toBottom(listOf(30), 10)))).toEqual([0, 0, 100]);
  });

  it('is always in view, after any move', () => {
    const move = fc.tuple(fc.constantFrom('by', 'half', 'page', 'top', 'bottom'), fc.integer({ min: -40, max: 40 }));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(move),
        (count, rows, moves) => {
          let list = listOf(count);
          for (const [kind, by] of moves) {
            const direction = by < 0 ? -1 : 1;
            if (kind === 'by') list = moveCursor(list, by, rows);
            else if (kind === 'half') list = halfPage(list, direction, rows);
            else if (kind === 'page') list = movePage(list, direction, rows);
            else list = kind === 'top' ? toTop(list) : toBottom(list, rows);
            expect(list.rows[list.cursorIndex]).toBe(list.cursorId);
            expect(list.top).toBeGreaterThanOrEqual(0);
            expect(list.cursorIndex - list.top).toBeGreaterThanOrEqual(0);
            expect(list.cursorIndex - list.top).toBeLessThan(rows);
          }
        },
      ),
      { seed: 7 },
    );
  });

  it('at the top, lets arrivals in and departed rows go', () => {
    const list = listOf(5, { newAbove: [1, 2], gone: new Map([[101, t`archived`]]), marks: new Set([101, 102]) });
    const top = toTop(list);
    expect([top.rows, top.ids, top.newAbove, top.gone.size, [...top.marks]]).toEqual([
      [1, 2, 100, 102, 103, 104],
      [1, 2, 100, 102, 103, 104],
      [],
      0,
      [102],
    ]);
  });
});

describe('marks', () => {
  it('are set and removed going down', () => {
    const twice = mark(mark(listOf(5), 10), 10);
    expect([[...twice.marks], twice.cursorId]).toEqual([[100, 101], 102]);
    expect([...mark(cursorTo(twice, 0, 10), 10).marks]).toEqual([101]);
    expect(mark(listOf(0), 10).marks.size).toBe(0);
  });

  it('cover all, none, the others, and a range', () => {
    const list = mark(listOf(4), 10);
    expect([...markAll(list).marks]).toEqual([100, 101, 102, 103]);
    expect([...invertMarks(list).marks]).toEqual([101, 102, 103]);
    expect(unmarkAll(list).marks.size).toBe(0);
    const ranged = moveCursor(range(list), 2, 10);
    expect([rangeOf(ranged), markedIds(ranged), markCount(ranged)]).toEqual([[1, 3], [100, 101, 102, 103], 4]);
    const ended = range(ranged);
    expect([[...ended.marks].sort(), ended.rangeFrom, rangeOf(ended)]).toEqual([[100, 101, 102, 103], null, null]);
  });
});

describe('rows that leave and come', () => {
  const at = (index: number, top = 0) => cursorTo({ ...listOf(40), top }, index, 10);

  it('leave the cursor on its id and on its line of the pane', () => {
    const list = at(25, 20);
    const rows = list.rows.filter(id => id !== 101 && id !== 102);
    expect(view(placeCursor(list, rows, id => id !== 101 && id !== 102, 10))).toEqual([18, 23, 125]);
  });

  it('leave the cursor at its index if its own row goes, so that the next one takes its place', () => {
    const list = at(25, 20);
    const isRow = (id: number) => id !== 125;
    expect(view(placeCursor(list, list.rows.filter(isRow), isRow, 10))).toEqual([20, 25, 126]);
    const last = at(39, 30);
    const isLeft = (id: number) => id < 138;
    expect(view(placeCursor(last, last.rows.filter(isLeft), isLeft, 10)).slice(1)).toEqual([37, 137]);
  });

  it('leave nothing at all of an empty list', () => {
    expect(view(placeCursor(at(5), [], () => false, 10))).toEqual([0, 0, null]);
  });

  it('take their marks and the start of a range with them', () => {
    const list = { ...at(3), marks: new Set([101, 102]), rangeFrom: 102 };
    const isRow = (id: number) => id !== 102;
    const next = placeCursor(list, list.rows.filter(isRow), isRow, 10);
    expect([[...next.marks], next.rangeFrom]).toEqual([[101], null]);
  });
});
