import type { ReactElement } from 'react';
import { STATE_WORDS } from '../../state/outbox/row-state.ts';
import type { HelpOverlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { signs } from '../theme.ts';
import { Line, type Piece } from '../widgets/line.tsx';
import { stateCells } from '../widgets/row-sign.ts';

/** A lower box needs its rows for the keys. */
const MIN_ROWS = 16;
const ASKED = /^(sign|legend)s?$/;

interface Meaning {
  readonly sign: Piece;
  readonly words: SafeText;
}

const MEANINGS: readonly Meaning[] = [
  { sign: t`${signs.mark} `, words: t`marked` },
  ...STATE_WORDS.map(([sign, words]) => ({ sign: stateCells(sign), words })),
];

/**
 * What the signs of a row mean, in rows of a box of this inner size; no rows where the help is of another pane or was
 * asked for something else.
 */
export function signLegend(
  { pane, link }: World,
  { draft, isPalette }: HelpOverlay,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly (readonly Meaning[])[] {
  const isAsked = ASKED.test(draft.text.trim().toLowerCase());
  const hasRoom = pane === 'list' && !isPalette && draft.text === '' && link === 'fast' && rows >= MIN_ROWS;
  return isAsked || hasRoom ? inRows(columns - 1) : [];
}

function inRows(columns: number): readonly (readonly Meaning[])[] {
  const rows: Meaning[][] = [[]];
  for (const meaning of MEANINGS) {
    const row = rows.at(-1)!;
    if (row.length > 0 && columnsOf([...row, meaning]) > columns) rows.push([meaning]);
    else row.push(meaning);
  }
  return rows;
}

function columnsOf(row: readonly Meaning[]): number {
  return row.reduce((sum, { words }) => sum + columnsOfOne(words), 0);
}

/** The sign, two blanks and the words. */
function columnsOfOne(words: SafeText): number {
  return width(words) + 4;
}

/** Those rows, padded to the box. */
export function SignLegend({
  rows,
  columns,
}: {
  readonly rows: readonly (readonly Meaning[])[];
  readonly columns: number;
}): readonly ReactElement[] {
  return rows.map(row => (
    <Line key={row[0]!.words}>
      {[
        t` `,
        ...row.flatMap(({ sign, words }) => [sign, t`${words}  `]),
        t`${' '.repeat(Math.max(0, columns - 1 - columnsOf(row))) as SafeText}`,
      ]}
    </Line>
  ));
}
