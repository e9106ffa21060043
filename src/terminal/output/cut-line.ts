import { isAllNarrow } from '../../text/unicode.ts';
import { eachGrapheme } from '../../text/width.ts';
import { drawnCluster, endOfText, readEscape } from './row.ts';
import { applySgr, codesFor, type Ink, PLAIN } from './sgr.ts';

/** A text and the columns that it takes. */
interface Cut {
  readonly text: string;
  readonly columns: number;
}

/**
 * The part of a line from one column up to another; its styles end with it. A wide character that is cut leaves blanks in
 * its style. `ink` is the style before the line, and becomes the one after it. As `parseRow` does, it keeps SGR alone of
 * all controls, and gives a mark without a base a blank column.
 */
export function cutLine(line: string, from: number, to: number, ink: Ink = { style: PLAIN, isMarked: false }): Cut {
  let text = '';
  let column = 0;
  // The text ends in a style.
  let isOpen = false;
  for (let at = 0; at < line.length; ) {
    const end = endOfText(line, at);
    const run = cutText(line.slice(at, end), from - column, to - column);
    column += run.columns;
    if (run.text !== '') {
      text += text === '' ? codesFor(ink) + run.text : run.text;
      isOpen = !isPlain(ink);
    }
    if (end === line.length) break;
    const { end: next, sgr } = readEscape(line, end);
    at = next;
    if (sgr === undefined) continue;
    applySgr(sgr, ink, true);
    // Codes before the first character are not copied: those that it has are written with it.
    if (text === '' || column > to) continue;
    text += line.slice(end, at);
    isOpen = !isPlain(ink);
  }
  return { text: isOpen ? `${text}\x1b[m` : text, columns: Math.max(0, Math.min(column, to) - Math.max(from, 0)) };
}

function isPlain({ style, isMarked }: Ink): boolean {
  return style === PLAIN && !isMarked;
}

/** The same of a text without controls; `columns` are those of all of it. */
function cutText(text: string, from: number, to: number): Cut {
  if (isAllNarrow(text)) return { text: text.slice(Math.max(0, from), Math.max(0, to)), columns: text.length };
  let kept = '';
  let column = 0;
  eachGrapheme(text, (start, end, columns) => {
    const drawn = drawnCluster(text.slice(start, end), columns);
    const next = column + drawn.whole;
    if (column >= from && next <= to) kept += drawn.text + ' '.repeat(drawn.whole - drawn.columns);
    else kept += ' '.repeat(Math.max(0, Math.min(next, to) - Math.max(column, from)));
    column = next;
  });
  return { text: kept, columns: column };
}
