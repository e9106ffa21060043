import { describe, expect, test } from 'vitest';
import { cursorTo } from '../../../src/state/list/cursor.ts';
import { followCursor } from '../../../src/state/sync/follow-cursor.ts';
import { grouped } from '../../../src/text/numbers.ts';
import { runs } from '../../harness/full.ts';
import { press as pressOn } from '../../harness/press.ts';
import { row } from '../../state/fake-center.ts';
import { openDesk } from '../../state/open-desk.ts';

function rowsOf(count: number) {
  return Array.from({ length: count }, (_, index) => row(index + 1));
}

async function open(count: number) {
  const bench = await openDesk(rowsOf(count));
  const stop = followCursor(bench.desk, { isPreviewShown: () => false });
  const list = () => bench.desk.world().list;
  return {
    ...bench,
    stop,
    list,
    press: async (...names: string[]) => {
      pressOn(bench.desk, ...names);
      await bench.idle();
    },
    /** Down page by page to the end of all. */
    toEnd: async () => {
      while (list().nextCursor !== null || list().cursorIndex < list().rows.length - 1) {
        bench.desk.set({ list: cursorTo(list(), list().rows.length - 1, 20) });
        await bench.idle();
      }
    },
  };
}

describe('*f', () => {
  test('asks, and y marks all that match, loaded or not; the cursor stays', async () => {
    const { desk, press, list } = await open(900);
    const before = list().cursorId;
    await press('list.mark-matching');
    expect(list().marks.size).toBe(0);
    await press('enter');
    expect(list().marks.size).toBe(0);
    await press('y');
    expect(list().marks.size).toBe(900);
    expect([list().cursorId, list().cursorIndex]).toEqual([before, 0]);
    expect(desk.world().notice).toMatchObject({ tone: 'done', text: 'Marked all 900' });
  });

  test('marks so that a change can be undone on all of them, also on rows dropped from memory', async () => {
    const { desk, press, list, toEnd, center, idle } = await open(3_000);
    await toEnd();
    expect(desk.world().base.conversations.size).toBeLessThan(2_500);
    await press('list.mark-matching', 'y');
    const tagged = () => [...center.conversations.values()].filter(({ tags }) => tags.includes('spam'));
    expect(list().marks.size).toBe(3_000);
    desk.commit('conversation.tag', { ids: [...list().marks], tags: ['spam'] });
    await idle();
    expect(tagged()).toHaveLength(3_000);
    desk.undo();
    await idle();
    expect(tagged()).toHaveLength(0);
  });

  test('marks ten thousand and more, and one verb then changes all of them in calls of 500', async () => {
    const count = runs(10_400);
    const { press, list, center, idle } = await open(count);
    await press('list.mark-matching', 'y');
    expect(list().marks.size).toBe(count);
    center.requests.length = 0;
    await press('conversation.archive');
    await idle();
    expect([...center.conversations.values()].every(({ archived }) => archived)).toBe(true);
    expect(center.requests.filter(request => request === 'PUT /conversations')).toHaveLength(Math.ceil(count / 500));
    await press('undo');
    await idle();
    expect([...center.conversations.values()].some(({ archived }) => archived)).toBe(false);
  });

  test('stops if another list is shown meanwhile', async () => {
    const { desk, press, list } = await open(900);
    pressOn(desk, 'list.mark-matching', 'y', 'view.archived');
    await press('cursor.down');
    expect(list().query.archived).toBe('only');
    expect(list().marks.size).toBe(0);
  });
});

test('*a marks no row that was dropped from memory, and says how many those are', async () => {
  const { desk, press, list, toEnd } = await open(3_000);
  await toEnd();
  await press('list.mark-all');
  const held = desk.world().base.conversations;
  expect(list().marks.size).toBeGreaterThan(600);
  expect([...list().marks].every(id => held.has(id))).toBe(true);
  const [marked, lost] = [list().marks.size, 3_000 - list().marks.size].map(grouped);
  expect(desk.world().notice?.text).toBe(
    `Marked ${marked}; ${lost} rows far from here are not held · *f reads and marks all`,
  );
});
