import { act } from '../../keys/act.ts';
import { asked } from '../../keys/flow.ts';
import { type HelpRow, helpRows } from '../../keys/help.ts';
import { listIn } from '../../keys/list-state.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { ActionNames } from '../names.ts';
import { explained, helpWords, rowHelp } from '../words/help-words.ts';
import { spoken } from '../words/spoken.ts';
import { type BoxContext, type ChoiceNumbers, createNumbers, press, type SpokenBox } from './box.ts';

/** More rows are not said: other words find fewer. */
const MAX_ROWS = 12;

/** The help and the list of all actions: words find some of them. In the list, a number runs one; in the help it is explained. */
export function helpBox(hands: BoxContext, names: ActionNames, open: OpenBox, before?: SpokenBox): SpokenBox {
  const { desk, bound } = hands;
  const { text } = listIn(desk.world(), open)!.state.draft!;
  const isPalette = asked(open).data !== undefined;
  const key = `help ${isPalette}`;
  const kept = before?.key === key ? (before.numbers as ChoiceNumbers<HelpRow>) : undefined;
  const numbers = kept ?? createNumbers<HelpRow>(({ action }) => action.id);
  const run = ({ action }: HelpRow): void => {
    press(hands, 'esc');
    act(desk, action);
  };
  const find = (words: string): readonly SafeText[] => {
    const world = desk.world();
    const all = helpRows(bound, world, words, true);
    const called = names.called(words.toLowerCase());
    const named = called.length === 1 ? all.filter(({ action }) => action === called[0]) : [];
    const found = (named.length > 0 ? named : all).slice(0, MAX_ROWS);
    if (found.length === 0) return [spoken(t`No action is about “${safeLine(words)}”.`)];
    if (isPalette && found.length === 1) {
      run(found[0]!);
      return [];
    }
    if (named.length > 0) return explained(names, named[0]!.action);
    const said = (row: HelpRow) => rowHelp(names, row.action);
    return found.map(row => (isPalette ? t`${numbers.of(row)} ${said(row)}` : said(row)));
  };
  const answer = (line: string): readonly SafeText[] => {
    const row = /^\d+$/.test(line) ? numbers.choice(Number(line)) : undefined;
    if (line === '') press(hands, 'esc');
    else if (row) run(row);
    else return find(`${text}${line}`);
    return [];
  };
  return {
    key,
    numbers,
    words: isPalette ? [t`All actions.`] : helpWords(names, bound.actions, desk.world()),
    ask: isPalette
      ? t`Words find an action, a number runs it; empty: back.`
      : t`Words explain actions, a number runs one; empty: back.`,
    ...(isPalette ? {} : { isOnlyRead: true as const }),
    prompt: isPalette ? t`action` : t`help`,
    answer,
    answerAtOnce: words => {
      const said = answer(words);
      // The help only explains: the next line is not for it.
      if (!isPalette) press(hands, 'esc');
      return said;
    },
  };
}
