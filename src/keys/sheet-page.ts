const MAX_COLUMNS = 100;
const EDGE_COLUMNS = 4;
const EDGE_ROWS = 6;
/** The title and the foot. */
const PLAIN_EDGE_ROWS = 2;

interface Screen {
  readonly columns: number;
  readonly rows: number;
}

/** The part of a page's lines that is shown, in cells. */
export interface SheetPage {
  readonly columns: number;
  readonly rows: number;
}

/** The page of a sheet on a screen of this size; a plain one has no frame. */
export function sheetPage({ columns, rows }: Screen, isPlain = false): SheetPage {
  if (isPlain) return { columns, rows: Math.max(1, rows - PLAIN_EDGE_ROWS) };
  return { columns: Math.min(MAX_COLUMNS, columns - EDGE_COLUMNS), rows: Math.max(1, rows - EDGE_ROWS) };
}

/** The first line to show for the one that was asked for: no page stays half empty if it can be filled. */
export function sheetTop(lines: number, top: number, { rows }: SheetPage): number {
  return Math.max(0, Math.min(lines - rows, top));
}
