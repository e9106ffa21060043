import { expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { BOX_KEYS } from '../../src/keys/box-keys.ts';
import { KEY_NAMES } from '../../src/keys/help.ts';
import { keyNamed, keyWords } from '../../src/keys/key-words.ts';
import { keysOf, meaningOf } from '../../src/keys/keymap.ts';
import { spoken } from '../../src/lines/words/spoken.ts';
import { ROW_SIGNS, STATE_WORDS } from '../../src/state/list/row-state.ts';
import { ASCII_FORMS } from '../../src/text/ascii-forms.ts';
import { safeLine } from '../../src/text/safe.ts';
import { signs } from '../../src/ui/theme.ts';

/** Signs that only draw frames: nothing is said for them. */
const FRAMES = new Set(['│', '─', '┌', '┐', '└', '┘']);
/** Signs that are punctuation in our sentences: speech knows their forms in ASCII. */
const PUNCTUATION = new Set(['–', '—', '…', '·', '’', '‘', '“', '”']);

const OWN_SIGNS = [...new Set([...Object.keys(ASCII_FORMS), ...Object.values(signs), ...Object.values(ROW_SIGNS)])];

test.each(OWN_SIGNS.filter(sign => /[^ -~]/.test(sign)))('the sign %s has a word', sign => {
  const said = spoken(safeLine(sign));
  if (FRAMES.has(sign)) expect(said).toBe('');
  else if (PUNCTUATION.has(sign)) expect(said).toMatch(/^[!-/:-@]+$/);
  else expect(said).toMatch(/^[A-Za-z][a-z ]+$/);
});

test('each state of a row has words', () => {
  const words = new Map<string, string>(STATE_WORDS);
  expect([...words.keys()].sort()).toEqual(Object.keys(ROW_SIGNS).sort());
  for (const said of words.values()) expect(said).toMatch(/^[a-z][a-z ]+$/);
});

/** The keys of all sequences, and every other key of a keyboard. */
const KEYS = [
  ...new Set([
    ...actions.flatMap(keysOf).flatMap(keys => keys.split(' ')),
    ...Object.values(BOX_KEYS).map(({ key }) => key),
    ...Object.keys(KEY_NAMES),
    ...Array.from({ length: 0x5e }, (_, at) => String.fromCharCode(0x21 + at)),
  ]),
];

test('each key has a word of letters, digits and hyphens, which names it when it is typed', () => {
  const words = KEYS.map(key => [key, keyWords(key)] as const);
  expect(words.filter(([, word]) => !/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(word) && !/^Ctrl-.$/.test(word))).toEqual(
    [],
  );
  expect(words.filter(([key, word]) => keyNamed(word) !== key)).toEqual([]);
  expect(new Set(words.map(([, word]) => word)).size).toBe(words.length);
});

test('the words of a sequence mean its action', () => {
  for (const pane of ['list', 'detail', 'inboxes'] as const)
    for (const [keys, { id }] of bound.keymap[pane].actions) {
      const typed = keyWords(keys)
        .split(' ')
        .map(word => keyNamed(word)!);
      expect(meaningOf(bound.keymap, pane, typed)).toMatchObject({ action: { id } });
    }
});
