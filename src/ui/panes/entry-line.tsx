import { memo, type ReactElement } from 'react';
import type { Highlight } from '../../state/detail/find.ts';
import type { DetailLine } from '../../state/detail/line.ts';
import { stateOfOther } from '../../state/list/row-state.ts';
import { cut, pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { type Look, type Painted, paint, signs } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { stateCells } from '../widgets/row-sign.ts';
import { isNarrow } from './detail-place.ts';

const LOOKS: Partial<Readonly<Record<DetailLine['role'], Look>>> = {
  head: 'bold',
  quote: 'dim',
  signature: 'dim',
  fold: 'dim',
  event: 'dim',
  failure: 'problem',
  more: 'dim',
  rest: 'dim',
};

const NOTHING: readonly Highlight[] = [];

interface EntryLineProps {
  readonly line: DetailLine;
  readonly columns: number;
  readonly isSelected: boolean;
  readonly hasKeys: boolean;
  /** Dates are dim; over a slow link that is left out, and all weights in a narrow pane. */
  readonly hasWeights: boolean;
  /** The matches of a search in it. */
  readonly found: readonly Highlight[] | undefined;
}

/** One line of the detail. */
export const EntryLine = memo(function EntryLine(props: EntryLineProps): ReactElement {
  const { line, columns, isSelected, hasKeys, hasWeights, found = NOTHING } = props;
  const { text, voice, role } = line;
  const right = rightOf(line);
  const bar = voice === null ? undefined : paint(voice === 'note' ? 'note' : 'plain', signs[voice]);
  const state = useWorld(world => (line.row ? stateOfOther(world, line.row) : undefined));
  const sign = line.row && stateCells(state);
  const isMarked = useWorld(({ detail }) => role === 'head' && detail.marked.has(line.entryKey ?? ''));
  const mark = isMarked ? t`${signs.mark} ` : undefined;
  const room = columns - 2 - (bar || sign || mark ? 2 : 0);
  const rightColumns = right === null ? 0 : Math.min(width(right), room);
  const gap = rightColumns > 0 && rightColumns < room ? 1 : 0;
  const isEndDim = right !== null && hasWeights && !isNarrow(columns);
  const own = (isNarrow(columns) && role !== 'failure' ? undefined : LOOKS[role]) ?? 'plain';
  const look = voice === 'note' && role === 'head' ? 'noteHead' : own;
  const edge = isSelected ? signs.marker : t` `;
  // Trailing blanks are left out: Ink takes a frame apart character by character.
  const words = right === null ? cut(text, room) : pad(text, Math.max(0, room - rightColumns - gap));
  const end = right === null ? t`` : t`${pad(t``, gap)}${pad(right, rightColumns, 'right')}`;
  return (
    <Line>
      {[
        hasKeys ? paint('cursor', edge) : edge,
        bar !== undefined && [bar, t` `],
        sign ?? mark,
        found.length > 0 && foundPieces(words, text, look, found),
        isEndDim
          ? [found.length === 0 && paint(look, words), paint('dim', end)]
          : paint(look, found.length === 0 ? t`${words}${end}` : end),
        t` `,
      ]}
    </Line>
  );
});

/** To whom, the number and the time, and a key that helps. */
function rightOf({ to, right, hint }: DetailLine): SafeText | null {
  const end = hint ? t`${right ?? t``} · ${hint}` : right;
  return to ? join([to, end ?? t``].filter(Boolean), t`  `) : end;
}

/** A line's text with the matches in it, as far as it is not cut off. */
function foundPieces(words: SafeText, text: SafeText, look: Look, found: readonly Highlight[]): readonly Painted[] {
  let limit = 0;
  while (limit < text.length && words[limit] === text[limit]) limit += 1;
  const pieces: Painted[] = [];
  let done = 0;
  for (const { from, to, isCurrent } of found) {
    const end = Math.min(to, limit);
    if (end <= from) continue;
    pieces.push(paint(look, words.slice(done, from) as SafeText));
    pieces.push(paint(isCurrent ? 'bar' : 'found', words.slice(from, end) as SafeText));
    done = end;
  }
  return [...pieces, paint(look, words.slice(done) as SafeText)];
}
