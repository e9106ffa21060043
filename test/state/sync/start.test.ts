import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { countKey, unresolved } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { givenViews } from '../../../src/state/sync/numbers.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { expectStart, takeNumbers, takeThread } from '../../../src/state/sync/start.ts';
import { openConversation, previewConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';

let center: OpenCenter;
let desk: Desk;
let first: number;
let asked: string[];
let stop = (): void => {};

beforeEach(async () => {
  center = await openCenter();
  const clock = handClock(center.clock.now);
  const { body } = await center.call('POST', '/conversations', { body: { title: 'Refund', inbox_id: center.inboxId } });
  first = body.data.id;
  await center.call('POST', `/conversations/${first}/messages`, { body: { body_text: 'Hello' } });
  await center.call('POST', `/conversations/${first}/notes`, { body: { details: 'A note' } });
  asked = [];
  const fetch = (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/api/agent/v1', '');
    asked.push(path);
    // The line is slow: the events have not begun.
    return path === '/events' ? new Promise(() => undefined) : center.center.fetch(request);
  };
  desk = adminDesk(center, { clock, fetch });
});
afterEach(async () => {
  stop();
  desk.stop();
  await center.close();
});

async function start(): Promise<void> {
  expectStart(desk);
  const list = openList(desk, unresolved);
  await Promise.all([list.then(() => Promise.all([takeThread(desk), takeNumbers(desk)])), loadPlaces(desk)]);
}

test('a first start is one request, and the first thread is there with it', async () => {
  await start();
  expect(asked).toEqual(['/start']);
  expect(threadOf(desk.world(), first)?.messages).toHaveLength(1);
  expect(threadOf(desk.world(), first)?.notes).toHaveLength(1);
});

test('the numbers of the given views come with it', async () => {
  desk.set({ viewport: { ...desk.world().viewport, hasNumbers: true } });
  await start();
  const numbers = givenViews.map(query => desk.world().numbers.get(countKey(query))?.number);
  expect(numbers).toEqual([1, 0, 1, 0]);
  expect(asked).toEqual(['/start']);
});

test('where no number is shown, none is asked for', async () => {
  await start();
  expect(desk.client.atStart.hasNumbers()).toBe(false);
  expect(desk.world().numbers.size).toBe(0);
});

test.each([
  ['opened', openConversation],
  ['shown as the cursor rests', previewConversation],
])('its thread is not asked for again when it is %s before the events have begun', async (_how, show) => {
  await start();
  stop = keepUp(desk, { hasEvents: true });
  await expect.poll(() => asked).toContain('/events');
  await show(desk, first);
  expect(desk.world().detail).toMatchObject({ conversationId: first, loading: false });
  expect(asked.filter(path => path.startsWith(`/conversations/${first}`))).toEqual([]);
});
