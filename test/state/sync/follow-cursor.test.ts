import { expect, it } from 'vitest';
import { moveCursor } from '../../../src/state/list/cursor.ts';
import { followRows } from '../../../src/state/sync/follow-cursor.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const ROWS = 4;

async function follow() {
  const { desk, clock } = await openDesk(Array.from({ length: 20 }, (_, index) => row(index + 1)));
  desk.set({ link: 'slow' });
  const stop = followRows(desk);
  const down = (count: number) => desk.set({ list: moveCursor(desk.world().list, count, ROWS) });
  return { clock, down, stop, list: () => desk.world().list };
}

it('the rows on the screen are noted once the cursor has rested, not while it moves', async () => {
  const { clock, down, stop, list } = await follow();
  down(ROWS);
  for (const step of [1, 1, 1]) {
    clock.advance(399);
    down(step);
    expect(list().restedTop).toBe(0);
  }
  clock.advance(399);
  expect(list().restedTop).toBe(0);
  clock.advance(1);
  expect(list().top).toBeGreaterThan(0);
  expect(list().restedTop).toBe(list().top);
  stop();
});

it('nothing waits while the rows stay, and nothing after the end', async () => {
  const { clock, down, stop } = await follow();
  const before = clock.waiting();
  down(1);
  expect(clock.waiting()).toBe(before);
  down(ROWS);
  expect(clock.waiting()).toBe(before + 1);
  stop();
  expect(clock.waiting()).toBe(before);
});
