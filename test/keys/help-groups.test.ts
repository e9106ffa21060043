import { describe, expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { helpRows } from '../../src/keys/help.ts';
import { groupOf } from '../../src/keys/help-groups.ts';
import { press } from '../harness/press.ts';
import { rowsOf } from '../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };

function rowsIn(pane: 'inboxes' | 'list' | 'detail', more = {}) {
  return helpRows(bound, fakeDesk(sampleWorld(SIZE, { pane, ...more })).desk.world(), '');
}

describe('the groups of the help', () => {
  test.each(['inboxes', 'list', 'detail'] as const)(
    'hold each action of the %s once, the ten most used first',
    pane => {
      const rows = rowsIn(pane);
      expect(new Set(rows.map(({ action }) => action)).size).toBe(rows.length);
      const groups = rows.map(({ group }) => group);
      // What cannot act now is not among them.
      expect(groups.filter(group => group === 'Most used').length).toBeGreaterThan(7);
      expect(groups[0]).toBe('Most used');
      // A group is in one piece.
      expect(new Set(groups).size).toBe(groups.filter((group, at) => group !== groups[at - 1]).length);
    },
  );

  test('stand in one order in every pane', () => {
    expect([...new Set(rowsIn('list').map(({ group }) => group))]).toEqual([
      'Most used',
      'This conversation',
      'Many at once',
      'Move',
      'Look',
      'Mail',
      'Desk and inboxes',
      'Not now',
    ]);
  });

  test('end with actions that cannot act, and keep every row for as long as the help is open', () => {
    const isDead = (more: object) => rowsIn('list', more).map(({ group }) => group === 'Not now');
    for (const more of [{}, { isReadOnly: true }])
      expect(isDead(more)).toEqual(isDead(more).toSorted((a, b) => Number(a) - Number(b)));
    const { desk } = fakeDesk(sampleWorld(SIZE, { pane: 'list' }));
    press(desk, 'help');
    const drawn = (): string[] => rowsOf(desk).filter(row => /│.e {2}/.test(row));
    const [before] = drawn();
    desk.set({ isReadOnly: true });
    expect(drawn()).toHaveLength(1);
    expect(drawn()[0]!.slice(0, 40)).toBe(before!.slice(0, 40));
  });

  test.each([
    ['conversation.archive', 'conversation'],
    ['conversation.next', 'move'],
    ['conversation.reply', 'mail'],
    ['list.mark-matching', 'many'],
    ['list.sort', 'look'],
    ['pane.widen', 'look'],
    ['quit-now', 'desk'],
  ])('%s belongs to %s', (id, group) => {
    expect(groupOf(actions.find(action => action.id === id)!)).toBe(group);
  });

  test('end with a search: the best match comes first', () => {
    const { desk } = fakeDesk(sampleWorld(SIZE));
    expect(helpRows(bound, desk.world(), 'archive').every(({ group }) => group === undefined)).toBe(true);
  });
});
