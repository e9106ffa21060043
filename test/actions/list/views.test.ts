import { expect, test } from 'vitest';
import { bound } from '../../../src/actions/index.ts';
import { helpRows } from '../../../src/keys/help.ts';
import type { Desk } from '../../../src/state/desk.ts';
import type { Host } from '../../../src/state/host.ts';
import type { SavedView } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

function view(name: string, filter = 'tag:vip'): SavedView {
  return { name: safeLine(name), filter };
}

/** A desk with these saved views, and keys to press, all in one read. */
function open(savedViews: readonly SavedView[], hooks: Partial<Host> = {}, size = { columns: 120, rows: 30 }) {
  const made = fakeDesk(sampleWorld(size, { savedViews })).desk;
  const desk = { ...made, hooks: { ...made.hooks, ...hooks } };
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  return { desk, press, names: () => desk.world().savedViews.map(({ name }) => name) };
}
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test('keys typed ahead act on the view just saved, renamed, moved or deleted', async () => {
  const { desk, press, names } = open([]);
  press('view.save A enter j view.save B enter 5');
  expect(names()).toEqual(['A', 'B']);
  expect([desk.world().list.query.isUnresolved, desk.world().inboxCursor]).toEqual([true, 'saved:a']);
  press('go.view 4 go.view j j j j j j j j j j J K J = ctrl-u C enter D y esc');
  expect(names()).toEqual(['B']);
  await settled();
  expect([names(), desk.world().overlays]).toEqual([['B'], []]);
});

test('a name that is taken, empty or too long is refused while it is typed', () => {
  const { desk, press, names } = open([view('VIP')]);
  press('view.save v i p enter');
  expect([names().length, desk.world().notice?.text]).toEqual([
    1,
    'There is a view “vip” already: choose another name.',
  ]);
  press('ctrl-u enter');
  expect(desk.world().notice?.text).toBe('A view needs a name.');
});

test('views that cannot be kept are as they were, and the reason is said', async () => {
  const { desk, press, names } = open([view('VIP')], {
    keepViews: () => Promise.reject(new Error('no space is left.')),
  });
  press('view.save A enter');
  await settled();
  expect([names(), desk.world().notice?.text]).toEqual([['VIP'], 'The views are as they were: no space is left.']);
});

test('a view whose filter names what is gone says so, and gv still edits it', () => {
  const { desk, press } = open([view('Old', 'inbox:Nowhere')]);
  press('view.saved-1');
  expect(desk.world().notice?.text).toMatch(/^View “Old”: Unknown inbox "Nowhere".* · gv edits it$/);
  press('go.view j j j j j j j j j j / ctrl-u t a g : v i p enter 5');
  expect(desk.world().list.query.tags).toEqual(['vip']);
});

test('3 says why it lists nothing at a help center that cannot tell who waits', () => {
  const { desk, press } = open([]);
  press('view.waiting');
  expect(desk.world().notice?.text).toBe('is:waiting is not known yet: the help center cannot filter by it.');
});

test('more views than digits are in gv and in the palette', () => {
  const { desk, press } = open(Array.from({ length: 7 }, (_, index) => view(`Pile ${index}`, `sort:oldest tag:vip`)));
  const pane = rowsOf(desk).map(row => row.split('│')[0]!.trim());
  expect(pane.filter(row => /Pile \d/.test(row))).toEqual([5, 6, 7, 8, 9].map(digit => `${digit} Pile ${digit - 5}`));
  expect(helpRows(bound, desk.world(), 'pile 6', true)[0]?.action.title).toBe('View: Pile 6');
  press('go.view pgdn pgdn');
  expect(rowsOf(desk).join('\n')).toContain('Pile 6');
  press('esc palette p i l e space 6 enter');
  expect(desk.world().list.query).toMatchObject({ tags: ['vip'], sort: 'oldest' });
});

test('the listed view can be renamed from the palette; any other list says which view it could be', () => {
  const { desk, press, names } = open([view('VIP')]);
  press('palette r e n a m e space t h i s enter');
  expect(desk.world().notice?.text).toBe('The list shows no view of your own: gv chooses one.');
  // The agent has seen that no box opened.
  desk.set({ typedOn: null });
  press('view.saved-1 palette r e n a m e space t h i s enter ctrl-u A enter');
  expect(names()).toEqual(['A']);
});

test('gv fits on 40 columns', () => {
  const { desk, press } = open([view('A name of a view that is rather long')], {}, { columns: 40, rows: 12 });
  press('go.view');
  const shown = rowsOf(desk).join('\n');
  for (const word of ['0 Unresolved', '11 in all', 'D delete', 'Esc']) expect(shown).toContain(word);
});

test('a view keeps its order: a given one on this desk, a saved one in its filter', async () => {
  const { desk, press } = open([view('VIP')]);
  press('view.mine list.sort 2');
  expect(desk.world().list.query).toMatchObject({ assignees: ['me'], sort: 'oldest' });
  press('view.unresolved');
  expect(desk.world().list.query.sort).toBe('newest');
  press('view.mine');
  expect(desk.world().list.query).toMatchObject({ assignees: ['me'], sort: 'oldest' });
  press('view.saved-1 list.sort 3');
  await settled();
  expect(desk.world().savedViews[0]?.filter).toMatch(/sort:updated/);
  press('view.unresolved 5');
  expect(desk.world().list.query).toMatchObject({ tags: ['vip'], sort: 'updated' });
  // Another filter is not a view, and changes none.
  press('list.filter ctrl-u x y z enter list.sort 2 2');
  expect(desk.world().list.query.sort).toBe('newest');
});

/** The help center says what is unread and who waits. */
function tellMore(desk: Desk): void {
  const { base } = desk.world();
  const told = [...base.conversations].map(([id, one]) => [id, { ...one, unread: false }] as const);
  desk.set({ base: { ...base, conversations: base.conversations.with(told) } });
}

test('“Waits on us” begins with who waits longest, and S offers that order anywhere', () => {
  const { desk, press } = open([]);
  tellMore(desk);
  press('view.waiting');
  expect(desk.world().list.query).toMatchObject({ isWaiting: true, sort: 'waiting' });
  press('view.waiting list.sort 1 0 3');
  expect(desk.world().list.query).toMatchObject({ isWaiting: true, sort: 'newest' });
  press('view.mine list.sort 5');
  expect(desk.world().list.query).toMatchObject({ assignees: ['me'], isWaiting: true, sort: 'waiting' });
  press('view.mine');
  expect(desk.world().list.query).toMatchObject({ isWaiting: false, sort: 'newest' });
});

test('among those that wait, a row says for how long', () => {
  const { desk, press } = open([]);
  tellMore(desk);
  press('view.waiting');
  const hour = 3_600_000;
  const { base, list, now } = desk.world();
  const [id] = list.rows.length > 0 ? list.rows : [...base.conversations.keys()];
  const one = { ...base.conversations.get(id!)!, waiting_since: now - 50 * hour, last_message_at: now - hour };
  const rows = { ...list, ids: [id!], rows: [id!], cursorId: id!, cursorIndex: 0, top: 0, loading: 'no' as const };
  desk.set({ base: { ...base, conversations: base.conversations.with([[id!, one]]) }, list: rows });
  expect(rowsOf(desk).find(row => row.includes(String(id)))).toMatch(/2 ?d/);
});
