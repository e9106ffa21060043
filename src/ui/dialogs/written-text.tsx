import type { ReactElement } from 'react';
import { pad } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { boxOf, FOOT_ROWS, type Size, writingRowsOf } from '../layout.ts';
import { useLayout } from '../use-world.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { cursorPieces, type FieldRow, fieldRows } from '../widgets/text-field.tsx';

/** The head and the frame. */
const OTHER_ROWS = 3;
export const MIN_ROWS = 3;

/** The rows of a text of many lines that its box has room for, with the cursor among them. */
interface TextWindow {
  readonly rows: readonly FieldRow[];
  /** The rows that the text takes, blank ones at its end included. */
  readonly room: number;
}

/** The rows that are left for the text beside `others` in a box of the highest size over a pane. */
export function textRows(pane: Size, others: number): number {
  return writingRowsOf(pane.rows) - OTHER_ROWS - others;
}

/** The window on a text over a pane, in a box of this inner width with `others` as further rows. */
export function textWindow(draft: Draft, columns: number, pane: Size, others: number): TextWindow {
  const rows = fieldRows(draft, columns - 2);
  const most = Math.min(pane.rows - OTHER_ROWS - others, Math.max(MIN_ROWS, textRows(pane, others)));
  const room = Math.max(1, Math.min(Math.max(MIN_ROWS, rows.length), most));
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

/**
 * The pane over which the agent writes, at its foot: the detail if that has room, otherwise the whole screen. A column
 * stays free beside the wall of the pane, or it would be a double one with that of the box.
 */
export function useWritingPlace(screen: Size): Size & { readonly left: number } {
  const detail = boxOf(useLayout(screen, 'detail'), 'detail');
  if (!detail || detail.columns < MIN_COLUMNS)
    return { left: 0, columns: screen.columns, rows: screen.rows - FOOT_ROWS };
  const { left, columns, rows } = detail;
  return left === 0 ? detail : { left: left + 1, columns: columns - 1, rows };
}

interface FilesRowProps {
  /** The files in words; empty if there are none. */
  readonly files: SafeText;
  readonly columns: number;
}

/** The files that go with a text, in a row below it. Without files it draws nothing. */
export function FilesRow({ files, columns }: FilesRowProps): ReactElement | null {
  return files === '' ? null : <Line look="dim">{t` ${pad(t`with ${files}`, columns - 1)}`}</Line>;
}
