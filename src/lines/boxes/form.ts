import { asked, replaceBox, viewOf } from '../../keys/flow.ts';
import { escapeOf, formPartWords, isFixed } from '../../keys/form-keys.ts';
import { putText } from '../../keys/line-keys.ts';
import { listIn, withPart } from '../../keys/list-state.ts';
import { heldIn } from '../../keys/part-state.ts';
import { type AnyPart, type AnyView, isLinePart } from '../../keys/parts.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { searchKey } from '../../text/search-key.ts';
import { listed, sentence, spoken } from '../words/spoken.ts';
import { type BoxContext, type Common, press, pressBox, type SpokenBox } from './box.ts';

/** Whether a row of a form is a box of its own in lines: a text, a secret, or a list to choose several from. */
export function isOwnBox(part: AnyPart, view: AnyView): boolean {
  if (part.kind === 'line') return part.isSecret?.(view) === true;
  return part.kind === 'text' || (part.kind === 'choices' && !part.isRow);
}

/**
 * A form as numbered rows. `own`: the box of the row that has the keys, if it has one, whose end leads back to the rows.
 * `again`: the box as it is after another row has got the keys.
 */
export function formBox(
  hands: BoxContext,
  common: Common,
  view: AnyView,
  own: SpokenBox | undefined,
  again: () => SpokenBox,
): SpokenBox {
  const { desk } = hands;
  const { box } = asked(view.open);
  const names = Object.keys(box.parts);
  const rows = names.filter(name => 'label' in box.parts[name]!);
  const atRow = (at: string): OpenBox => {
    const open = common.isOpen() ?? view.open;
    return { ...open, state: { ...open.state, at } };
  };
  const backToRows = () => replaceBox(desk, atRow(names.at(-1)!));
  if (own) return rowBox(own, backToRows);
  const said = (name: string): SafeText =>
    t`${rows.indexOf(name) + 1} ${rowWords(name, viewOf(desk.world(), atRow(name)))}`;
  const write = (name: string, words: string): readonly SafeText[] => {
    const open = atRow(name);
    const list = listIn(desk.world(), open);
    if (isFixed(desk, open)) return [];
    if (list?.part.isRow) {
      const option = list.options.find(({ label }) => searchKey(label).startsWith(searchKey(words)));
      if (!option) return ruleWords(list.part, view);
      replaceBox(desk, withPart(open, { ...list.state, chosen: [option.id] }));
    } else if (list) {
      replaceBox(desk, open);
      const told = again().answer(words);
      if (told !== 'passes' && told.length > 0) return told;
    } else putText(desk, open, { draft: { text: words, cursor: words.length } });
    backToRows();
    return [said(name)];
  };
  const answer = (line: string): readonly SafeText[] => {
    const [, word = '', words = ''] = /^~?(\w+)\s*(.*)$/s.exec(line) ?? [];
    const name = rows[Number(word) - 1] ?? rows.find(one => one === word);
    if (['', 'q', 'esc'].includes(line)) press(hands, 'esc');
    else if (line === '.') pressBox(hands, 'box.send');
    else if (name === undefined) return [t`No row is called ${safeLine(line)}.`];
    else if (words !== '') return write(name, words);
    else if (isOwnBox(box.parts[name]!, view)) replaceBox(desk, atRow(name));
    else return [said(name), ...ruleWords(box.parts[name]!, view)];
    return [];
  };
  const leaving = escapeOf(box, view) ?? t`back`;
  return {
    ...common,
    words: [...common.said, ...rows.map(said)],
    ask: t`A number and words write a row, a number alone tells more; a dot: ${box.verb}; empty: ${leaving}.`,
    prompt: t`form`,
    answer,
    answerAtOnce: answer,
  };
}

function rowBox(row: SpokenBox, backToRows: () => void): SpokenBox {
  const ends = row.isText ? ['.', '~q'] : ['', 'q', 'esc'];
  const answer = (line: string) => {
    const said = ends.includes(line) ? [] : row.answer(line);
    if (ends.includes(line) || row.isSecret) backToRows();
    return said;
  };
  return row.isText
    ? { ...row, ask: t`Write lines; a dot alone ends the text, ~help tells more.`, answer }
    : { ...row, answer };
}

/** `Name: Returns`, whether it was changed, and its fault. */
function rowWords(name: string, view: AnyView): SafeText {
  const { box } = asked(view.open);
  const part = box.parts[name]! as Extract<AnyPart, { label?: SafeText }>;
  const { faults, state } = view.open;
  const text = heldIn(state)[name] ?? '';
  const fault = faults?.[name] ?? (isLinePart(part) && text !== '' ? part.check?.(view, text) : undefined);
  const now = formPartWords({ part, state: state.parts[name]!, view });
  const changed = box.asks?.changed(view).includes(name) ? t`changed` : undefined;
  return spoken(listed([t`${part.label ?? t``}: ${now}`, changed, fault && t`wrong: ${fault}`]));
}

/** The rule of a row, or its choices. */
function ruleWords(part: AnyPart, view: AnyView): readonly SafeText[] {
  if (part.kind !== 'choices')
    return [isLinePart(part) ? part.rule?.(view, '') : undefined].flatMap(rule => rule || []);
  const labels = part.options(view, null).map(({ label }) => label);
  return [sentence(t`It can be ${join(labels, t` or `)}`)];
}
