import { expect, test } from 'vitest';
import { fitScreen } from '../../src/ui/fit-screen.ts';
import { fakeDesk, sampleWorld } from './world.ts';

test('a window that grows shows the rows above rather than nothing below', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const { list } = desk.world();
  const last = list.rows.length - 1;
  desk.set({ list: { ...list, cursorIndex: last, cursorId: list.rows[last]! } });
  fitScreen(desk, { columns: 80, rows: 8 });
  expect(desk.world().list.top).toBe(list.rows.length - desk.world().viewport.listRows);
  fitScreen(desk, { columns: 80, rows: 24 });
  expect(desk.world().list).toMatchObject({ top: 0, cursorIndex: last });
});
