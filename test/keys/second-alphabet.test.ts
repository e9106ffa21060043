import { expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import { meaningOf } from '../../src/keys/keymap.ts';
import { inLatin } from '../../src/keys/second-alphabet.ts';
import type { Desk } from '../../src/state/desk.ts';
import { boxOf } from '../harness/open-box.ts';
import { pressKeys } from '../harness/press.ts';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

/** The keys of three rows, from left to right, without and with Shift. */
const LATIN = ["qwertyuiop[]asdfghjkl;'zxcvbnm,.", 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'] as const;

/** The same keys on other layouts. */
const LAYOUTS = [
  ['Russian', 'йцукенгшщзхъфывапролджэячсмитьбю', 'ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'],
  ['Ukrainian', 'йцукенгшщзхїфівапролджєячсмитьбю', 'ЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ'],
  ['Greek', ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,.", ':΅ΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>'],
] as const;

/** Each letter of a layout with the Latin one on its key. */
function pairsOf(plain: string, shifted: string): readonly (readonly [letter: string, latin: string])[] {
  return [plain, shifted].flatMap((letters, row) =>
    Array.from(letters, (letter, at) => [letter, LATIN[row]![at]!] as const).filter(([letter]) =>
      /\p{L}/u.test(letter),
    ),
  );
}

test.for(LAYOUTS)('on the %s layout each letter is the key in its place, and no two are one', ([, plain, shifted]) => {
  const pairs = pairsOf(plain, shifted);
  expect(pairs.length).toBeGreaterThan(45);
  expect(pairs.map(([letter]) => [letter, inLatin(letter)])).toEqual(pairs);
  expect(new Set(pairs.map(([letter]) => inLatin(letter))).size).toBe(pairs.length);
  for (const [letter, latin] of pairs)
    if (/^[a-z]$/.test(latin)) expect(inLatin(`ctrl-${letter}`)).toBe(`ctrl-${latin}`);
});

test('no Latin key changes its name', () => {
  const keys = [...LATIN.join(''), 'enter', 'shift-tab', 'pgdn', 'ctrl-d', 'é', 'ß'];
  expect(keys.map(inLatin)).toEqual(keys);
});

test('a letter that is bound itself is that key, and not the Latin one in its place', () => {
  const { list } = bound.keymap;
  const [archive, status] = [list.actions.get('e')!, list.actions.get('s')!];
  const own = { ...bound.keymap, list: { ...list, actions: new Map([...list.actions, ['у', status]]) } };
  expect(meaningOf(own, 'list', ['у'])).toEqual({ action: status });
  expect(meaningOf(own, 'list', ['ε'])).toEqual({ action: archive });
});

/** The part of the open box that has the keys. */
function partOf(desk: Desk) {
  const { at, parts } = boxOf(desk).state;
  return parts[at];
}

test('in a box a letter answers as the Latin one in its place, and a text takes it as it is', () => {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 40 }));
  pressKeys(desk, 'ь', 'enter', 'н');
  expect(asked.commits).toMatchObject([{ name: 'conversation.merge' }]);
  pressKeys(desk, 'ы');
  const first = partOf(desk);
  pressKeys(desk, 'о');
  expect(partOf(desk)).not.toEqual(first);
  pressKeys(desk, 'л');
  expect(partOf(desk)).toEqual(first);
  pressKeys(desk, 'й');
  expect(desk.world().overlays).toEqual([]);
  pressKeys(desk, 'т', 'н', 'й');
  expect(partOf(desk)).toMatchObject({ draft: { text: 'нй' } });
});
