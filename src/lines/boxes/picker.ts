import type { AnyAction, Option, Picker } from '../../keys/action.ts';
import { keyLabel } from '../../keys/help.ts';
import { replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import { withCursor } from '../../keys/picker-cursor.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { listed, sentence, spoken } from '../words/spoken.ts';
import { type Box, type Hands, press } from './box.ts';
import { choicesFor, meantBy } from './picker-choice.ts';

/** A picker as numbered choices, answered by number, by words, or by one of its keys and a number. */
export function pickerBox(hands: Hands, { id }: AnyAction, picker: Picker<unknown>, opened: PickerOverlay): Box {
  const { desk } = hands;
  const world = desk.world();
  let numbered = picker.options(world, opened);
  const title = picker.title(world, opened);
  const choose = (words: string): readonly SafeText[] => {
    const now = current();
    if (!now) return [];
    const options = choicesFor(picker, desk.world(), now, words);
    const option = meantBy(options, words);
    // What is there only because it was typed, such as a new tag, may be a slip.
    if (option && isThere(option, now)) {
      take(words, option);
      return [];
    }
    if (options.length === 0) return [t`No choice is “${safeLine(words)}”.`].map(spoken);
    numbered = options;
    return [t`Which one?`, ...optionWords(numbered)];
  };
  const current = (): PickerOverlay | undefined => {
    const top = topOverlay(desk.world());
    return top?.kind === 'picker' && top.actionId === id ? top : undefined;
  };
  /** The cursor goes to the choice, then Enter, or another key, acts on it. */
  const take = (words: string, { id: wanted }: Option, key = 'enter'): void => {
    const now = current();
    if (!now) return;
    const typed = now.draft === null ? now : { ...now, draft: { text: words, cursor: words.length } };
    const options = picker.options(desk.world(), typed);
    replaceOverlay(
      desk,
      withCursor(
        typed,
        options,
        options.findIndex(option => option.id === wanted),
      ),
    );
    press(hands, key);
    const after = current();
    if (after?.draft && after.draft.text !== '') replaceOverlay(desk, { ...after, draft: { text: '', cursor: 0 } });
  };
  const isThere = ({ id: wanted }: Option, now: PickerOverlay): boolean =>
    picker.options(desk.world(), now).some(option => option.id === wanted);
  const byKey = (line: string): boolean => {
    const [word = '', number = ''] = line.split(/\s+/);
    const own = picker.keys?.find(({ key }) => key === word || key === word.toLowerCase());
    if (!own || !/^\d*$/.test(number)) return false;
    const now = current();
    const option = number === '' ? undefined : numbered[Number(number) - 1];
    if (option) take('', option, own.key);
    else if (now) press(hands, own.key);
    return true;
  };
  const answer = (line: string): readonly SafeText[] => {
    const isLeft =
      line === '' || line.toLowerCase() === 'esc' || (line === 'q' && !picker.keys?.some(({ key }) => key === 'q'));
    if (isLeft) press(hands, 'esc');
    else if (/^\d+$/.test(line) && numbered[Number(line) - 1]) {
      const option = numbered[Number(line) - 1]!;
      take(typedFor(option, picker, hands, current()), option);
    } else if (!byKey(line)) return choose(line);
    return [];
  };
  return {
    key: `picker ${id} ${title}`,
    words: [sentence(title), ...(numbered.length === 0 ? emptyWords(hands, picker, opened) : optionWords(numbered))],
    ask: askOf(hands, picker, opened, numbered.length),
    prompt: t`choose`,
    answer,
    answerAtOnce: words => {
      const said = words.split(',').flatMap(part => (part.trim() === '' ? [] : answer(part.trim())));
      const isAsked = said.length > 1;
      if (!isAsked && current() && picker.escape?.(desk.world(), opened) === undefined) press(hands, 'esc');
      return said;
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
  const isPlain = now !== undefined && picker.options(desk.world(), now).some(option => option.id === id);
  if (isPlain) return '';
  return /“(.*)”/.exec(label)?.[1] ?? label;
}

const SIGNS: Readonly<Record<string, SafeText>> = { '✓': t`on`, '-': t`on some` };

function optionWords(options: readonly Option[]): readonly SafeText[] {
  return options.map(({ label, sign, detail, whyNot }, index) => {
    const more = [SIGNS[sign ?? ''], whyNot === undefined ? detail : t`not possible, ${whyNot}`];
    return t`${index + 1} ${listed([spoken(label), ...more.map(part => part && (spoken(part).trim() as SafeText))])}`;
  });
}

function emptyWords({ desk }: Hands, picker: Picker<unknown>, overlay: PickerOverlay): readonly SafeText[] {
  return [sentence(picker.empty?.(desk.world(), overlay) ?? t`There is nothing to choose.`)];
}

function askOf({ desk }: Hands, picker: Picker<unknown>, overlay: PickerOverlay, count: number): SafeText {
  const keys = (picker.keys ?? []).flatMap(({ key, word }) =>
    word === undefined ? [] : [t`${keyLabel(key)} ${word}`],
  );
  const leaving = picker.escape?.(desk.world(), overlay);
  const parts = [
    ...(count > 0 ? [t`Number or words: ${picker.verb}`] : picker.hasFilter ? [t`Words: ${picker.verb}`] : []),
    ...keys,
    leaving === undefined ? t`empty: back` : t`empty: ${leaving}`,
  ];
  return sentence(join(parts, t`; `));
}
