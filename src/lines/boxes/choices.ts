import { asked, replaceBox, viewOf } from '../../keys/flow.ts';
import { escapeOf } from '../../keys/form-keys.ts';
import { choiceKeyWords } from '../../keys/help.ts';
import { keyNamed, keyWords } from '../../keys/key-words.ts';
import { withPart } from '../../keys/list-state.ts';
import type { Option } from '../../keys/option.ts';
import { beginsWord, filterOptions, withCursor } from '../../keys/options.ts';
import { shownOptions } from '../../keys/part-state.ts';
import type { AnyView, ChoicesPart } from '../../keys/parts.ts';
import type { ChoicesState, OpenBox } from '../../state/world/open-box.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { searchKey } from '../../text/search-key.ts';
import { spansInWords } from '../../text/time-words.ts';
import { listed, sentence, spoken } from '../words/spoken.ts';
import { type BoxContext, type ChoiceNumbers, type Common, createNumbers, press, type SpokenBox } from './box.ts';

type AnyChoicesPart = ChoicesPart<unknown, unknown>;

/** The list as it is now: its box, its state, and its choices for a filter text. */
interface Now {
  readonly open: OpenBox;
  readonly state: ChoicesState;
  options(text?: string): readonly Option[];
}

/** Numbered choices, answered by number, by words, or by one of the list's keys and a number. */
export function choicesBox(
  hands: BoxContext,
  common: Common,
  part: AnyChoicesPart,
  view: AnyView,
  before?: SpokenBox,
): SpokenBox {
  const { desk } = hands;
  const plain = shownOptions(part, view, stateOf(view.open).draft);
  const kept = before?.key === common.key ? (before.numbers as ChoiceNumbers<Option>) : undefined;
  const numbers = kept ?? createNumbers<Option>(option => option.id);
  const current = (): Now | undefined => {
    const open = common.isOpen();
    const state = open && stateOf(open);
    const options = (text?: string) => {
      const draft = text === undefined || state!.draft === null ? state!.draft : { text, cursor: text.length };
      return shownOptions(part, viewOf(desk.world(), open!), draft);
    };
    return open && state && { open, state, options };
  };
  /** The choice of a number. Before any was read out, they are counted in their order. */
  const numbered = (number: string): Option | undefined => {
    if (numbers.isEmpty()) for (const option of plain) numbers.of(option);
    return numbers.choice(Number(number));
  };
  /** The cursor goes to the choice, then Enter, or another key, acts on it. */
  const take = (words: string, { id: wanted, label }: Option, key = 'enter'): readonly SafeText[] => {
    const now = current();
    if (!now) return [];
    const options = now.options(words);
    const at = options.findIndex(option => option.id === wanted);
    if (at === -1) return [sentence(t`${label} is no longer there: nothing was done`)];
    const { draft } = now.state;
    putState(hands, now.open, withCursor({ ...now.state, draft: draft && typedText(words) }, options, at));
    press(hands, key);
    const after = current();
    if (after?.state.draft?.text) putState(hands, after.open, { ...after.state, draft: typedText('') });
    return [];
  };
  const choose = (words: string): readonly SafeText[] => {
    const now = current();
    if (!now) return [];
    const options = choicesFor(now, words);
    const option = meantBy(options, words);
    // An option that exists only because it was typed, such as a new tag, may be a slip.
    if (option && now.options().some(({ id }) => id === option.id)) return take(words, option);
    if (options.length === 0) return [t`No choice is “${safeLine(words)}”.`].map(spoken);
    return [t`Which one?`, ...optionWords(options, numbers)];
  };
  const byKey = (line: string): readonly SafeText[] | undefined => {
    const [word = '', number = ''] = line.split(/\s+/);
    const own = part.keys?.find(({ key }) => [word, word.toLowerCase(), keyNamed(word)].includes(key));
    if (!own || !/^\d*$/.test(number)) return undefined;
    const option = number === '' ? undefined : numbered(number);
    if (option) return take('', option, own.key);
    if (number !== '') return [t`No choice has the number ${safeLine(number)}.`];
    if (current()) press(hands, own.key);
    return [];
  };
  const answer = (line: string): readonly SafeText[] => {
    const isLeft =
      line === '' || line.toLowerCase() === 'esc' || (line === 'q' && !part.keys?.some(({ key }) => key === 'q'));
    if (isLeft) {
      press(hands, 'esc');
      return [];
    }
    const option = /^\d+$/.test(line) ? numbered(line) : undefined;
    if (option) return take(typedFor(option, current()), option);
    return byKey(line) ?? choose(line);
  };
  return {
    key: common.key,
    numbers,
    // Read out only when it is asked for: that gives the numbers.
    get words() {
      const nothing = () => [sentence(part.empty?.(view) ?? t`There is nothing to choose.`)];
      return [...common.said, ...(plain.length === 0 ? nothing() : optionWords(plain, numbers))];
    },
    ask: askOf(common, part, view, plain.length),
    prompt: t`choose`,
    answer,
    answerAtOnce: words => {
      const parts = words.split(',').flatMap(one => one.trim() || []);
      let said: readonly SafeText[] = [];
      // The first one that is not clear ends it: two lists of choices would ask for two numbers.
      while (said.length === 0 && parts.length > 0 && current()) said = answer(parts.shift()!);
      const left = parts.length === 0 ? [] : [t`Not done: ${safeLine(parts.join(', '))}.`];
      const isAsked = said.length > 1;
      if (!isAsked && current() && escapeOf(asked(view.open).box, view) === undefined) press(hands, 'esc');
      return [...left, ...said];
    },
  };
}

