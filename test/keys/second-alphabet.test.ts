import { expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import { meaningOf } from '../../src/keys/keymap.ts';
import { inLatin } from '../../src/keys/second-alphabet.ts';

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
