import { describe, expect, test } from 'vitest';
import { mineOnReply } from '../../../src/state/outbox/staged.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const BOB = 2;

async function openOne(isSet = true, storage = memoryStorage()): Promise<Bench> {
  const center = fakeCenter([row(1), row(2)]);
  center.receive(1, 'Where is my parcel?');
  const bench = await openDesk(center, { storage, clock: handClock() });
  bench.desk.set({ assignsOnReply: isSet });
  await openConversation(bench.desk, 1);
  await bench.idle();
  return bench;
}

/** Answers as the box does. */
function answer({ desk }: Bench): void {
  const following = [...mineOnReply(desk.world(), 1)];
  desk.commit('message.reply', { ids: [1], body: 'It goes out today.', messageId: null, following });
}

/** The agent whom the help center and the desk say that it is assigned to. */
function holder({ desk, center }: Bench) {
  const theirs = center.conversations.get(1)!.assign_to;
  expect(conversationOf(desk.world(), 1)!.assign_to).toBe(theirs);
  expect(desk.world().pending).toEqual([]);
  return theirs;
}

describe('with assign_on_reply', () => {
  test('a conversation without an agent is the replier’s with the reply, and without one again with z', async () => {
    const bench = await openOne();
    const { desk } = bench;
    bench.link = 'slow';
    answer(bench);
    expect(conversationOf(desk.world(), 1)!.assign_to).toBe(desk.world().me!.id);
    expect(desk.world().notice?.text).toBe('Replied to #1 · it is yours now · z takes it back');
    bench.link = 'up';
    await bench.release();
    await bench.idle();
    expect(holder(bench)).toBe(desk.world().me!.id);
    desk.undo();
    await bench.idle();
    expect([holder(bench), bench.center.messages.size]).toEqual([null, 1]);
  });

  test('a colleague’s conversation stays theirs', async () => {
    const bench = await openOne();
    bench.center.change(1, { assign_to: BOB });
    await openConversation(bench.desk, 1);
    await bench.idle();
    bench.desk.commit('conversation.assign', { ids: [1], assign_to: BOB });
    await bench.idle();
    expect(mineOnReply(bench.desk.world(), 1)).toEqual([]);
  });

  test('a colleague who takes it meanwhile keeps it, without a question, also after z', async () => {
    const bench = await openOne();
    bench.center.change(1, { assign_to: BOB });
    answer(bench);
    await bench.idle();
    expect([holder(bench), bench.desk.world().refused]).toEqual([BOB, []]);
    bench.desk.undo();
    await bench.idle();
    expect(holder(bench)).toBe(BOB);
  });

  test('a colleague who is given it between reply and z keeps it', async () => {
    const bench = await openOne();
    answer(bench);
    await bench.idle();
    bench.center.change(1, { assign_to: BOB });
    bench.desk.undo();
    await bench.idle();
    expect(holder(bench)).toBe(BOB);
  });

  test('it is assigned once, also over a restart without a link', async () => {
    const storage = memoryStorage();
    const bench = await openOne(true, storage);
    bench.link = 'down';
    answer(bench);
    await bench.idle();
    bench.desk.stop();
    const next = await openDesk(bench.center, { storage, name: 'next', clock: bench.clock });
    bench.clock.advance(31_000);
    await next.idle();
    expect(holder(next)).toBe(next.desk.world().me!.id);
  });
});

test('without the setting nothing is assigned', async () => {
  const bench = await openOne(false);
  answer(bench);
  await bench.idle();
  expect(holder(bench)).toBe(null);
});
