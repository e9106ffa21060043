import { ambiguousColumns, isAllNarrow } from '../../text/unicode.ts';
import { eachGrapheme } from '../../text/width.ts';
import { applySgr, type Ink, isOneStyle, PLAIN } from './sgr.ts';

/**
 * The columns of a plain line: each of its clusters takes some, and its styles end with it. Undefined for any other, also
 * for one with a style on nothing, which would keep the blanks before it from being the end of their row.
 */
export type PlainWidth = (line: string) => number | undefined;

/** Twice as many lines are known at most; a screen of 120 x 36 has about 80. */
const MAX_LINES = 500;

/** Keeps the widths of the last lines, most of which come again in the next frame. */
export function createPlainWidth(): PlainWidth {
  let [recent, older] = [new Map<string, number>(), new Map<string, number>()];
  let ambiguous = ambiguousColumns();
  return line => {
    if (ambiguous !== ambiguousColumns()) {
      ambiguous = ambiguousColumns();
      recent.clear();
      older.clear();
    }
    const known = recent.get(line);
    if (known !== undefined) return known;
    const columns = older.get(line) ?? plainWidth(line);
    if (columns === undefined) return undefined;
    if (recent.size >= MAX_LINES) [recent, older] = [new Map(), recent];
    recent.set(line, columns);
    return columns;
  };
}

/** A sequence of one code, as the desk writes them. */
const SGR = /\x1b\[([1-9]\d{0,2})m/y;

function plainWidth(line: string): number | undefined {
  if (isAllNarrow(line)) return line.length;
  const ink: Ink = { style: PLAIN, isMarked: false };
  let [columns, at, isLastPlain] = [0, 0, true];
  while (true) {
    const control = line.indexOf('\x1b', at);
    const more = columnsAlone(control < 0 ? line.slice(at) : line.slice(at, control));
    if (more === undefined) return undefined;
    columns += more;
    if (more > 0) isLastPlain = isPlain(ink);
    if (control < 0) return isPlain(ink) ? columns : undefined;
    SGR.lastIndex = control;
    const code = Number(SGR.exec(line)?.[1]);
    if (!isOneStyle(code)) return undefined;
    applySgr([code], ink, true);
    if (isLastPlain && isPlain(ink)) return undefined;
    at = SGR.lastIndex;
  }
}

function isPlain({ style, isMarked }: Ink): boolean {
  return style === PLAIN && !isMarked;
}

function columnsAlone(text: string): number | undefined {
  if (isAllNarrow(text)) return text.length;
  let columns = 0;
  let isSeen = true;
  eachGrapheme(text, (_start, _end, more) => {
    columns += more;
    isSeen = more > 0;
    return isSeen;
  });
  return isSeen ? columns : undefined;
}
