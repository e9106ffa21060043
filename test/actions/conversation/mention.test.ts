import { expect, test } from 'vitest';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { t } from '../../../src/text/safe.ts';
import { partIn, written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, message, note, sampleWorld, thread } from '../../ui/world.ts';

/** A desk on #1042 with the agents Ana Ortiz (1), Bob Stone (2) and Doris Orfanos (3), all of whom see the inbox. */
function open() {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const threads = IdMap.of([
    [1042, { ...thread([message(7, 'Hello')]), notes: [note(1, 'Look, @Bob Stone', { mentions: [2] })] }],
  ]);
  const { desk, asked } = fakeDesk({ ...world, base: { ...world.base, threads } });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  const text = () => written(desk)?.draft.text;
  return { desk, asked, press, paste: (words: string) => pasteOn(desk, words), text };
}

test('Tab completes the name behind @, is kept with the draft, and the note mentions that agent', () => {
  const { desk, asked, press, paste, text } = open();
  press('note.write');
  paste('Look, @do');
  press('tab');
  expect(text()).toBe('Look, @Doris Orfanos ');
  expect(desk.world().drafts.get('note:1042')?.text).toBe('Look, @Doris Orfanos ');
  press('ctrl-d');
  expect(asked.commits).toEqual([
    { name: 'note.add', args: { ids: [1042], details: 'Look, @Doris Orfanos', mentions: [3] } },
  ]);
});

test('Tab behind @ alone walks through all agents, and without @ leads to the buttons', () => {
  const { desk, press, paste, text } = open();
  press('note.write');
  paste('@');
  const walked = Array.from({ length: 4 }, () => {
    press('tab');
    return text();
  });
  expect(walked).toEqual(['@Ana Ortiz ', '@Bob Stone ', '@Doris Orfanos ', '@Ana Ortiz ']);
  press('H i tab');
  expect(partIn(desk)).toBe('files');
});

test('a note that no longer mentions anybody says so', () => {
  const { desk, asked, press } = open();
  desk.set({ pane: 'detail', detail: { ...desk.world().detail, conversationId: 1042, entryKey: 'note:1' } });
  press('conversation.title ctrl-u N o end ctrl-d');
  expect(asked.commits).toMatchObject([{ name: 'note.update', args: { noteId: 1, details: 'No', mentions: [] } }]);
});

test('if the help center reports no mentions, a mention stays text', () => {
  const { desk, asked, press, paste } = open();
  desk.set({ offers: { mentions: t`This help center tells no agent of being mentioned.` } });
  press('note.write');
  paste('Look, @Bob Stone');
  press('ctrl-d');
  expect(asked.commits).toEqual([{ name: 'note.add', args: { ids: [1042], details: 'Look, @Bob Stone' } }]);
});

test('a conversation with a note that mentions the agent has a sign in its row, and a view lists these', () => {
  const { desk, press } = open();
  const conversation = { ...desk.world().base.conversations.get(1042)!, mentioned: true as never };
  const conversations = desk.world().base.conversations.with([[1042, conversation]]);
  desk.set({ base: { ...desk.world().base, conversations } });
  expect(rowsOf(desk).some(row => /@ +1042/.test(row))).toBe(true);
  press('view.mentioned');
  expect(desk.world().list.query).toMatchObject({ isMentioned: true, archived: 'no' });
});
