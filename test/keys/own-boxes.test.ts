import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { KeyStroke } from '../../src/keys/action.ts';
import { dispatch } from '../../src/keys/dispatch.ts';
import { begin } from '../../src/keys/flow.ts';
import { type Bound, boxKeysOf, buildKeymap } from '../../src/keys/keymap.ts';
import { choice, lineFlow } from '../../src/keys/one-box.ts';
import { closeOverlay, topOverlay } from '../../src/keys/overlay.ts';
import { safeLine, t } from '../../src/text/safe.ts';
import { bareWorld, fakeDesk } from '../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

/** A desk with one action, whose boxes note what they were asked for. */
function scene() {
  const { desk } = fakeDesk(bareWorld(SIZE));
  const heard: string[] = [];
  const rows = choice<number>({
    id: 'rows',
    input: v.number(),
    title: () => t`Rows`,
    verb: t`takes it`,
    options: () => ['one', 'two'].map(id => ({ id, label: safeLine(id) })),
    keys: [
      { key: 'D', word: t`delete`, run: (_desk, { data }, option) => void heard.push(`D ${option?.id} ${data}`) },
      { key: 'k', run: () => void heard.push('k') },
    ],
    leave: own => {
      heard.push('leave');
      closeOverlay(own);
    },
    take: (_desk, _view, { id }) => void heard.push(`take ${id}`),
  });
  const name = lineFlow<string>({
    id: 'name',
    input: v.string(),
    title: ({ data }) => safeLine(data),
    verb: t`save`,
    start: () => 'a',
    check: (_view, text) => (text.includes('!') ? t`must have no !` : undefined),
    refuse: (_desk, _view, text) => (text === 'b' ? t`is taken` : undefined),
    answer: (_desk, text, _targets, data) => void heard.push(`${data}: ${text}`),
  });
  const bound = { actions: [], keymap: buildKeymap([]), boxKeys: boxKeysOf(), places: {} } as unknown as Bound;
  const press = (...names: string[]) => {
    const strokeOf = (name: string): KeyStroke =>
      name.length === 1 ? { kind: 'key', name, text: name } : { kind: 'key', name };
    dispatch(desk, names.map(strokeOf), bound);
  };
  return { desk, name, rows, heard, press };
}

describe('a list with keys of its own', () => {
  test('gives such a key the row with the cursor and the box’s input, before any other meaning of the key', () => {
    const { desk, rows, heard, press } = scene();
    begin(desk, rows, 7);
    press('j', 'D', 'k', '1');
    expect(heard).toEqual(['D two 7', 'k', 'take one']);
  });

  test('does with the key that answers what it does with Enter, and stays open', () => {
    const { desk, rows, heard, press } = scene();
    begin(desk, rows, 7);
    press('j', 'ctrl-d', 'enter');
    expect(heard).toEqual(['take two', 'take two']);
    expect(topOverlay(desk.world())?.kind).toBe('box');
  });

  test.each(['esc', 'q', 'ctrl-c'])('asks before %s leaves it', key => {
    const { desk, rows, heard, press } = scene();
    begin(desk, rows, 7);
    press(key);
    expect(heard).toEqual(['leave']);
    expect(desk.world().overlays).toEqual([]);
  });
});

describe('a line with a check', () => {
  test('is answered with a right text only, and says what is wrong with another', () => {
    const { desk, name, heard, press } = scene();
    begin(desk, name, 'Name');
    press('!', 'enter');
    expect(heard).toEqual([]);
    expect(desk.world().notice?.text).toBe('must have no !');
    press('backspace', 'enter');
    expect(heard).toEqual(['Name: a']);
  });

  test('drops the refusal of its last text as soon as the text changes', () => {
    const { desk, name, press } = scene();
    begin(desk, name, 'Name', [], t`is taken`);
    press('left');
    expect(topOverlay(desk.world())).toMatchObject({ fault: 'is taken' });
    press('b');
    expect(topOverlay(desk.world())).toMatchObject({ fault: undefined });
  });

  test('refuses on Enter a text that was not wrong while it was typed', () => {
    const { desk, name, heard, press } = scene();
    begin(desk, name, 'Name');
    press('backspace', 'b', 'enter');
    expect([heard, desk.world().notice?.text]).toEqual([[], 'is taken']);
  });
});
