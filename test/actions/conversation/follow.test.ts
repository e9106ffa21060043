import { expect, test } from 'vitest';
import { followAction } from '../../../src/actions/conversation/follow.ts';
import { conflicting } from '../../../src/state/operations/operation.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { placeParts } from '../../../src/state/words/names.ts';
import { press } from '../../harness/press.ts';
import { fakeCenter, row } from '../../state/fake-center.ts';
import { type Bench, openDesk } from '../../state/open-desk.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

function followedThere({ center }: Bench) {
  return [1, 2].filter(id => center.conversations.get(id)!.followed);
}

function followedHere({ desk }: Bench) {
  return [1, 2].filter(id => conversationOf(desk.world(), id)?.followed);
}

test('b follows the marked conversations, b again no longer, and z takes that back', async () => {
  const bench = await openDesk(fakeCenter([row(1), row(2)]));
  const { desk } = bench;
  desk.set({ list: { ...desk.world().list, marks: new Set([1, 2]) } });
  followAction.run(desk);
  expect(followedHere(bench)).toEqual([1, 2]);
  await bench.idle();
  expect([followedThere(bench), followedHere(bench)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(placeParts(desk.world(), conversationOf(desk.world(), 1)!)).toContain('followed');
  followAction.run(desk);
  await bench.idle();
  expect([followedThere(bench), followedHere(bench)]).toEqual([[], []]);
  desk.undo();
  await bench.idle();
  expect(followedThere(bench)).toEqual([1, 2]);
});

test('without a link the change waits, and a colleague’s change meanwhile does not hold it up', async () => {
  const bench = await openDesk(fakeCenter([row(1), row(2)]));
  bench.link = 'down';
  followAction.run(bench.desk);
  await bench.idle();
  expect([followedThere(bench), followedHere(bench)]).toEqual([[], [2]]);
  const theirs = bench.center.conversations.get(2)!;
  Object.assign(theirs, { title: 'Another title', version: theirs.version + 1 });
  bench.link = 'up';
  bench.clock.advance(600_000);
  await bench.idle();
  expect([followedThere(bench), conflicting(bench.desk.world())]).toEqual([[2], []]);
  expect(conversationOf(bench.desk.world(), 2)).toMatchObject({ title: 'Another title', followed: true });
});

test('a help center without it says so once, and the key says why from then on', async () => {
  const bench = await openDesk(fakeCenter([row(1), row(2)]));
  bench.center.absent.add('/follow');
  followAction.run(bench.desk);
  await bench.idle();
  const why = 'In this help center no conversation can be followed.';
  expect(bench.desk.world().notice?.text).toContain(why);
  expect([followAction.unavailable?.(bench.desk.world()), followedHere(bench)]).toEqual([why, []]);
});

test('a view lists the followed conversations', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  press(desk, 'view.followed');
  expect(desk.world().list.query).toMatchObject({ isFollowed: true, archived: 'no' });
});
