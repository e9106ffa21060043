import { expect, test } from 'vitest';
import { boxOf } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { row } from '../../state/fake-center.ts';
import { openDesk } from '../../state/open-desk.ts';
import { fakeDesk, inbox, sampleWorld } from '../../ui/world.ts';

/** The tag box of one conversation, which has the tags refund and vip. */
function open() {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  desk.set({ list: { ...desk.world().list, marks: new Set(), cursorId: 1042 } });
  const press = (...names: readonly string[]) => pressOn(desk, ...names);
  press('conversation.tag');
  return { asked, press, line: () => boxOf(desk).state.parts.one };
}

test.each([
  ['an existing tag', 'refund', 'conversation.untag'],
  ['a new tag', 'fee', 'conversation.tag'],
])('after %s was named, the next letter begins another name', (_what, typed, name) => {
  const { asked, press, line } = open();
  press(...typed, 'enter', 'b');
  expect(line()).toMatchObject({ draft: { text: 'b', cursor: 1 } });
  press(...'ank', 'enter');
  expect(asked.commits).toMatchObject([
    { name, args: { tags: [typed] } },
    { name: 'conversation.tag', args: { tags: ['bank'] } },
  ]);
});

test('Enter again on a tag that was found by typing takes the same one', () => {
  const { asked, press, line } = open();
  press(...'vip', 'enter');
  expect(line()).toMatchObject({ optionId: 'vip' });
  press('enter');
  expect(asked.commits.map(({ args }) => args)).toMatchObject([{ tags: ['vip'] }, { tags: ['vip'] }]);
});

test('to move begins at an inbox that is not for spam, wherever that one stands', () => {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  const { base, list } = desk.world();
  const [support, ...others] = base.inboxes;
  const spam = { ...inbox(9, 'Aaa'), kind: 'spam' as const };
  const marks = new Set<number>();
  desk.set({ base: { ...base, inboxes: [support!, spam, ...others] }, list: { ...list, marks, cursorId: 1042 } });
  pressOn(desk, 'conversation.move', 'enter');
  expect((asked.commits[0]!.args as { inbox_id?: number }).inbox_id).not.toBe(9);
});

test('! moves to the spam inbox, and spam back to the default one', () => {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  const { base, list } = desk.world();
  const [support, ...others] = base.inboxes;
  const spam = { ...inbox(9, 'Spam'), kind: 'spam' as const };
  const inboxes = [{ ...support!, kind: 'default' as const }, ...others, spam];
  const set = (inbox_id: number, marks: ReadonlySet<number>) => {
    const moved = [1042, 1031].map(id => ({ ...base.conversations.get(id)!, inbox_id }));
    const conversations = base.conversations.with(moved.map(one => [one.id, one]));
    desk.set({ base: { ...base, inboxes, conversations }, list: { ...list, marks, cursorId: 1042 } });
    pressOn(desk, 'conversation.spam');
    return asked.commits.at(-1);
  };
  const args = { ids: [1042], inbox_id: 9 };
  expect(set(support!.id, new Set())).toMatchObject({ name: 'conversation.move', args });
  expect(set(support!.id, new Set([1042, 1031]))).toMatchObject({ args: { ids: [1042, 1031], inbox_id: 9 } });
  expect(set(9, new Set())).toMatchObject({ args: { ids: [1042], inbox_id: support!.id } });
});

test('to move begins at the inbox to which this agent moved something last', async () => {
  const bench = await openDesk([row(1), row(2)]);
  const { base } = bench.desk.world();
  bench.desk.set({ base: { ...base, inboxes: [1, 2, 3].map(id => inbox(id, `Inbox ${id}`)) } });
  bench.desk.commit('conversation.move', { ids: [1], inbox_id: 3 });
  bench.desk.set({ list: { ...bench.desk.world().list, cursorId: 2 } });
  pressOn(bench.desk, 'conversation.move', 'enter');
  expect(bench.desk.world().operations.at(-1)!.calls).toMatchObject([{ args: { ids: [2], inbox_id: 3 } }]);
});
