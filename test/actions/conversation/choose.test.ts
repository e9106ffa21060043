import { expect, test } from 'vitest';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

/** The tag box of one conversation, which has the tags refund and vip. */
function open() {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  desk.set({ list: { ...desk.world().list, marks: new Set(), cursorId: 1042 } });
  const press = (...names: readonly string[]) => pressOn(desk, ...names);
  press('conversation.tag');
  return { asked, press, line: () => topOverlay(desk.world()) };
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
