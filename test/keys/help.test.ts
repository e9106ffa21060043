import { describe, expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { helpRows, hintsOf, keyLabel, keyTable } from '../../src/keys/help.ts';
import { sampleWorld } from '../ui/world.ts';

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
    'e archive',
    't tag',
    'a assign',
    's status',
    'n note',
    'm merge',
    '/ filter',
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
  ['snooze', 'conversation.status'],
  ['assing', 'conversation.assign'],
  ['ARCHVE', 'conversation.archive'],
  ['asign me', 'conversation.assign-me'],
  ['label', 'conversation.tag'],
  ['resolve', 'conversation.close'],
])('%j finds %s in the palette', (typed, id) => {
  const world = sampleWorld({ columns: 120, rows: 30 });
  expect(helpRows(bound, world, typed, true).map(({ action }) => action.id)).toContain(id);
});

test('words that are like no action find nothing', () => {
  expect(helpRows(bound, sampleWorld({ columns: 120, rows: 30 }), 'zeppelin xyz', true)).toEqual([]);
});
