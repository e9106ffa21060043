import { cut, pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { trimEnd } from '../../text/trim-end.ts';
import { width } from '../../text/width.ts';

/** One column of a list: its head, and what it says of a row. */
export interface Column<Row> {
  readonly head: SafeText;
  readonly cell: (row: Row) => SafeText;
  /** Where the text stands; by default left. */
  readonly side?: 'right';
  /** It gets the room that the others leave. Without one, the last column does. */
  readonly grows?: true;
}

/** A column that does not grow is at most this wide, and at most this part of the room. */
const MAX_FIXED = 28;
const FIXED_PART = 7;
const LEAST_GROWN = 12;
const GAP = t`  `;

/** Lines of a table for a terminal of so many columns, with room for these rows. Later rows are cut to the same room. */
export function createTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], room: number) {
  const named = columns.findIndex(({ grows }) => grows);
  const grown = named === -1 ? columns.length - 1 : named;
  const widths = columns.map(({ head, cell }, at) => {
    const widest = rows.reduce((most, row) => Math.max(most, width(cell(row))), width(head));
    return at === grown ? widest : Math.min(widest, MAX_FIXED, Math.max(width(head), Math.floor(room / FIXED_PART)));
  });
  const others = widths.reduce((sum, one, at) => (at === grown ? sum : sum + one + GAP.length), 0);
  widths[grown] = Math.min(widths[grown] ?? 0, Math.max(LEAST_GROWN, room - others));
  const lineOf = (cells: readonly SafeText[]): SafeText => {
    const padded = cells.map((cell, at) => pad(cell, widths[at]!, columns[at]!.side));
    return cut(trimEnd(join(padded, GAP), ' ') as SafeText, room);
  };
  return {
    head: () => lineOf(columns.map(({ head }) => head)),
    line: (row: Row) => lineOf(columns.map(({ cell }) => cell(row))),
  };
}
