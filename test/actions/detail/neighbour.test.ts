import { expect, test } from 'vitest';
import { conversationNext } from '../../../src/actions/detail/neighbour.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { press } from '../../harness/press.ts';
import { fakeCenter, row } from '../../state/fake-center.ts';
import { openDesk } from '../../state/open-desk.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

const world = sampleWorld({ columns: 120, rows: 30 });
const last = world.list.rows.length - 1;
function why(more: object) {
  const list = { ...world.list, cursorIndex: last, nextCursor: null, ...more };
  const detail = { ...world.detail, conversationId: list.rows[list.cursorIndex] ?? null };
  return conversationNext.unavailable?.({ ...world, list, detail });
}

test('a list that is not loaded to its end has no last conversation', () => {
  expect(why({ cursorIndex: last - 1 })).toBeUndefined();
  expect(why({})).toMatch(/last conversation/);
  expect(why({ nextCursor: 'more' })).toMatch(/still being read/);
  expect(why({ nextCursor: 'more', problem: safeLine('The help center did not answer.') })).toMatch(/R tries again/);
});

/** What the detail shows, and the list's cursor, after these moves with #`shown` in the detail. */
function after(shown: number, ...moves: readonly string[]) {
  const detail = { ...world.detail, conversationId: shown };
  const { desk } = fakeDesk({ ...world, pane: 'detail', detail });
  press(desk, ...moves);
  const { detail: now, list, notice } = desk.world();
  return [now.conversationId, list.cursorId, notice?.text];
}

test('J and K start from the conversation that is shown, even if the list’s cursor is elsewhere', () => {
  expect(world.list.cursorIndex).toBe(0);
  const [, , , fourth, fifth, sixth] = world.list.rows;
  expect(after(fifth!, 'conversation.next')).toEqual([sixth, sixth, undefined]);
  expect(after(fifth!, 'conversation.previous')).toEqual([fourth, fourth, undefined]);
  expect(after(fifth!, 'conversation.next', 'conversation.previous')).toEqual([fifth, fifth, undefined]);
  expect(after(world.list.rows[last]!, 'conversation.next')[2]).toMatch(/last conversation/);
});

test('from a conversation that is not listed, J goes to the cursor’s row, which took its place', () => {
  const [first] = world.list.rows;
  expect(after(77, 'conversation.next')).toEqual([first, first, undefined]);
  expect(after(77, 'conversation.previous')[2]).toMatch(/first conversation/);
});

test.for(['fast', 'slow'] as const)(
  'after # and a number, Enter and e, J goes on with the row below: %s link',
  async link => {
    const rows = Array.from({ length: 9 }, (_, at) => row(at + 1));
    const { desk, idle } = await openDesk(fakeCenter(rows), { isLoaded: false });
    desk.set({ link });
    await openList(desk, unresolved);
    const [first, , , fourth, fifth] = desk.world().list.rows;
    press(desk, 'palette.number', `${fourth!}`, 'enter');
    await idle();
    expect([desk.world().detail.conversationId, desk.world().list.cursorId]).toEqual([fourth, first]);
    press(desk, 'conversation.archive', 'conversation.next');
    await idle();
    expect([desk.world().detail.conversationId, desk.world().list.cursorId]).toEqual([fifth, fifth]);
  },
);
