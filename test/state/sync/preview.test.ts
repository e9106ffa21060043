import { expect, it } from 'vitest';
import { moveCursor } from '../../../src/state/list/cursor.ts';
import { followCursor } from '../../../src/state/sync/follow-cursor.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const REST_MS = { fast: 150, slow: 400 } as const;

async function follow(link: 'fast' | 'slow') {
  const bench = await openDesk([row(1), row(2), row(3)]);
  const { desk } = bench;
  desk.set({ link });
  followCursor(desk, { isPreviewShown: () => true });
  const shown: string[] = [];
  desk.store.subscribe(({ detail }, { detail: former }) => {
    const text = `#${detail.conversationId}${detail.loading ? ' being read' : ''}`;
    if (detail !== former && shown.at(-1) !== text) shown.push(text);
  });
  const down = () => desk.set({ list: moveCursor(desk.world().list, 1, 10) });
  return { ...bench, bench, desk, shown, down };
}

it.each(['fast', 'slow'] as const)('over a %s link the detail follows once the cursor has rested', async link => {
  const { bench, clock, desk, down } = await follow(link);
  down();
  clock.advance(REST_MS[link] - 1);
  await bench.idle();
  expect(desk.world().detail.conversationId).toBeNull();
  clock.advance(1);
  await bench.idle();
  expect(desk.world().detail.conversationId).toBe(desk.world().list.cursorId);
});

it('follows once the screen has room for the detail', async () => {
  const bench = await openDesk([row(1), row(2)]);
  const { clock, desk } = bench;
  let isPreviewShown = false;
  followCursor(desk, { isPreviewShown: () => isPreviewShown });
  clock.advance(REST_MS.slow);
  isPreviewShown = true;
  desk.set({ viewport: { ...desk.world().viewport, columns: 80 } });
  clock.advance(REST_MS.slow);
  await bench.idle();
  expect(desk.world().detail.conversationId).toBe(desk.world().list.cursorId);
});

it('shows the conversation with the parts that it has, and never says that it is being read', async () => {
  const { bench, clock, desk, shown, down } = await follow('slow');
  down();
  clock.advance(400);
  await bench.idle();
  expect(shown.filter(text => text.includes('being read')).length).toBeLessThanOrEqual(1);
  expect(desk.world().detail).toMatchObject({ conversationId: 2, loading: false, problem: null });
});

it('says that it is being read if the answer takes longer than 300 ms', async () => {
  const { bench, clock, desk, down } = await follow('fast');
  bench.link = 'slow';
  down();
  clock.advance(150);
  await bench.idle();
  expect(desk.world().detail.conversationId).toBeNull();
  clock.advance(300);
  expect(desk.world().detail).toMatchObject({ conversationId: 2, loading: true });
  await bench.release();
  expect(desk.world().detail).toMatchObject({ conversationId: 2, loading: false });
});

it('does not appear if the cursor has gone on meanwhile, and says why a conversation cannot be read', async () => {
  const { bench, clock, desk, down } = await follow('fast');
  bench.link = 'slow';
  down();
  clock.advance(150);
  await bench.idle();
  down();
  clock.advance(300);
  await bench.release();
  expect(desk.world().detail.conversationId).toBe(desk.world().list.cursorId);
  bench.link = 'down';
  desk.set({ list: moveCursor(desk.world().list, -1, 10) });
  clock.advance(150);
  await bench.idle();
  expect(desk.world().detail).toMatchObject({ conversationId: desk.world().list.cursorId, loading: false });
  expect(desk.world().detail.problem).not.toBeNull();
});

it('does not replace a conversation that the agent opens meanwhile', async () => {
  const { bench, clock, desk, down } = await follow('fast');
  bench.link = 'slow';
  down();
  clock.advance(150);
  await bench.idle();
  bench.link = 'up';
  void openConversation(desk, 3);
  await bench.idle();
  clock.advance(300);
  await bench.release();
  expect(desk.world().detail).toMatchObject({ conversationId: 3, loading: false });
});

it('does not begin once the agent has opened another conversation', async () => {
  const { bench, clock, desk, down } = await follow('fast');
  down();
  clock.advance(100);
  void openConversation(desk, 3);
  await bench.idle();
  clock.advance(1_000);
  await bench.idle();
  expect(desk.world().detail).toMatchObject({ conversationId: 3, loading: false });
});

it('comes back to the row of the cursor after another conversation was opened in its place', async () => {
  const { bench, clock, desk, down } = await follow('fast');
  down();
  clock.advance(REST_MS.fast);
  await bench.idle();
  const { cursorId } = desk.world().list;
  desk.set({ pane: 'detail' });
  openConversation(desk, 1);
  await bench.idle();
  expect([cursorId, desk.world().detail.conversationId]).toEqual([2, 1]);
  desk.set({ pane: 'list' });
  clock.advance(REST_MS.fast);
  await bench.idle();
  expect(desk.world().detail.conversationId).toBe(2);
});