function stateOf({ state: { at, parts } }: OpenBox): ChoicesState {
  return parts[at] as ChoicesState;
}

function typedText(text: string) {
  return { text, cursor: text.length };
}

function putState({ desk }: BoxContext, open: OpenBox, state: ChoicesState): void {
  replaceBox(desk, withPart(open, state));
}

/** A choice that is there only while something is typed is found again by typing it. */
function typedFor({ id, label }: Option, now: Now | undefined): string {
  const isPlain = now?.options().some(option => option.id === id);
  if (isPlain) return '';
  return /“(.*)”/.exec(label)?.[1] ?? label;
}

const SIGNS: Readonly<Record<string, SafeText>> = { '✓': t`on`, '-': t`on some` };

function optionWords(options: readonly Option[], numbers: ChoiceNumbers<Option>): readonly SafeText[] {
  return options.map(option => {
    const { label, sign, detail, whyNot } = option;
    const more = [SIGNS[sign ?? ''], whyNot === undefined ? detail : t`not possible, ${whyNot}`];
    return t`${numbers.of(option)} ${listed([spoken(label), ...more.map(one => one && spansInWords(safeLine(spoken(one).trim())))])}`;
  });
}

function askOf({ verb }: Common, part: AnyChoicesPart, view: AnyView, count: number): SafeText {
  const leaving = escapeOf(asked(view.open).box, view);
  const parts = [
    ...(count > 0 ? [t`Number or words: ${verb}`] : part.hasFilter ? [t`Words: ${verb}`] : []),
    ...choiceKeyWords(part, keyWords),
    leaving === undefined ? t`empty: back` : t`empty: ${leaving}`,
  ];
  return sentence(join(parts, t`; `));
}

/**
 * The choices that typed words can mean. With a filter line the box itself knows more of them, and some, such as
 * nobody, that always stay.
 */
function choicesFor(now: Now, words: string): readonly Option[] {
  const draft = typedText(words);
  const plain = now.options();
  if (now.state.draft === null) return filterOptions(plain, draft);
  const anyway = new Set(plain.map(({ id }) => id));
  const isMeant = (option: Option) => !anyway.has(option.id) || filterOptions([option], draft).length > 0;
  return now.options(words).filter(isMeant);
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
