import { expect, test } from 'vitest';
import { cursorTo } from '../../../src/state/list/cursor.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

async function open() {
  const bench = await openDesk(Array.from({ length: 60 }, (_, index) => row(index + 1)));
  const { desk } = bench;
  const { viewport } = desk.world();
  desk.set({ viewport: { ...viewport, listRows: 20 } });
  return bench;
}

test('z shows the row that it brings back above the first one drawn; the cursor stays on its row', async () => {
  const { desk, idle } = await open();
  const first = desk.world().list.rows[0]!;
  desk.commit('conversation.archive', { ids: [first] });
  await idle();
  const { cursorId } = desk.world().list;
  expect(cursorId).not.toBe(first);
  desk.undo();
  await idle();
  const { list } = desk.world();
  expect(list.rows[list.top]).toBe(first);
  expect(list.cursorId).toBe(cursorId);
  expect(list.cursorIndex).toBe(1);
});

test('z moves nothing for a row that is too far above', async () => {
  const { desk, idle } = await open();
  const first = desk.world().list.rows[0]!;
  desk.commit('conversation.archive', { ids: [first] });
  await idle();
  desk.set({ list: cursorTo(desk.world().list, 45, 20) });
  const { top, cursorId } = desk.world().list;
  const drawn = desk.world().list.rows[top];
  desk.undo();
  await idle();
  const { list } = desk.world();
  expect(list.rows[list.top]).toBe(drawn);
  expect(list.cursorId).toBe(cursorId);
});
