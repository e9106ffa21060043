import type { AnyAction, Picker } from '../../keys/action.ts';
import { pickerKeyWords } from '../../keys/help.ts';
import type { Option } from '../../keys/option.ts';
import { beginsWord, filterOptions, withCursor } from '../../keys/options.ts';
import { optionsOf, replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { searchKey } from '../../text/search-key.ts';
import { listed, sentence, spoken } from '../words/spoken.ts';
import { type Box, createNumbers, type Hands, type Numbers, press } from './box.ts';

/** A picker as numbered choices, answered by number, by words, or by one of its keys and a number. */
export function pickerBox(
  hands: Hands,
  { id }: AnyAction,
  picker: Picker<unknown>,
  opened: PickerOverlay,
  before?: Box,
): Box {
  const { desk } = hands;
  const world = desk.world();
  const plain = optionsOf(picker, world, opened);
  const title = picker.title(world, opened);
  const boxKey = `picker ${id} ${title}`;
  const kept = before?.key === boxKey ? (before.numbers as Numbers<Option>) : undefined;
  const numbers = kept ?? createNumbers<Option>(option => option.id);
  /** The choice of a number. Before any was read out, they are counted in their order. */
  const numbered = (number: string): Option | undefined => {
    if (numbers.isEmpty()) for (const option of plain) numbers.of(option);
    return numbers.choice(Number(number));
  };
  const choose = (words: string): readonly SafeText[] => {
    const now = current();
    if (!now) return [];
    const options = choicesFor(picker, desk.world(), now, words);
    const option = meantBy(options, words);
    // What is there only because it was typed, such as a new tag, may be a slip.
    if (option && isThere(option, now)) {
      return take(words, option);
    }
    if (options.length === 0) return [t`No choice is “${safeLine(words)}”.`].map(spoken);
    return [t`Which one?`, ...optionWords(options, numbers)];
  };
  const current = (): PickerOverlay | undefined => {
    const top = topOverlay(desk.world());
    return top?.kind === 'picker' && top.actionId === id ? top : undefined;
  };
  /** The cursor goes to the choice, then Enter, or another key, acts on it. */
  const take = (words: string, { id: wanted, label }: Option, key = 'enter'): readonly SafeText[] => {
    const now = current();
    if (!now) return [];
    const typed = now.draft === null ? now : { ...now, draft: { text: words, cursor: words.length } };
    const options = optionsOf(picker, desk.world(), typed);
    const at = options.findIndex(option => option.id === wanted);
    if (at === -1) return [sentence(t`${label} is no longer there: nothing was done`)];
    replaceOverlay(desk, withCursor(typed, options, at));
    press(hands, key);
    const after = current();
    if (after?.draft && after.draft.text !== '') replaceOverlay(desk, { ...after, draft: { text: '', cursor: 0 } });
    return [];
  };
  const isThere = ({ id: wanted }: Option, now: PickerOverlay): boolean =>
    optionsOf(picker, desk.world(), now).some(option => option.id === wanted);
  const byKey = (line: string): readonly SafeText[] | undefined => {
    const [word = '', number = ''] = line.split(/\s+/);
    const own = picker.keys?.find(({ key }) => key === word || key === word.toLowerCase());
    if (!own || !/^\d*$/.test(number)) return undefined;
    const option = number === '' ? undefined : numbered(number);
    if (option) return take('', option, own.key);
    if (number !== '') return [t`No choice has the number ${safeLine(number)}.`];
    if (current()) press(hands, own.key);
    return [];
  };
  const answer = (line: string): readonly SafeText[] => {
    const isLeft =
      line === '' || line.toLowerCase() === 'esc' || (line === 'q' && !picker.keys?.some(({ key }) => key === 'q'));
    if (isLeft) {
      press(hands, 'esc');
      return [];
    }
    const option = /^\d+$/.test(line) ? numbered(line) : undefined;
    if (option) return take(typedFor(option, picker, hands, current()), option);
    return byKey(line) ?? choose(line);
  };
  return {
    key: boxKey,
    numbers,
    // Read out only when it is asked for: that gives the numbers.
    get words() {
      const choices = plain.length === 0 ? emptyWords(hands, picker, opened) : optionWords(plain, numbers);
      return [sentence(title), ...choices];
    },
    ask: askOf(hands, picker, opened, plain.length),
    prompt: t`choose`,
    answer,
    answerAtOnce: words => {
      const parts = words.split(',').flatMap(part => part.trim() || []);
      let said: readonly SafeText[] = [];
      // The first one that is not clear ends it: two lists of choices would ask for two numbers.
      while (said.length === 0 && parts.length > 0) said = answer(parts.shift()!);
      const left = parts.length === 0 ? [] : [t`Not done: ${safeLine(parts.join(', '))}.`];
      const isAsked = said.length > 1;
      if (!isAsked && current() && picker.escape?.(desk.world(), opened) === undefined) press(hands, 'esc');
      return [...left, ...said];
    },
  };
}

/** A choice that is there only while something is typed is found again by typing it. */
function typedFor(
  { id, label }: Option,
  picker: Picker<unknown>,
  { desk }: Hands,
  now: PickerOverlay | undefined,
): string {
  const isPlain = now !== undefined && optionsOf(picker, desk.world(), now).some(option => option.id === id);
  if (isPlain) return '';
  return /“(.*)”/.exec(label)?.[1] ?? label;
}

const SIGNS: Readonly<Record<string, SafeText>> = { '✓': t`on`, '-': t`on some` };

function optionWords(options: readonly Option[], numbers: Numbers<Option>): readonly SafeText[] {
  return options.map(option => {
    const { label, sign, detail, whyNot } = option;
    const more = [SIGNS[sign ?? ''], whyNot === undefined ? detail : t`not possible, ${whyNot}`];
    return t`${numbers.of(option)} ${listed([spoken(label), ...more.map(part => part && (spoken(part).trim() as SafeText))])}`;
  });
}

function emptyWords({ desk }: Hands, picker: Picker<unknown>, overlay: PickerOverlay): readonly SafeText[] {
  return [sentence(picker.empty?.(desk.world(), overlay) ?? t`There is nothing to choose.`)];
}

function askOf({ desk }: Hands, picker: Picker<unknown>, overlay: PickerOverlay, count: number): SafeText {
  const leaving = picker.escape?.(desk.world(), overlay);
  const parts = [
    ...(count > 0 ? [t`Number or words: ${picker.verb}`] : picker.hasFilter ? [t`Words: ${picker.verb}`] : []),
    ...pickerKeyWords(picker),
    leaving === undefined ? t`empty: back` : t`empty: ${leaving}`,
  ];
  return sentence(join(parts, t`; `));
}

/**
 * The choices of a picker that typed words can mean. With a filter line the picker itself knows more of them, and some,
 * such as nobody, that stay whatever is typed.
 */
function choicesFor(picker: Picker<unknown>, world: World, overlay: PickerOverlay, words: string): readonly Option[] {
  const draft = { text: words, cursor: words.length };
  const plain = optionsOf(picker, world, overlay);
  if (overlay.draft === null) return filterOptions(plain, draft);
  const anyway = new Set(plain.map(({ id }) => id));
  const isMeant = (option: Option) => !anyway.has(option.id) || filterOptions([option], draft).length > 0;
  return optionsOf(picker, world, { ...overlay, draft }).filter(isMeant);
}

/**
 * The one choice that words surely mean: named by them, or alone with a word that begins so. One that only resembles
 * them, or that any words leave, is asked about.
 */
function meantBy(options: readonly Option[], words: string): Option | undefined {
  const wanted = searchKey(words);
  const named = options.filter(({ label }) => searchKey(label) === wanted);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const beginning = options.filter(({ label }) => beginsWord(searchKey(label), wanted));
  return beginning.length === 1 ? beginning[0] : undefined;
}
