import { cut, pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { trimEnd } from '../../text/trim-end.ts';
import { width } from '../../text/width.ts';

/** One column of a list: its head, and its cell for a row. */
export interface Column<Row> {
  readonly head: SafeText;
  readonly cell: (row: Row) => SafeText;
  /** Where the text stands; by default left. */
  readonly side?: 'right';
  /** It gets the room first that the others leave. Without one, the last column does. */
  readonly grows?: true;
}

/** A column that does not grow is at most this wide, and at most this part of the room, unless there is room left. */
const MAX_FIXED = 28;
const FIXED_PART = 7;
const LEAST_GROWN = 12;
const GAP = t`  `;

/** Lines of a table for a terminal of this width, with room for these rows. Later rows are cut to the same room. */
export function createTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], room: number) {
  const widths = widthsOf(columns, rows, room);
  const lineOf = (cells: readonly SafeText[]): SafeText => {
    const padded = cells.map((cell, at) => pad(cell, widths[at]!, columns[at]!.side));
    return cut(trimEnd(join(padded, GAP), ' ') as SafeText, room);
  };
  return {
    head: () => lineOf(columns.map(({ head }) => head)),
    line: (row: Row) => lineOf(columns.map(({ cell }) => cell(row))),
  };
}

function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], room: number): readonly number[] {
  const named = columns.findIndex(({ grows }) => grows);
  const grown = named === -1 ? columns.length - 1 : named;
  const heads = columns.map(({ head }) => width(head));
  const wanted = columns.map(({ cell }, at) =>
    rows.reduce((most, row) => Math.max(most, width(cell(row))), heads[at]!),
  );
  const widths = wanted.map((one, at) => {
    const most = at === grown ? LEAST_GROWN : Math.min(MAX_FIXED, Math.max(heads[at]!, Math.floor(room / FIXED_PART)));
    return Math.min(one, most);
  });
  let left = room - widths.reduce((sum, one) => sum + one, (columns.length - 1) * GAP.length);
  for (const at of [grown, ...columns.keys()]) {
    const more = Math.max(0, Math.min(wanted[at]! - widths[at]!, left));
    widths[at] = widths[at]! + more;
    left -= more;
  }
  return widths;
}
