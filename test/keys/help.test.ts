import { describe, expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { helpRows, hintsOf, keyLabel, keyTable } from '../../src/keys/help.ts';
import { topOverlay } from '../../src/keys/overlay.ts';
import type { World } from '../../src/state/world.ts';
import { press } from '../harness/press.ts';
import { rowsOf } from '../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

const world = sampleWorld({ columns: 80, rows: 24 });

test.each([
  ['g g', 'gg'],
  ['ctrl-d', 'Ctrl-d'],
  ['shift-tab', 'Shift-Tab'],
  ['down', '↓'],
  ['space', 'Space'],
  ['* a', '*a'],
  ['e', 'e'],
])('%s reads %s', (keys, label) => {
  expect(keyLabel(keys)).toBe(label);
});

describe('help rows', () => {
  test('are those of the current place; the palette lists all, and the inboxes', () => {
    expect(helpRows(bound, world, '').some(({ action }) => action.id === 'conversation.next')).toBe(false);
    expect(helpRows(bound, world, '', true)).toHaveLength(actions.length + world.base.inboxes.length);
  });

  test('are searched by every word; an action with that name comes first', () => {
    const found = helpRows(bound, world, 'ARCHIVE', true).map(({ action }) => action.id);
    expect(found.slice(0, 2)).toEqual(['conversation.archive', 'view.archived']);
    expect(found).toContain('conversation.restore');
    expect(helpRows(bound, world, 'archive nonsense')).toEqual([]);
  });
});

test('the footer names the most used keys of the list, in their order', () => {
  expect(hintsOf(actions, world).map(([key, word]) => `${key} ${word}`)).toEqual([
    'r reply',
    'e archive',
    't tag',
    'a assign',
    'n note',
    '/ filter',
    's status',
    'm merge',
    '? help',
  ]);
});

test('the key table has every action once, in rows of three cells', () => {
  const rows = keyTable(actions)
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| Key'));
  expect(rows).toHaveLength(actions.length);
  for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(5);
  expect(keyTable(actions)).toContain('| `e` | Archive | Archives the conversation |');
});

test.each([
  ['unread', 'list.news-next'],
  ['snooze', 'conversation.snooze'],
  ['remind', 'conversation.snooze'],
  ['assing', 'conversation.assign'],
  ['ARCHVE', 'conversation.archive'],
  ['asign me', 'conversation.assign-me'],
  ['label', 'conversation.tag'],
  ['resolve', 'conversation.close'],
  ['canned', 'reply.saved'],
  ['template', 'reply.saved'],
  ['macro', 'reply.saved'],
])('%j finds %s in the palette', (typed, id) => {
  const world = sampleWorld({ columns: 120, rows: 30 });
  expect(helpRows(bound, world, typed, true).map(({ action }) => action.id)).toContain(id);
});

test('words that are like no action find nothing', () => {
  expect(helpRows(bound, sampleWorld({ columns: 120, rows: 30 }), 'zeppelin xyz', true)).toEqual([]);
});

test('PgDn and PgUp go ten choices, in the help, in a picker with a filter line and in one without', () => {
  const { desk } = fakeDesk(world);
  const indexAfter = (...keys: string[]) => {
    for (const key of keys) press(desk, key);
    const top = topOverlay(desk.world());
    return ((top?.kind === 'box' ? top.state.parts[top.state.at] : top) as { index: number }).index;
  };
  expect(indexAfter('help', 'pgdn', 'pgdn', 'down')).toBe(21);
  expect(indexAfter('pgup')).toBe(11);
  expect(indexAfter('pgup', 'pgup')).toBe(0);
  expect(indexAfter('esc', 'conversation.assign', 'pgdn')).toBeGreaterThan(0);
  expect(indexAfter('esc', 'list.sort', 'pgdn')).toBe(3);
});

describe('the help of the list', () => {
  const helpOf = (more: Partial<World>, size = { columns: 120, rows: 36 }, typed = '') => {
    const { desk } = fakeDesk(sampleWorld(size, more));
    press(desk, 'help', ...typed);
    return rowsOf(desk).join('\n');
  };
  const MEANINGS = [
    '✓ marked',
    '! bounced',
    '~ draft',
    '● unread',
    '‹ waits on us',
    '… other status',
    '✕ closed',
    '· left',
    '› answered',
  ];

  test('says what each sign of a row means, in as many rows as it takes', () => {
    for (const size of [
      { columns: 120, rows: 36 },
      { columns: 80, rows: 32 },
      { columns: 40, rows: 32 },
    ]) {
      const help = helpOf({ pane: 'list' }, size);
      for (const meaning of MEANINGS) expect(help).toContain(meaning);
    }
  });

  test('in a low box or over a slow link says it to a search for signs', () => {
    const low = { columns: 40, rows: 12 };
    expect(helpOf({ pane: 'list' }, low)).not.toContain('waits on us');
    const found = helpOf({ pane: 'list' }, low, 'signs');
    for (const meaning of MEANINGS) expect(found).toContain(meaning);
    expect(helpOf({ pane: 'list', link: 'slow' })).not.toContain('waits on us');
    expect(helpOf({ pane: 'list', link: 'slow' }, { columns: 120, rows: 36 }, 'signs')).toContain('‹ waits on us');
  });

  test('says nothing of them in another pane, nor beside a search', () => {
    expect(helpOf({ pane: 'inboxes' })).not.toContain('waits on us ');
    expect(helpOf({ pane: 'list' }, { columns: 120, rows: 36 }, 'archive')).not.toContain('… other status');
  });
});
