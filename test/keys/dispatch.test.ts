import { describe, expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import type { Stroke } from '../../src/keys/action.ts';
import { dispatch } from '../../src/keys/dispatch.ts';
import type { ChangeCall, Operation, World } from '../../src/state/world.ts';
import { safeLine, t } from '../../src/text/safe.ts';
import { writtenIn } from '../harness/drafts.ts';
import { written } from '../harness/open-box.ts';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

/** Keys as one writes them: single characters type themselves, longer words are names. */
function strokes(keys: string): Stroke[] {
  return keys.split(' ').map(name => {
    if (name === 'space') return { kind: 'key', name, text: ' ' };
    return [...name].length === 1 ? { kind: 'key', name, text: name } : { kind: 'key', name };
  });
}

function press(keys: string, more: Partial<World> = {}) {
  const { desk, asked } = fakeDesk(sampleWorld(SIZE, more));
  dispatch(desk, strokes(keys), bound);
  return { world: desk.world(), asked, desk };
}

/** The operations after one that did these calls. */
function doneBy(calls: readonly ChangeCall[]): readonly Operation[] {
  const done = calls.map(call => ({ ...call, inverse: [call], requests: [] }));
  return [{ id: 'done', at: 0, title: t`Done`, count: 1, calls: done, state: { kind: 'done' } }];
}

const unmarked = (() => {
  const { list } = sampleWorld(SIZE);
  return { list: { ...list, marks: new Set<number>(), newAbove: [] } };
})();

describe('keys of one read', () => {
  test('are acted on in order, each on the state that the one before left', () => {
    const { world, asked } = press('j j e', unmarked);
    expect(world.list.cursorId).toBe(1039);
    expect(asked.commits).toEqual([{ name: 'conversation.archive', args: { ids: [1039] } }]);
  });

  test('without a binding change nothing', () => {
    const { desk } = fakeDesk(sampleWorld(SIZE));
    const before = desk.world();
    dispatch(desk, strokes('d f12 ctrl-y'), bound);
    expect(desk.world().notice?.text).toBe('Ctrl-y does nothing here');
    expect({ ...desk.world(), notice: before.notice }).toEqual(before);
  });

  test.each([
    ['inboxes', 'e', 'e (Archive) works in the list and the detail'],
    ['inboxes', '/', '/ (Filter) works in the list and the detail'],
    ['list', 'J', 'J (Next conversation) works in the detail'],
    ['list', 'g h', 'gh (Show the history) works in the detail'],
    ['detail', 'V', 'V (Mark a range) works in the list'],
    ['detail', 'd', 'd does nothing here'],
    ['list', 'g x', 'gx does nothing here'],
  ] as const)('in the %s pane, %s says “%s”', (pane, keys, said) => {
    const { world, asked } = press(keys, { pane });
    expect(world.notice?.text).toBe(said);
    expect([world.prefix, world.overlays, asked.commits, asked.calls]).toEqual([[], [], [], []]);
  });

  test('an abandoned sequence shows no message', () => {
    expect(press('g esc').world).toMatchObject({ prefix: [], notice: null });
  });
});

describe('verbs', () => {
  test.each([
    ['e', 'conversation.archive', {}],
    ['i', 'conversation.assign', { assign_to: 1 }],
    ['c', 'conversation.status', { conversation_status_id: 2 }],
    ['s 3', 'conversation.status', { conversation_status_id: 3 }],
    ['s j enter', 'conversation.status', { conversation_status_id: 2 }],
    ['a enter', 'conversation.assign', { assign_to: 1 }],
    ['a o r f enter', 'conversation.assign', { assign_to: 3 }],
    ['a n o b o enter', 'conversation.assign', { assign_to: null }],
    ['t v i p enter', 'conversation.tag', { tags: ['vip'] }],
    ['t l a t e enter', 'conversation.tag', { tags: ['late'] }],
    ['v b i l enter', 'conversation.move', { inbox_id: 2 }],
    ['%', 'conversation.rating', { disable_rating: true }],
  ])('%s acts on the marks', (keys, name, args) => {
    expect(press(keys).asked.commits).toEqual([{ name, args: { ids: [1038, 1035], ...args } }]);
  });

  test.each([
    ['e', 'conversation.archive', {}],
    ['A', 'conversation.assign', { assign_to: null }],
    ['T r e enter', 'conversation.untag', { tags: ['refund'] }],
    ['t r e f enter', 'conversation.untag', { tags: ['refund'] }],
    ['= space n o w enter', 'conversation.title', { title: 'Refund for order 7741 now' }],
    ['n H i enter enter y o ctrl-d', 'note.add', { details: 'Hi\n\nyo' }],
  ])('%s acts on the row under the cursor', (keys, name, args) => {
    expect(press(keys, unmarked).asked.commits).toEqual([{ name, args: { ids: [1042], ...args } }]);
  });

  test('act on the conversations at the moment of the key press, even if rows move meanwhile', () => {
    const { desk, asked } = fakeDesk(sampleWorld(SIZE, unmarked));
    dispatch(desk, strokes('a'), bound);
    desk.set({ list: { ...desk.world().list, cursorId: 1022, cursorIndex: 8 } });
    dispatch(desk, strokes('enter'), bound);
    expect(asked.commits).toEqual([{ name: 'conversation.assign', args: { ids: [1042], assign_to: 1 } }]);
  });

  test('that would change nothing say so', () => {
    const { world, asked } = press('E', unmarked);
    expect(asked.commits).toEqual([]);
    expect(world.notice?.text).toBe('#1042 is out of the archive already.');
  });

  test('a reply says why it is not possible', () => {
    expect(press('r', { offers: { me: true } }).world.notice?.text).toBe(
      'No reply: this help center sends no mail to customers',
    );
  });

  test('a dot repeats the last change on another conversation', () => {
    const { world } = press('j', unmarked);
    const forward = [{ name: 'conversation.tag', args: { ids: [1042], tags: ['vip'] } }];
    const operations = doneBy(forward);
    const { asked } = press('.', { list: world.list, operations });
    expect(asked.commits).toEqual([{ name: 'conversation.tag', args: { ids: [1041], tags: ['vip'] } }]);
  });

  test('a dot does not send a note twice', () => {
    const forward = [{ name: 'note.add', args: { ids: [1042], details: 'Hi' } }];
    const operations = doneBy(forward);
    const { asked, world } = press('.', { ...unmarked, operations });
    expect(asked.commits).toEqual([]);
    expect(world.notice?.text).toMatch(/^Nothing to repeat/);
  });
});

describe('sequences', () => {
  test.each([
    ['g', ['g'], 1041, 'waits for its end'],
    ['g g', [], 1042, 'runs when it is whole'],
    ['g q', [], 1041, 'swallows a key that continues nothing'],
    ['g e', [], 1041, 'does not run the swallowed key'],
    ['g esc', [], 1041, 'is left by Esc'],
    ['g q G', [], 1022, 'is over after a wrong key'],
  ])('%s: %s', (keys, prefix, cursorId) => {
    const { list } = press('j', unmarked).world;
    const { world, asked } = press(keys, { list });
    expect(world.prefix).toEqual(prefix);
    expect(world.list.cursorId).toBe(cursorId);
    expect(asked.commits).toEqual([]);
    expect(asked.calls).toEqual([]);
  });
});

describe('one step back', () => {
  test('closes a picker, then removes the marks, then the filter', () => {
    const { desk } = fakeDesk(sampleWorld(SIZE));
    dispatch(desk, strokes('a esc'), bound);
    expect(desk.world().overlays).toEqual([]);
    expect(desk.world().list.marks.size).toBe(2);
    dispatch(desk, strokes('esc'), bound);
    expect(desk.world().list.marks.size).toBe(0);
    dispatch(desk, strokes('esc'), bound);
    expect(desk.world().notice?.text).toMatch(/^Nothing to go back from/);
  });

  test('Ctrl-c in a field is Esc: the draft is kept, nothing quits', () => {
    const { world, asked } = press('n H i ctrl-c', unmarked);
    expect(world.overlays).toEqual([]);
    expect(world.drafts.get('note:1042')?.text).toBe('Hi');
    expect(asked.calls).toEqual([]);
  });

  test('the draft is there again when the box opens again, and gone once it is sent', () => {
    const { desk, asked } = fakeDesk(sampleWorld(SIZE, unmarked));
    dispatch(desk, strokes('n H i esc n !'), bound);
    expect(written(desk)).toMatchObject({ draft: { text: 'Hi!' } });
    dispatch(desk, strokes('ctrl-d'), bound);
    expect(asked.commits).toEqual([{ name: 'note.add', args: { ids: [1042], details: 'Hi!' } }]);
    expect(desk.world().drafts.size).toBe(0);
  });
});

describe('questions', () => {
  const merge = 'm enter';

  test.each(['enter', 'm', 'space', 'Y', 'e'])('are not answered by %s', key => {
    const { world, asked } = press(`${merge} ${key}`);
    expect(asked.commits).toEqual([]);
    expect(world.overlays.at(-1)).toMatchObject({ state: { at: 'answer' } });
  });

  test('are answered by y', () => {
    const { world, asked } = press(`${merge} y`);
    expect(asked.commits).toEqual([{ name: 'conversation.merge', args: { ids: [1035], into: 1038 } }]);
    expect(world.overlays).toEqual([]);
  });

  test('Esc returns to the choice before', () => {
    const { world, asked } = press(`${merge} esc`);
    expect(asked.commits).toEqual([]);
    expect(world.overlays).toMatchObject([{ kind: 'box', state: { at: 'one' } }]);
  });

  test('a merge removes the marks, so that the next key does not act on the survivor alone', () => {
    expect(press(`${merge} y`).world.list.marks.size).toBe(0);
  });

  test('one conversation takes in the chosen one', () => {
    const { asked } = press('m d a t a enter y', unmarked);
    expect(asked.commits).toEqual([{ name: 'conversation.merge', args: { ids: [1022], into: 1042 } }]);
  });

  test('quitting asks while something is unsent', () => {
    const pending = [
      {
        key: 'k',
        name: 'conversation.archive',
        args: { ids: [1039] },
        at: 0,
        state: 'waiting' as const,
        problem: null,
      },
    ];
    expect(press('q').asked.calls).toEqual(['quit 0']);
    expect(press('q', { pending }).asked.calls).toEqual([]);
    expect(press('q y', { pending }).asked.calls).toEqual(['quit 0']);
    expect(press('q q', { pending }).asked.calls).toEqual([]);
    expect(press('Q', { pending }).asked.calls).toEqual(['quit 0']);
  });
});

describe('pastes', () => {
  const paste: Stroke = { kind: 'paste', text: 'eee\nq' };

  test('never run as keys', () => {
    const { desk, asked } = fakeDesk(sampleWorld(SIZE));
    dispatch(desk, [paste], bound);
    expect(asked).toEqual({ commits: [], calls: [] });
    expect(desk.world().notice?.text).toBe('Pasted text ignored: eee q');
  });

  test('answer no question', () => {
    const { desk, asked } = fakeDesk(sampleWorld(SIZE));
    dispatch(desk, [...strokes('m enter'), { kind: 'paste', text: 'y' }], bound);
    expect(asked.commits).toEqual([]);
  });

  test.each([
    ['n', 'eee\nq'],
    ['=', 'Refund for order 7741eee q'],
    ['a', 'eee q'],
  ])('go into the text that %s opens', (keys, text) => {
    const { desk } = fakeDesk(sampleWorld(SIZE, unmarked));
    dispatch(desk, [...strokes(keys), paste], bound);
    const top = desk.world().overlays.at(-1);
    expect(top?.kind === 'box' ? top.state.parts[top.state.at] : top).toMatchObject({ draft: { text } });
  });

  test('into a note are kept at once, like typed text', () => {
    const { desk } = fakeDesk(sampleWorld(SIZE, unmarked));
    dispatch(desk, [...strokes('n'), paste], bound);
    expect(Object.values(writtenIn(desk.world().drafts))).toEqual(['eee\nq']);
  });
});

describe('an overlay', () => {
  test('takes every key except Ctrl-l and Ctrl-z', () => {
    const { world, asked } = press('s e z Q ctrl-l ctrl-z');
    expect(asked).toEqual({ commits: [], calls: ['repaint', 'suspend'] });
    expect(world.overlays).toHaveLength(1);
  });

  test('the palette finds an action by a word of its title and runs it', () => {
    const { asked } = press(': a r c h i v e enter');
    expect(asked.commits).toEqual([{ name: 'conversation.archive', args: { ids: [1038, 1035] } }]);
  });

  test('the filter line begins with the current filter, ready to be extended', () => {
    expect(written(press('/').desk)).toMatchObject({ draft: { text: 'is:unresolved ', cursor: 14 } });
  });

  test('an error in a field disappears with the field', () => {
    expect(press('/ s t a t u s : x enter esc', unmarked).world.notice).toBeNull();
  });

  test('a title that is too long is not cut, and its field stays open', () => {
    const tooLong = `= ${Array(240).fill('x').join(' ')} enter`;
    const { world, asked } = press(tooLong, unmarked);
    expect(asked.commits).toEqual([]);
    expect(world.overlays).toHaveLength(1);
    expect(world.notice?.text).toBe('A title has at most 255 characters, and this one has 261.');
  });

  test('an empty title is refused', () => {
    const { world, asked } = press('= ctrl-u enter', unmarked);
    expect(asked.commits).toEqual([]);
    expect(world.notice?.text).toBe('A title needs at least one character.');
  });

  test('a filter that cannot be read stays open and says why', () => {
    const { world } = press('/ ctrl-u s t a t u s : n o n e s u c h enter', unmarked);
    expect(world.overlays).toHaveLength(1);
    expect(world.notice?.tone).toBe('problem');
  });
});

describe('adding a contact', () => {
  test('finds it, chooses it and asks before it is added', async () => {
    const { desk, asked } = fakeDesk(sampleWorld(SIZE, unmarked));
    const found = [{ id: 7, name: safeLine('Ben Ode'), email: null }];
    const list = async () => ({ data: found, meta: { next_cursor: null } });
    const client = { ...desk.client, contact: { ...desk.client.contact, list } } as unknown as typeof desk.client;
    const searching = { ...desk, client };
    dispatch(searching, strokes('+ b e n enter'), bound);
    await new Promise(resolve => setImmediate(resolve));
    dispatch(searching, strokes('enter enter y'), bound);
    expect(asked.commits).toEqual([
      { name: 'contact.add', args: { ids: [1042], contact_id: 7, name: 'Ben Ode', email: null } },
    ]);
    expect(desk.world().overlays).toEqual([]);
  });
});

describe('words typed for a box that does not open', () => {
  const noRelay = { mailOut: { sends: false, missing: ['relay'] } } as unknown as Partial<World>;

  test('are not verbs, whether they come in one read or while the agent types on, and the notice says so', () => {
    const { desk, world, asked } = press('r h e l l o', { ...unmarked, ...noRelay });
    expect(asked.commits).toEqual([]);
    expect(world.overlays).toEqual([]);
    expect(world.notice?.text).toMatch(/ · what you typed on was dropped$/);
    dispatch(desk, strokes('e enter e'), bound);
    expect(asked.commits).toEqual([]);
    expect(desk.world().pane).toBe(world.pane);
  });

  test('end with a pause as long as the line’s round trip and a moment, or with a key that writes nothing', () => {
    const { desk, asked } = press('r e', { ...unmarked, ...noRelay });
    const { untilMs } = desk.world().typedOn!;
    desk.set({ typedOn: { untilMs: desk.elapsed(), isSaid: true } });
    dispatch(desk, strokes('e'), bound);
    expect(asked.commits).toHaveLength(1);
    dispatch(desk, strokes('r e'), bound);
    expect(asked.commits).toHaveLength(1);
    dispatch(desk, strokes('down e'), bound);
    expect(asked.commits).toHaveLength(2);
    const far = press('r', { ...unmarked, ...noRelay, wire: { ...desk.world().wire, roundTripMs: 2_000 } });
    expect(far.world.typedOn!.untilMs - untilMs).toBe(2_000);
  });

  test.each([
    ['a note on a read-only desk', 'n', { isReadOnly: true }],
    ['a tag on a read-only desk', 't', { isReadOnly: true }],
    ['a title for nothing', '=', { list: { ...unmarked.list, rows: [], ids: [], cursorId: null } }],
  ] as const)('%s', (_what, key, more) => {
    const { world } = press(`${key} q`, { ...unmarked, ...(more as unknown as Partial<World>) });
    expect(world.overlays).toEqual([]);
    expect(world.notice?.text).toMatch(/ · what you typed on was dropped$/);
  });

  test('a box that opens late gets the words that come after it', () => {
    const { desk } = press('r', { ...unmarked, ...noRelay });
    desk.set({ mailOut: { sends: true, missing: [] } as unknown as World['mailOut'] });
    dispatch(desk, strokes('esc n h i'), bound);
    expect(written(desk)).toMatchObject({ id: 'note.write', draft: { text: 'hi' } });
  });
});
