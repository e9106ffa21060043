const MAX_COLUMNS = 100;
const EDGE_COLUMNS = 4;
const EDGE_ROWS = 6;

interface Screen {
  readonly columns: number;
  readonly rows: number;
}

/** What a page to read shows of its lines, in cells. */
export interface SheetPage {
  readonly columns: number;
  readonly rows: number;
}

/** The page of a sheet on a screen of this size. */
export function sheetPage({ columns, rows }: Screen): SheetPage {
  return { columns: Math.min(MAX_COLUMNS, columns - EDGE_COLUMNS), rows: Math.max(1, rows - EDGE_ROWS) };
}

/** The first line that a page shows, for the one that was asked for: it leaves no page half empty that can be filled. */
export function sheetTop(lines: number, top: number, { rows }: SheetPage): number {
  return Math.max(0, Math.min(lines - rows, top));
}
