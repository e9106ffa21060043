const MAX_COLUMNS = 100;
const EDGE_COLUMNS = 4;
const EDGE_ROWS = 6;
/** The title and the foot. */
const PLAIN_EDGE_ROWS = 2;

/** A screen, or the part of a page's lines that is shown on it, in cells. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** The page of a sheet on a screen of this size; a plain one has no frame. */
export function sheetPage({ columns, rows }: Cells, isPlain = false): Cells {
  if (isPlain) return { columns, rows: Math.max(1, rows - PLAIN_EDGE_ROWS) };
  return { columns: Math.min(MAX_COLUMNS, columns - EDGE_COLUMNS), rows: Math.max(1, rows - EDGE_ROWS) };
}

/** The first line to show for the one that was asked for: no page stays half empty if it can be filled. */
export function sheetTop(lines: number, top: number, { rows }: Cells): number {
  return Math.max(0, Math.min(lines - rows, top));
}
