import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import { dispatch } from '../../src/keys/dispatch.ts';
import { keyNamesOf } from '../../src/keys/help.ts';
import { keysOf, meaningOf } from '../../src/keys/keymap.ts';
import { readKeys, withOwnKeys } from '../../src/keys/own-keys.ts';
import { press as pressOn } from '../harness/press.ts';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

function keysIn(own: Readonly<Record<string, readonly string[]>>, id: string) {
  return keysOf(withOwnKeys(bound, own).bound.actions.find(one => one.id === id)!);
}

test.each([
  ['B', 'B'],
  ['gx', 'g x'],
  ['g x', 'g x'],
  ['Ctrl-T', 'ctrl-t'],
  ['PgDn', 'pgdn'],
  ['Space', 'space'],
  ['F5', 'f5'],
  ['g Ctrl-x', 'g ctrl-x'],
  ['é', 'é'],
])('%s is read as %s', (written, keys) => {
  expect(readKeys(written)).toEqual({ keys });
});

test.each(['', 'g x y z', 'Alt-x', 'Ctrl-Shift-x', 'shift-q'])('%j is not a key', written => {
  expect(readKeys(written)).toEqual({ why: expect.stringContaining('must be a key') });
});

test('a key that terminals send as another one is refused by name', () => {
  expect(readKeys('Ctrl-i')).toEqual({ why: 'has Ctrl-i, which a terminal sends as Tab' });
});

test('own keys replace all default ones of their action, and win against those of others', () => {
  expect(keysIn({ 'conversation.archive': ['j'] }, 'conversation.archive')).toEqual(['j']);
  expect(keysIn({ 'conversation.archive': ['j'] }, 'cursor.down')).toEqual(['down']);
  expect(keysIn({ 'conversation.archive': ['g'] }, 'cursor.top')).toEqual(['home']);
  expect(keysIn({ 'conversation.archive': ['z x'] }, 'undo')).toEqual([]);
  expect(keysIn({ undo: [] }, 'undo')).toEqual([]);
});

test('a key may mean two things in panes that never have it together', () => {
  expect(withOwnKeys(bound, { 'conversation.archive': ['B'], 'inbox.subscribe': ['B'] }).faults).toEqual([]);
});

test('of two own bindings that collide the first one counts', () => {
  const { bound: now, faults } = withOwnKeys(bound, { 'conversation.archive': ['B'], 'conversation.tag': ['B', 'T'] });
  expect(faults).toEqual([
    { id: 'conversation.tag', why: 'has B, which conversation.archive has already: the first one counts' },
  ]);
  expect(meaningOf(now.keymap, 'list', ['B'])).toMatchObject({ action: { id: 'conversation.archive' } });
  expect(meaningOf(now.keymap, 'list', ['T'])).toMatchObject({ action: { id: 'conversation.tag' } });
});

test('with any own keys the map is whole: each of them acts, or its fault is told', () => {
  const id = fc.constantFrom(...bound.actions.map(action => action.id as string));
  const key = fc.constantFrom('j', 'g', 'B', 'x', 'ctrl-x', 'enter', 'z');
  const sequence = fc.array(key, { minLength: 1, maxLength: 2 }).map(keys => keys.join(' '));
  const own = fc.dictionary(id, fc.uniqueArray(sequence, { maxLength: 2 }), { maxKeys: 8 });
  fc.assert(
    fc.property(own, given => {
      const { bound: now, faults } = withOwnKeys(bound, given);
      for (const [name, keys] of Object.entries(given)) {
        const told = faults.filter(fault => fault.id === name).length;
        expect(keysOf(now.actions.find(one => one.id === name)!)).toHaveLength(keys.length - told);
      }
    }),
  );
});

test('keys in boxes move, but not onto a letter, and their defaults mean nothing there then', () => {
  const own = { 'box.send': ['ctrl-s'], 'box.attach': ['a'], 'box.editor': ['ctrl-s'] };
  const { bound: now, faults } = withOwnKeys(bound, own);
  expect(now.boxKeys.get('ctrl-s')).toBe('box.send');
  expect(now.boxKeys.get('ctrl-d')).toBeUndefined();
  expect(faults.map(({ why }) => String(why))).toEqual([
    'has a, which would be typed into the text',
    'has Ctrl-s, which box.send has already: the first one counts',
  ]);
  expect(keyNamesOf(now)).toMatchObject({ 'box.send': 'Ctrl-s', 'box.attach': 'no key', 'box.quote': 'Ctrl-y' });
});

test('a moved key sends a note from anywhere in its text', () => {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  pressOn(desk, 'note.write');
  pressOn(desk, 'o', 'n', 'left');
  const moved = withOwnKeys(bound, { 'box.send': ['ctrl-s'] }).bound;
  dispatch(desk, [{ kind: 'key', name: 'ctrl-s' }], moved);
  expect(asked.commits).toContainEqual({ name: 'note.add', args: expect.objectContaining({ details: 'on' }) });
});
