import type { ReactElement } from 'react';
import type { Draft } from '../../text/edit.ts';
import { t } from '../../text/safe.ts';
import { boxOf, FOOT_ROWS, type PaneBox, type Size, writingRowsOf } from '../layout.ts';
import { useLayout } from '../use-world.ts';
import { Fill, Lines } from '../widgets/line.tsx';
import { cursorPieces, type FieldRow, fieldRows } from '../widgets/text-field.tsx';

/** The frame. */
const OTHER_ROWS = 2;
/** The fewest rows of a text, with room for them and without; it grows by `GROWTH_ROWS` at a time. */
const LEAST_ROWS = 5;
const MIN_ROWS = 3;
const GROWTH_ROWS = 4;

/** The rows of a text of many lines that its box has room for, with the cursor among them. */
interface TextWindow {
  readonly rows: readonly FieldRow[];
  /** The rows that the text takes, blank ones at its end included. */
  readonly room: number;
}

/** The rows that a box over a pane has for a signature, beside `others` and the fewest of the text. */
export function signatureRows(pane: WritingPlace, others: number): number {
  return writingRowsOf(pane).most - OTHER_ROWS - others - LEAST_ROWS;
}

/** The window on a text over a pane, in a box of this inner width with `others` as further rows. */
export function textWindow(draft: Draft, columns: number, pane: WritingPlace, others: number): TextWindow {
  const rows = fieldRows(draft, columns - 2);
  const further = OTHER_ROWS + others;
  const { half, most } = writingRowsOf(pane);
  const least = Math.max(MIN_ROWS, Math.min(LEAST_ROWS, most - further));
  const grown = least + GROWTH_ROWS * Math.max(0, Math.ceil((rows.length - least) / GROWTH_ROWS));
  const room = Math.max(1, Math.min(grown, Math.max(least, half - further), pane.rows - further));
  const at = rows.findIndex(({ cursor }) => cursor >= 0);
  const first = Math.max(0, Math.min(at - room + 1, rows.length - room));
  return { rows: rows.slice(first, first + room), room };
}

interface WrittenTextProps {
  readonly text: TextWindow;
  readonly columns: number;
  /** False while another part of the box has the keys. */
  readonly hasCursor?: boolean;
}

/** Those rows. */
export function WrittenText({ text: { rows, room }, columns, hasCursor = true }: WrittenTextProps): ReactElement {
  return (
    <>
      <Lines of={rows.map(row => [t` `, cursorPieces(hasCursor ? row : { ...row, cursor: -1 }, columns - 2), t` `])} />
      <Fill rows={room - rows.length} columns={columns} />
    </>
  );
}

/** Narrower than this, there is no room to write in a box over the detail. */
const MIN_COLUMNS = 40;

type WritingPlace = Pick<PaneBox, 'left' | 'columns' | 'rows' | 'headRows'>;

/**
 * The pane over which the agent writes, at its foot: the detail if that has room, otherwise the whole screen. A column
 * stays free beside the wall of the pane, or it would be a double one with that of the box.
 */
export function useWritingPlace(screen: Size): WritingPlace {
  const detail = boxOf(useLayout(screen, 'detail'), 'detail')!;
  if (detail.columns < MIN_COLUMNS)
    return { ...detail, left: 0, columns: screen.columns, rows: screen.rows - FOOT_ROWS };
  const { left, columns } = detail;
  return left === 0 ? detail : { ...detail, left: left + 1, columns: columns - 1 };
}
