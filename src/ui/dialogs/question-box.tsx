import type { ReactElement } from 'react';
import type { Question } from '../../keys/action.ts';
import type { QuestionOverlay } from '../../state/overlay.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { useWorld } from '../use-world.ts';
import { Lines } from '../widgets/line.tsx';
import { Box, type DialogProps, placeBox, withCursor } from './box.tsx';

const MAX_COLUMNS = 72;
const MIN_COLUMNS = 30;

/** A question that only `y` confirms, or one with answers of its own. */
export function QuestionBox({
  part: question,
  overlay,
  screen,
}: DialogProps<Question<unknown>, QuestionOverlay>): ReactElement {
  const world = useWorld(all => all);
  const title = question.title(world, overlay);
  const foot = question.foot ?? t`y ${question.verb ?? t`yes`} · Esc back`;
  const choices = question.choices?.(world, overlay) ?? [];
  const answers = choices.flatMap(({ key, words }) => (words === undefined ? [] : [t`${safeLine(key)}  ${words}`]));
  const lines = [...question.lines(world, overlay), ...answers];
  const widest = Math.max(MIN_COLUMNS, width(title) + 2, width(foot) + 2, ...lines.map(line => width(line) + 2));
  const columns = Math.min(widest, MAX_COLUMNS, screen.columns - 2);
  const wrapped = lines.flatMap(line => (line === '' ? [t``] : wrap(line, columns - 2)));
  const place = placeBox(screen, columns, Math.min(wrapped.length, screen.rows - 4));
  return (
    <Box place={place} title={cut(title, columns - 2)} foot={foot}>
      <Lines of={withCursor(shownOf(wrapped, place.rows), place.columns)} />
    </Box>
  );
}

/** If the text is too long, its middle is left out: the end of a question says what cannot be undone. */
function shownOf(lines: readonly SafeText[], rows: number): readonly SafeText[] {
  if (lines.length <= rows) return lines;
  const tail = Math.min(3, rows - 1);
  const left = lines.length - (rows - 1);
  return [...lines.slice(0, rows - 1 - tail), t`… ${left} more lines`, ...lines.slice(lines.length - tail)];
}
