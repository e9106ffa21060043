import type { AnyAction, Question } from '../../keys/action.ts';
import type { QuestionOverlay } from '../../state/overlay.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { ofOthers, sentence, spoken } from '../words/spoken.ts';
import { type Box, type Hands, press } from './box.ts';

/** A question, answered by `y` or by one of its own answers; anything else asks again. */
export function questionBox(
  hands: Hands,
  { id }: AnyAction,
  question: Question<unknown>,
  overlay: QuestionOverlay,
): Box {
  const world = hands.desk.world();
  const title = question.title(world, overlay);
  const choices = question.choices?.(world, overlay) ?? [];
  const answers = choices.map(
    ({ key, words }, index) => t`${index + 1} ${words ?? safeLine(key)}, key ${safeLine(key)}`,
  );
  const ask = choices.length === 0 ? t`y: ${question.verb ?? t`yes`}; no: back.` : t`A number or a key; no: back.`;
  const answer = (line: string): readonly SafeText[] => {
    const word = line.toLowerCase();
    const choice = choices.find(({ key }) => key === line) ?? choices[Number(line) - 1];
    if (choice) press(hands, choice.key);
    else if (['y', 'yes'].includes(word) && question.answer) press(hands, 'y');
    else if (['', 'n', 'no', 'q', 'esc'].includes(word)) press(hands, 'esc');
    // Anything else is asked again.
    return [];
  };
  return {
    key: `question ${id} ${title}`,
    words: [
      sentence(title),
      ...question.lines(world, overlay).map(line => ofOthers(spoken(line))),
      ...answers.map(spoken),
    ],
    ask,
    prompt: choices.length === 0 ? t`y or no` : t`answer`,
    answer,
    answerAtOnce: answer,
  };
}
