import { describe, expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import type { Action } from '../../src/keys/action.ts';
import { buildKeymap, continuationsOf, meaningOf } from '../../src/keys/keymap.ts';
import { t } from '../../src/text/safe.ts';

function bind(id: string, scope: Action['scope'], ...keys: string[]): Action {
  return { id, title: t`x`, help: t`X`, scope, keys, run: () => undefined };
}

describe('buildKeymap', () => {
  test.each([
    [
      'the same key twice in a pane',
      [bind('one', 'everywhere', 'j'), bind('two', 'list', 'j')],
      'j is bound to one and to two',
    ],
    [
      'the same sequence twice',
      [bind('one', 'everywhere', 'g g'), bind('two', 'detail', 'g g')],
      'g g is bound to one',
    ],
    [
      'a key that begins a sequence',
      [bind('one', 'everywhere', 'g'), bind('two', 'list', 'g g')],
      'g is bound to one and begins',
    ],
    [
      'a sequence that begins a longer one',
      [bind('one', 'list', 'g g'), bind('two', 'list', 'g g g')],
      'begins a sequence',
    ],
  ])('refuses %s', (_name, actions, problem) => {
    expect(() => buildKeymap(actions)).toThrow(problem);
  });

  test('allows one key with two meanings in panes that are never active together', () => {
    const keymap = buildKeymap([bind('one', 'list', 'J'), bind('two', 'detail', 'J')]);
    expect(meaningOf(keymap, 'list', ['J'])).toMatchObject({ action: { id: 'one' } });
    expect(meaningOf(keymap, 'detail', ['J'])).toMatchObject({ action: { id: 'two' } });
    expect(meaningOf(keymap, 'inboxes', ['J'])).toBe('nothing');
  });
});

test('a letter that is bound is not taken for the Latin one in its place', () => {
  const keymap = buildKeymap([bind('one', 'list', 'a'), bind('two', 'list', 'ф')]);
  expect(meaningOf(keymap, 'list', ['ф'])).toMatchObject({ action: { id: 'two' } });
  expect(meaningOf(keymap, 'list', ['a'])).toMatchObject({ action: { id: 'one' } });
});

describe('the keys that come with the desk', () => {
  test.each([
    ['list', 'e', 'conversation.archive'],
    ['detail', 'e', 'conversation.archive'],
    ['inboxes', 'e', undefined],
    ['list', 'x', 'list.mark'],
    ['list', 'space', 'list.mark'],
    ['detail', 'x', undefined],
    ['list', 'g g', 'cursor.top'],
    ['inboxes', 'g i', 'go.inbox'],
    ['list', '* a', 'list.mark-all'],
    ['detail', '* a', undefined],
    ['detail', 'J', 'conversation.next'],
    ['detail', 'g n', 'detail.notes'],
    ['list', '0', 'view.unresolved'],
    ['list', '4', 'view.archived'],
    ['detail', 'D', 'entry.delete'],
    ['list', 'ctrl-z', 'suspend'],
    ['list', ':', 'palette'],
    ['list', 'ctrl-c', 'quit'],
  ] as const)('in %s, %s is %s', (pane, keys, id) => {
    const meaning = meaningOf(bound.keymap, pane, keys.split(' '));
    expect(typeof meaning === 'object' ? meaning.action.id : undefined).toBe(id);
  });

  test.each([
    ['list', 'у', 'conversation.archive'],
    ['list', 'А', 'message.forward'],
    ['list', 'п ш', 'go.inbox'],
    ['list', 'g ш', 'go.inbox'],
    ['list', 'і', 'conversation.status'],
    ['list', 'ctrl-я', 'suspend'],
    ['detail', 'ξ', 'cursor.down'],
    ['inboxes', 'у', undefined],
    ['list', 'é', undefined],
  ] as const)('in %s, %s of another layout is the key in its place: %s', (pane, keys, id) => {
    const meaning = meaningOf(bound.keymap, pane, keys.split(' '));
    expect(typeof meaning === 'object' ? meaning.action.id : undefined).toBe(id);
  });

  test('the next keys do not depend on the layout', () => {
    expect(continuationsOf(bound.keymap, 'list', ['п'])).toEqual(continuationsOf(bound.keymap, 'list', ['g']));
  });

  test('g begins the sequences that the box of continuations shows', () => {
    expect(meaningOf(bound.keymap, 'list', ['g'])).toBe('prefix');
    const found = continuationsOf(bound.keymap, 'list', ['g']).map(({ keys, action }) => `${keys} ${action.id}`);
    expect(found).toContain('g cursor.top');
    expect(found).toContain('m view.mine');
    expect(found).not.toContain('n detail.notes');
  });
});
