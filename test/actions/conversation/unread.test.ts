import { expect, test } from 'vitest';
import { unreadAction } from '../../../src/actions/conversation/verbs.ts';
import { conflicting } from '../../../src/state/operations/operation.ts';
import { followReading } from '../../../src/state/sync/follow-reading.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { fakeCenter, row } from '../../state/fake-center.ts';
import { type Bench, openDesk } from '../../state/open-desk.ts';

/** Two conversations whose customers have written, both read; #2 is open in the detail. */
async function withTwoRead(): Promise<Bench> {
  const center = fakeCenter([row(1, { unread: false }), row(2, { unread: false })]);
  for (const id of [1, 2]) center.receive(id);
  for (const id of [1, 2]) center.conversations.get(id)!.unread = false;
  const bench = await openDesk(center);
  followReading(bench.desk);
  await openConversation(bench.desk, 2);
  bench.desk.set({ pane: 'detail' });
  return bench;
}

function unreadThere({ center }: Bench) {
  return [1, 2].filter(id => center.conversations.get(id)!.unread);
}

test('leaves the conversation, so that it is not read again at once, and is taken back', async () => {
  const bench = await withTwoRead();
  unreadAction.run(bench.desk);
  expect(bench.desk.world().pane).toBe('list');
  expect(bench.desk.world().notice?.text).toContain('Marked unread #2');
  await bench.idle();
  bench.clock.advance(60_000);
  await bench.idle();
  expect(unreadThere(bench)).toEqual([2]);
  expect(unreadAction.unavailable?.(bench.desk.world())).toBe('#2 is unread already.');
  bench.desk.undo();
  await bench.idle();
  expect([unreadThere(bench), conversationOf(bench.desk.world(), 2)?.unread]).toEqual([[], false]);
});

test('asks before its undo marks as read what the customer wrote since', async () => {
  const bench = await withTwoRead();
  unreadAction.run(bench.desk);
  await bench.idle();
  bench.center.receive(2);
  bench.desk.undo();
  await bench.idle();
  expect([unreadThere(bench), conflicting(bench.desk.world()).length]).toEqual([[2], 1]);
});

test('acts also where an agent wrote last', async () => {
  const bench = await openDesk(fakeCenter([row(1, { unread: false }), row(2, { unread: false })]));
  await bench.idle();
  expect(unreadAction.unavailable?.(bench.desk.world())).toBeUndefined();
  bench.desk.set({ list: { ...bench.desk.world().list, marks: new Set([1, 2]) } });
  unreadAction.run(bench.desk);
  expect([1, 2].map(id => conversationOf(bench.desk.world(), id)?.unread)).toEqual([true, true]);
  await bench.idle();
});

test('says the reason if the help center has nothing that could be unread', async () => {
  const bench = await withTwoRead();
  bench.center.reply(2, 'Sent');
  unreadAction.run(bench.desk);
  await bench.idle();
  expect(bench.desk.world().notice?.text).toContain('an agent wrote last');
  expect(conversationOf(bench.desk.world(), 2)?.unread).toBe(false);
});
