import { useState } from 'react';
import type { HelpRow } from '../../keys/help.ts';
import { STATE_WORDS } from '../../state/outbox/row-state.ts';
import type { HelpOverlay } from '../../state/overlay.ts';
import { restMs } from '../../state/sync/follow-cursor.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import type { Size } from '../layout.ts';
import { signs } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import type { Piece } from '../widgets/line.tsx';
import { stateCells } from '../widgets/row-sign.ts';
import { type BoxPlace, placeBox } from './box.tsx';

const COLUMNS = 46;
const MIN_ROWS = 8;

/** The place of the help: on a slow link half of the rows, otherwise two thirds. */
export function helpPlace(screen: Size, isFast: boolean): BoxPlace {
  const rows = Math.round(screen.rows * (isFast ? 2 / 3 : 1 / 2));
  return placeBox(screen, Math.min(COLUMNS, screen.columns - 4), Math.min(screen.rows - 4, Math.max(MIN_ROWS, rows)));
}

/** The rows of the help, the title of each group before its first one. */
export function withHeadings(rows: readonly HelpRow[]): readonly (HelpRow | SafeText)[] {
  return rows.flatMap((row, at) =>
    row.group === undefined || row.group === rows[at - 1]?.group ? [row] : [row.group, row],
  );
}

/** A lower box needs its rows for the keys. */
const MIN_LEGEND_ROWS = 20;
const ASKED = /^(sign|legend)s?$/;

interface Meaning {
  readonly sign: Piece;
  readonly words: SafeText;
}

const MEANINGS: readonly Meaning[] = [
  { sign: t`${signs.mark} `, words: t`marked: verbs act on all of them` },
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
  const hasRoom = pane === 'list' && !isPalette && draft.text === '' && link === 'fast' && rows >= MIN_LEGEND_ROWS;
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

/** Each is the sign, its blank, the words and two blanks. */
function columnsOf(row: readonly Meaning[]): number {
  return row.reduce((sum, { words }) => sum + width(words) + 4, 0);
}

/** A row of the legend, padded to the box. */
export function legendRow(row: readonly Meaning[], columns: number): Piece {
  const rest = pad(t``, Math.max(0, columns - 1 - columnsOf(row)));
  return [t` `, ...row.flatMap(({ sign, words }) => [sign, t`${words}  `]), rest];
}

/** A lower box needs the rows for its keys: it says less of the link, or nothing. */
const MIN_NOTE_ROWS = 12;
const WHOLE_NOTE_ROWS = 16;

/** What `slow` in the footer changes, in rows of a box of this inner size; no rows on a fast link. */
export function useSlowNote(columns: number, rows: number): readonly SafeText[] {
  const link = useWorld(world => world.link);
  const wire = useWorld(world => world.wire);
  // Read once: drawing changed figures would bring answers, and those would change the figures.
  const [seen] = useState(wire);
  if (link === 'fast' || rows < MIN_NOTE_ROWS) return [];
  return wrap(noteOf(seen, rows >= WHOLE_NOTE_ROWS), columns - 2);
}

function noteOf(wire: World['wire'], isWhole: boolean): SafeText {
  const figures = [
    ...(wire.roundTripMs === undefined ? [] : [t`${Math.round(wire.roundTripMs)} ms`]),
    ...(wire.bytesPerSecond === undefined ? [] : [t`${grouped(wire.bytesPerSecond)} bytes a second`]),
  ];
  const measured = figures.length === 0 ? t`` : t` (${join(figures, t`, `)})`;
  const change = isWhole
    ? t`a marker, no bar; the preview and the ends of rows after ${restMs.slow} ms; half a page at the list's edge; counts and key hints rest; a row that you took out stays (·)`
    : t`less is drawn`;
  return t`Slow link${measured}: ${change}. --link fast turns this off.`;
}
