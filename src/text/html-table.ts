import { hiddenBy } from './html-hidden.ts';
import { descendants, type HtmlNode, MAX_NODES_OF_A_CELL } from './html-node.ts';
import type { SafeText } from './safe.ts';
import { width } from './width.ts';

/** No person writes a larger table. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 10;
/** The columns that a table takes at most: it fits beside a list, where the desk puts a detail by itself. */
const MOST = 58;
/** The blanks between two columns. */
export const TABLE_GAP = 2;
/** A narrower column breaks most words. */
const MIN_COLUMN = 12;

/**
 * The widest column with which a table of data fits its lines; undefined if the table is a layout, or cannot be aligned:
 * then its rows are lines with bars. A table of data has two rows and columns or more, each row as many plain cells as
 * the others, none hidden, none over several columns or rows.
 */
export function widestColumnOf(table: HtmlNode, isPlainCell: (node: HtmlNode) => boolean): number | undefined {
  const rows = rowsOf(table);
  const count = rows?.[0]?.length ?? 0;
  if (rows === undefined || rows.length < 2 || count < 2 || count > MAX_COLUMNS) return undefined;
  const natural = Array.from({ length: count }, () => 0);
  for (const row of rows) {
    if (row.length !== count) return undefined;
    for (const [column, cell] of row.entries()) {
      if (!isPlainCell(cell) || hiddenBy(cell) !== undefined || isSpanning(cell)) return undefined;
      const text = textOf(cell);
      // The columns are aligned by characters, and no word is broken.
      if (text === undefined || text.length !== width(text as SafeText)) return undefined;
      if (text.split(' ').some(word => word.length > MIN_COLUMN * 2)) return undefined;
      natural[column] = Math.max(natural[column]!, text.length);
    }
  }
  return fitting(natural);
}

/** The rows of a table with their cells; undefined if one is hidden, or if there are too many. */
function rowsOf(table: HtmlNode): readonly (readonly HtmlNode[])[] | undefined {
  const parts = elements(table).flatMap(part =>
    /^(?:thead|tbody|tfoot)$/.test(part.name ?? '') ? elements(part) : part,
  );
  const rows = parts.slice(0, MAX_ROWS + 1).filter(({ name }) => name === 'tr');
  if (rows.length > MAX_ROWS || [table, ...rows].some(one => hiddenBy(one) !== undefined)) return undefined;
  return rows.map(row => elements(row).filter(({ name }) => name === 'td' || name === 'th'));
}

function elements({ children }: HtmlNode): readonly HtmlNode[] {
  return (children ?? []).slice(0, MAX_ROWS * 2 + 2).filter(({ name }) => name !== undefined);
}

function isSpanning({ attribs }: HtmlNode): boolean {
  return [attribs?.colspan, attribs?.rowspan].some(span => span !== undefined && span.trim() !== '1');
}

/** The words of a cell; undefined if it has another element with words of its own. */
function textOf(cell: HtmlNode): string | undefined {
  let text = '';
  for (const { type, name, data } of descendants(cell, MAX_NODES_OF_A_CELL)) {
    if (name === 'img' || name === 'a' || name === 'br') return undefined;
    if (type === 'text') text += data ?? '';
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** The largest width of a column with which all of them fit, at most as wide as they are by nature. */
function fitting(natural: readonly number[]): number | undefined {
  const room = MOST - TABLE_GAP * (natural.length - 1);
  for (let most = Math.min(MOST, Math.max(...natural)); most >= MIN_COLUMN; most -= 1)
    if (natural.reduce((sum, own) => sum + Math.min(own, most), 0) <= room) return most;
  return natural.reduce((sum, own) => sum + own, 0) <= room ? MIN_COLUMN : undefined;
}
