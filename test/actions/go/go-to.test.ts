import { expect, test } from 'vitest';
import { panePlaces } from '../../../src/actions/go/places.ts';
import { bound } from '../../../src/actions/index.ts';
import { helpRows } from '../../../src/keys/help.ts';
import { everything } from '../../../src/state/query/views.ts';
import type { World } from '../../../src/state/world.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

function press(keys: string, more: Partial<World> = {}): World {
  const { desk } = fakeDesk(sampleWorld(SIZE, more));
  const names = keys.split(' ');
  pressOn(desk, ...names);
  return desk.world();
}

test.each(['#1027', '1027', ' #1027 '])(
  '%j in the palette opens that conversation, regardless of marks and list',
  typed => {
    const world = sampleWorld(SIZE);
    expect(helpRows(bound, world, typed, true)[0]?.action.title).toBe('Open #1027');
    const opened = press('palette # 1 0 2 7 enter');
    expect([opened.pane, opened.detail.conversationId]).toEqual(['detail', 1027]);
    expect(opened.list.cursorId).toBe(1042);
  },
);

test('? finds no conversation by its number, and #10x is not a number', () => {
  const world = sampleWorld(SIZE);
  expect(helpRows(bound, world, '#1027')).toEqual([]);
  expect(helpRows(bound, world, '#10x', true)).toEqual([]);
});

test('the palette goes to an inbox by its name', () => {
  const world = press('palette b i l l i n g enter');
  expect(world.list.query.inboxes).toEqual([2]);
  expect(world.inboxCursor).toBe('2');
});

test('gi lists a view by its name, gv by its digit or at the cursor', () => {
  expect(press('go.inbox m i n e enter').list.query.assignees).toEqual(['me']);
  expect(press('go.view 1').list.query.assignees).toEqual(['me']);
  expect(press('go.view j j enter').list.query.assignees).toEqual(['none']);
});

test('g* lists closed and archived conversations too, and gL the late ones, the earliest due first', () => {
  expect(press('view.all').list.query).toEqual({ ...everything, archived: 'any' });
  expect(press('view.late').list.query).toMatchObject({ isLate: true, isUnresolved: true, sort: 'due' });
});

test('the inbox pane has the view of late conversations once an inbox has a target', () => {
  const world = sampleWorld(SIZE);
  const keys = (shown: World) => panePlaces(shown).map(({ key }) => key);
  expect(keys(world)).not.toContain('late');
  const [first, ...others] = world.base.inboxes;
  expect(keys({ ...world, base: { ...world.base, inboxes: [{ ...first!, answer_within: 60 }, ...others] } })).toContain(
    'late',
  );
});

test('gk opens the conversation that this one continues, and then the next of a chain', () => {
  const { base } = sampleWorld(SIZE);
  const linked = (id: number, ...others: readonly number[]) =>
    [id, { ...base.conversations.get(id)!, linked: others }] as const;
  const chain = [linked(1042, 1031), linked(1031, 1027, 1042), linked(1027, 1031)];
  const more = { base: { ...base, conversations: base.conversations.with(chain) } };
  expect(press('go.linked', more)).toMatchObject({ pane: 'detail', detail: { conversationId: 1031 } });
  expect(press('go.linked go.linked', more).detail.conversationId).toBe(1027);
  expect(press('go.linked go.linked go.linked', more).detail.conversationId).toBe(1031);
  expect(press('go.linked').notice?.text).toBe('This conversation is linked with no other one.');
});

test('gd continues a draft on its own conversation, not on the marked ones', () => {
  const world = press('draft.list j enter', {
    drafts: new Map([
      ['note:1042', { text: 'Called her.' }],
      ['note:1031', { text: 'The code\nis for' }],
    ]),
  });
  expect(world.detail.conversationId).toBe(1031);
  expect(world.overlays).toMatchObject([
    {
      flow: { id: 'note.write' },
      targets: [1031],
      state: { parts: { one: { draft: { text: 'The code\nis for', cursor: 15 } } } },
    },
  ]);
});

test('gd without a draft says so', () => {
  expect(press('draft.list').notice?.text).toBe('No draft is kept: n writes a note.');
});

test('gp goes back to the conversation shown before, and then to this one again', () => {
  const keys = 'palette # 1 0 2 7 enter go.former';
  expect(press('go.former').notice?.text).toBe('No other conversation was shown before.');
  expect(press(keys).detail.conversationId).toBe(1042);
  expect(press(`${keys} go.former`).detail.conversationId).toBe(1027);
});
