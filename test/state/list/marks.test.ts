import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorTo, toTop } from '../../../src/state/list/cursor.ts';
import {
  invertMarks,
  mark,
  markAll,
  markCount,
  markedIds,
  markThese,
  range,
  targetsOf,
  unmarkAll,
} from '../../../src/state/list/marks.ts';
import { everything, unresolved } from '../../../src/state/query/views.ts';
import { loadMore, openList } from '../../../src/state/sync/list.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import type { List, Query } from '../../../src/state/world.ts';
import { runs } from '../../harness/full.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function byTag(tag: string): Query {
  return { ...unresolved, tags: [tag] };
}
const archived: Query = { ...everything, archived: 'only' };

function listOf({ desk }: Bench): List {
  return desk.world().list;
}
function edit({ desk }: Bench, change: (list: List) => List): void {
  desk.set({ list: change(desk.world().list) });
}
function sorted(ids: Iterable<number>): readonly number[] {
  return [...ids].sort((a, b) => a - b);
}
function rowsWithTags() {
  return [1, 2, 3, 4, 5, 6, 7, 8].map(id => row(id, { tags: id % 2 === 0 ? ['even'] : id < 4 ? ['low'] : [] }));
}

describe('marks', () => {
  it('survive another filter: verbs act on all of them, and their number says how many are not shown', async () => {
    const bench = await openDesk(rowsWithTags());
    edit(bench, list => markThese(list, [1, 2, 4]));
    await openList(bench.desk, byTag('even'));
    expect([listOf(bench).rows, sorted(listOf(bench).marks), [...listOf(bench).away.keys()]]).toEqual([
      [8, 6, 4, 2],
      [2, 4],
      [1],
    ]);
    expect([markCount(listOf(bench)), targetsOf(bench.desk.world())]).toEqual([3, [4, 2, 1]]);
    await openList(bench.desk, unresolved);
    expect([sorted(listOf(bench).marks), listOf(bench).away.size]).toEqual([[1, 2, 4], 0]);
  });

  it('that a range has begun to set survive too', async () => {
    const bench = await openDesk(rowsWithTags());
    edit(bench, list => cursorTo(range(list), 2, 20));
    await openList(bench.desk, byTag('low'));
    expect(sorted(markedIds(listOf(bench)))).toEqual([6, 7, 8]);
    expect(listOf(bench).rangeFrom).toBeNull();
  });

  it('are as a plain set of ids would be, after any filters, refreshes and marks', async () => {
    const queries = [unresolved, byTag('even'), byTag('low'), byTag('none'), archived, everything];
    const step = fc.oneof(
      fc.record({ do: fc.constant('mark' as const), at: fc.nat(7) }),
      fc.record({ do: fc.constant('open' as const), at: fc.nat(queries.length - 1) }),
      fc.record({ do: fc.constantFrom('all' as const, 'invert' as const, 'refresh' as const), at: fc.constant(0) }),
      fc.record({ do: fc.constant('none' as const), at: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async steps => {
        const bench = await openDesk(rowsWithTags());
        let model = new Set<number>();
        for (const { do: what, at } of steps) {
          const { rows } = listOf(bench);
          if (what === 'open') await openList(bench.desk, queries[at]!);
          else if (what === 'refresh') await refresh(bench.desk);
          else if (what === 'none') {
            model = new Set();
            edit(bench, unmarkAll);
          } else if (what === 'all') {
            model = model.union(new Set(rows));
            edit(bench, markAll);
          } else if (what === 'invert') {
            model = model.symmetricDifference(new Set(rows));
            edit(bench, invertMarks);
          } else if (rows[at] !== undefined) {
            model = model.symmetricDifference(new Set([rows[at]]));
            edit(bench, list => mark(cursorTo(list, at, 20), 20));
          }
          expect(sorted(markedIds(listOf(bench)))).toEqual(sorted(model));
          expect(markCount(listOf(bench))).toBe(model.size);
          const shown = new Set(listOf(bench).rows);
          expect([...listOf(bench).marks].every(id => shown.has(id))).toBe(true);
          expect([...listOf(bench).away.keys()].some(id => shown.has(id))).toBe(false);
        }
        bench.desk.stop();
      }),
      { numRuns: runs(60) },
    );
  });

  it('leave with rows that the agent’s own verb takes out of the list in which they were set, shown or not', async () => {
    const bench = await openDesk(rowsWithTags());
    edit(bench, list => markThese(list, [1, 2, 4]));
    await openList(bench.desk, byTag('even'));
    bench.desk.commit('conversation.tag', { ids: targetsOf(bench.desk.world()), tags: ['seen'] });
    await bench.idle();
    expect(sorted(markedIds(listOf(bench)))).toEqual([1, 2, 4]);
    bench.desk.commit('conversation.archive', { ids: targetsOf(bench.desk.world()) });
    expect(markedIds(listOf(bench))).toEqual([]);
    await bench.idle();
    expect([1, 2, 4].map(id => bench.center.conversations.get(id)?.archived)).toEqual([true, true, true]);
    expect(markedIds(listOf(bench))).toEqual([]);
  });

  it('of a row that another agent took out stay with it until the key that removes it', async () => {
    const center = fakeCenter(rowsWithTags());
    const bench = await openDesk(center);
    edit(bench, list => markThese(list, [5, 7]));
    center.change(5, { archived: true });
    await refresh(bench.desk);
    expect(markedIds(listOf(bench))).toEqual([7, 5]);
    expect([...listOf(bench).gone]).toEqual([[5, 'archived']]);
    const asked = refresh(bench.desk);
    expect(markedIds(listOf(bench))).toEqual([7]);
    await asked;
    edit(bench, list => ({ ...markThese(list, [6, 7]), gone: new Map([[6, bench.desk.world().center]]) }));
    expect(markedIds(toTop(listOf(bench)))).toEqual([7]);
  });

  it('of a conversation that is not shown go with the next jump, once it is known to be merged or archived', async () => {
    const bench = await openDesk(rowsWithTags());
    edit(bench, list => markThese(list, [1, 3]));
    await openList(bench.desk, byTag('even'));
    bench.center.change(1, { merged_into: 3 });
    const { base } = bench.desk.world();
    const merged = { ...base.conversations.get(1)!, merged_into: 3 };
    bench.desk.set({ base: { ...base, conversations: base.conversations.with([[1, merged]]) } });
    expect(markCount(listOf(bench))).toBe(2);
    await refresh(bench.desk);
    expect(markedIds(listOf(bench))).toEqual([3]);
  });

  it('not shown keep their conversations in memory, so that a change of them can be undone', async () => {
    const bench = await openDesk(
      Array.from({ length: 2_600 }, (_, at) => row(at + 1, { tags: at < 2_597 ? ['bulk'] : [] })),
    );
    edit(bench, list => markThese(list, list.rows.slice(0, 3)));
    const marked = markedIds(listOf(bench));
    await openList(bench.desk, byTag('bulk'));
    for (let at = 0; at < 12; at += 1) {
      edit(bench, list => cursorTo(list, list.rows.length - 1, 20));
      await loadMore(bench.desk);
    }
    expect(bench.desk.world().base.conversations.size).toBeLessThan(2_500);
    expect(listOf(bench).away.size).toBe(3);
    expect(marked.every(id => bench.desk.world().base.conversations.has(id))).toBe(true);
  });
});
