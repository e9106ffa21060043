import { knownKind } from '../../text/known-kinds.ts';
import { isAllNarrow } from '../../text/unicode.ts';
import { PLAIN, SEEN_ON_BLANK, type Style } from './sgr.ts';

/** One cell of the screen, interned: equal cells are the same object. */
export interface Cell {
  readonly text: string;
  /** Columns it covers by our count; 0 marks a further column of the wide cell before it. */
  readonly width: number;
  readonly style: Style;
  /** Terminals disagree about its columns. */
  readonly isRisky: boolean;
  /** The columns it covers on the terminal that draws it widest. */
  readonly reach: number;
}

/** The plain blank. A space whose style is invisible on a space is this cell too. */
export const BLANK: Cell = Object.freeze({ text: ' ', width: 1, style: PLAIN, isRisky: false, reach: 1 });

/** A further column of a wide cell. */
export const HALF: Cell = Object.freeze({ text: '', width: 0, style: PLAIN, isRisky: false, reach: 0 });

/** Returns the same object for equal cells. */
export interface CellTable {
  /** The cell for one printable ASCII code (32–126). */
  ascii(code: number, style: Style): Cell;
  /** The cell of that cluster, if it occurred before. */
  known(text: string, style: Style): Cell | undefined;
  /** The cell for one cluster of the given width (1 or more). */
  cluster(text: string, width: number, style: Style): Cell;
}

/** After this many clusters the table starts again, and a cell may be sent once more than needed. */
const MAX_CLUSTERS = 20_000;

/** Makes a table that returns the same object for equal cells. */
export function createCellTable(): CellTable {
  const asciiOf = new Map<Style, Cell[]>();
  const clustersOf = new Map<Style, Map<string, Cell>>();
  let clusters = 0;

  const clustersIn = (style: Style): Map<string, Cell> => {
    if (clusters > MAX_CLUSTERS) {
      clustersOf.clear();
      clusters = 0;
    }
    return clustersOf.get(style) ?? clustersOf.set(style, new Map()).get(style)!;
  };

  return {
    ascii(code, style) {
      if (code === 0x20 && (style & SEEN_ON_BLANK) === 0) return BLANK;
      const table = asciiOf.get(style) ?? asciiOf.set(style, []).get(style)!;
      table[code] ??= { text: String.fromCharCode(code), width: 1, style, isRisky: false, reach: 1 };
      return table[code];
    },
    known: (text, style) => clustersOf.get(style)?.get(text),
    cluster(text, width, style) {
      const known = clustersOf.get(style)?.get(text);
      if (known !== undefined) return known;
      const cell: Cell = { text, width, style, ...riskOf(text, width) };
      clustersIn(style).set(text, cell);
      clusters++;
      return cell;
    },
  };
}

/** Wide in every width table of the last twenty years: jamo, CJK, kana, Hangul syllables, fullwidth forms. */
const SURELY_WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;

/** One column by our count, but none, two or unknown elsewhere: marks, formats, vowel jamo, new or private signs. */
const DOUBTFUL_NARROW = /^[\p{M}\p{Cf}\p{Cn}\p{Co}\u1160-\u11ff\ud7b0-\ud7ff\u{1f000}-\u{1ffff}]$/u;

function isDoubtfulNarrow(point: string): boolean {
  const kind = knownKind(point.codePointAt(0)!);
  return kind === undefined ? DOUBTFUL_NARROW.test(point) : kind !== 'letter';
}

function riskOf(text: string, width: number): { isRisky: boolean; reach: number } {
  if (isAllNarrow(text)) return { isRisky: false, reach: width };
  const points = [...text];
  const isSure = points.length === 1 && (width >= 2 ? SURELY_WIDE.test(text) : !isDoubtfulNarrow(text));
  if (isSure) return { isRisky: false, reach: width };
  const reach = points.reduce((sum, point) => sum + reachOf(point), 0);
  return { isRisky: true, reach: Math.max(reach, width) };
}

/** Among them are the marks without a column in every width table of that time; an old one gives newer marks one each. */
const OLD_MARKS =
  /^[\u0300-\u036f\u0483-\u0486\u0591-\u05c7\u064b-\u0655\u06d6-\u06e8\u0901\u0902\u093c\u0941-\u094d\u0e31-\u0e4e\u3099\u309a]$/;

/** Joiners, selectors and tags. */
const SURELY_NONE = /^[\u200c\u200d\ufe00-\ufe0e\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}]$/v;

function reachOf(point: string): number {
  const kind = knownKind(point.codePointAt(0)!);
  const isOld = OLD_MARKS.test(point);
  if (kind !== undefined) return kind === 'mark' && isOld ? 0 : 1;
  if (SURELY_NONE.test(point) || (isOld && /\p{Mn}/u.test(point))) return 0;
  return SURELY_WIDE.test(point) || /[\p{Extended_Pictographic}\u{1f000}-\u{1ffff}]/u.test(point) ? 2 : 1;
}
