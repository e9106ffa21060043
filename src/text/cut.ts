import type { SafeText } from './safe.ts';
import { isAllNarrow } from './unicode.ts';
import { eachGrapheme, graphemes, width } from './width.ts';

/** The sign of a cut: of all text in this process, because it has one terminal. */
const cutting = { sign: '…' };

/** Marks a cut with these signs from now on: `…`, or `..` on a terminal that gets ASCII alone. */
export function cutWith(sign: '…' | '..'): void {
  cutting.sign = sign;
}

function signFor(columns: number): string {
  return width(cutting.sign) <= columns ? cutting.sign : '.';
}

/** The text, or its start and `…` (or `..`) if it is wider than `columns`: never wider, no character split. */
export function cut(text: SafeText, columns: number): SafeText {
  return cutToWidth(text, columns).text;
}

/** The text, or `…` (or `..`) and its end if it is wider than `columns`. */
export function cutStart(text: SafeText, columns: number): SafeText {
  if (width(text) <= columns) return text;
  if (!(columns >= 1)) return '' as SafeText;
  const sign = signFor(columns);
  const clusters = graphemes(text.slice(-4 * Math.floor(columns)) as SafeText);
  let from = clusters.length;
  for (let room = columns - width(sign); from > 0 && clusters[from - 1]!.width <= room; from -= 1)
    room -= clusters[from - 1]!.width;
  const end = clusters.slice(from).map(({ text: cluster }) => cluster);
  return `${sign}${end.join('')}` as SafeText;
}

/**
 * The text exactly `columns` wide: cut if it is wider, otherwise filled with spaces. `side` says where the text stands
 * (default left).
 */
export function pad(text: SafeText, columns: number, side: 'left' | 'right' = 'left'): SafeText {
  const piece = cutToWidth(text, columns);
  const fill = ' '.repeat(Math.max(0, Math.floor(columns) - piece.columns));
  return (side === 'left' ? piece.text + fill : fill + piece.text) as SafeText;
}

/**
 * As `pad`; a text that is too wide keeps its end from the last ` · ` on, if that is at most half of the room. In a
 * notice, the end says which key helps.
 */
export function padBeforeEnd(text: SafeText, columns: number): SafeText {
  const at = text.lastIndexOf(' · ');
  const end = text.slice(at) as SafeText;
  if (at === -1 || width(text) <= columns || width(end) > columns / 2) return pad(text, columns);
  const start = cut(text.slice(0, at) as SafeText, columns - width(end));
  return pad((start + end) as SafeText, columns);
}

// Stops at the cut, so that a title of a megabyte costs no more than a long one.
function cutToWidth(text: SafeText, columns: number): { text: SafeText; columns: number } {
  if (!(columns >= 1)) return { text: '' as SafeText, columns: 0 };
  const head = text.slice(0, Math.floor(columns) + 1);
  if (isAllNarrow(head)) return cutNarrow(text, Math.floor(columns));
  const sign = signFor(columns);
  let total = 0;
  let keptColumns = 0;
  let keptEnd = 0;
  let isTooWide = false;
  eachGrapheme(text, (_start, end, more) => {
    total += more;
    if (total <= columns - width(sign)) {
      keptColumns = total;
      keptEnd = end;
    }
    isTooWide = total > columns;
    return !isTooWide;
  });
  if (!isTooWide) return { text, columns: total };
  return { text: (text.slice(0, keptEnd) + sign) as SafeText, columns: keptColumns + width(sign) };
}

// Nearly every text on a screen is one: then its length is its width.
function cutNarrow(text: SafeText, columns: number): { text: SafeText; columns: number } {
  if (text.length <= columns) return { text, columns: text.length };
  const sign = signFor(columns);
  return { text: (text.slice(0, columns - width(sign)) + sign) as SafeText, columns };
}
