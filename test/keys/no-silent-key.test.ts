import { describe, expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import { keysOf } from '../../src/keys/keymap.ts';
import type { Pane, World } from '../../src/state/world.ts';
import { pressKeys } from '../harness/press.ts';
import { bareWorld, fakeDesk, sampleWorld } from '../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };
const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const NAMED = [
  'space',
  'enter',
  'tab',
  'shift-tab',
  'esc',
  'delete',
  'insert',
  'f1',
  'f5',
  'ctrl-x',
  'ctrl-y',
  'left',
  'right',
];
const SEQUENCES = [
  ...bound.actions.flatMap(action => keysOf(action).filter(key => key.includes(' '))),
  'g x',
  '* x',
  'y x',
];

/** At the end of a pane they stay where they are; an editor opens later; the bell and the page of mail wait to be read. */
const QUIET = new Set(['j', 'k', 'G', 'g g', 'N', 'b', 'g M']);

/** The keys that leave the world as it was, ask for nothing and say nothing. */
function silentKeys(pane: Pane, world: World): string[] {
  return [...PRINTABLE, ...NAMED, ...SEQUENCES].filter(keys => {
    const { desk, asked } = fakeDesk({ ...world, pane });
    const before = desk.world();
    for (const name of keys.split(' ')) pressKeys(desk, name);
    const { prefix, ...after } = desk.world();
    const { prefix: _, ...was } = before;
    const isSame = Object.entries(after).every(([name, value]) => was[name as keyof typeof was] === value);
    return !QUIET.has(keys) && isSame && prefix.length === 0 && asked.commits.length === 0 && asked.calls.length === 0;
  });
}

describe.for(['inboxes', 'list', 'detail'] as const)('in the %s no key is silent', pane => {
  test('with conversations', () => {
    expect(silentKeys(pane, sampleWorld(SIZE))).toEqual([]);
  });
  test('in an empty desk', () => {
    expect(silentKeys(pane, bareWorld(SIZE))).toEqual([]);
  });
});

test.for([
  ['inboxes', 'e', 'e (Archive) works in the list and the detail'],
  ['inboxes', 'y i', 'yi (Copy the number) works in the list and the detail'],
  ['detail', '*', '* works in the list'],
  ['list', ';', '; (Next match) works in the detail'],
  ['list', 'd', 'd does nothing here'],
] as const)('in the %s, %s says: %s', ([pane, keys, said]) => {
  const { desk } = fakeDesk({ ...sampleWorld(SIZE), pane });
  pressKeys(desk, ...keys.split(' '));
  expect(desk.world().notice?.text).toBe(said);
});
