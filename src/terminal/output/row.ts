import { knownKind } from '../../text/known-kinds.ts';
import { isAllNarrow, plainColumns } from '../../text/unicode.ts';
import { eachGrapheme, width } from '../../text/width.ts';
import { BLANK, type Cell, type CellTable, HALF } from './cells.ts';
import { applySgr, type Ink, PLAIN } from './sgr.ts';

/** One line of a frame as cells of the terminal. */
export interface CellRow {
  /** As many cells as the screen has columns. */
  readonly cells: readonly Cell[];
  /** From here on all cells are plain blanks. */
  readonly end: number;
  /** The column the cursor's mark (overline) stands on, or -1. */
  readonly mark: number;
}

/** A row of plain blanks. */
export function blankRow(columns: number): CellRow {
  return { cells: new Array<Cell>(columns).fill(BLANK), end: 0, mark: -1 };
}

interface Draft extends Ink {
  readonly cells: Cell[];
  readonly columns: number;
  mark: number;
}

const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;

/**
 * Turns a line of a frame into cells. It begins plain, as Ink writes it, and is cut at the edge. SGR sets the style,
 * the cursor's mark is taken out; any other escape sequence or control character is dropped, even if earlier code let
 * it through.
 */
export function parseRow(line: string, columns: number, table: CellTable, hasColor: boolean): CellRow {
  const draft: Draft = { cells: [], columns, style: PLAIN, isMarked: false, mark: -1 };
  let at = 0;
  while (at < line.length && draft.cells.length < columns) {
    const to = endOfText(line, at);
    if (to > at) pushText(draft, line.slice(at, to), table);
    if (to === line.length) break;
    const { end, sgr } = readEscape(line, to);
    if (sgr !== undefined) applySgr(sgr, draft, hasColor);
    at = end;
  }
  return finish(draft);
}

/** Where the text from `at` on ends: at the next control, or at the line's end. */
export function endOfText(line: string, at: number): number {
  CONTROL.lastIndex = at;
  return CONTROL.test(line) ? CONTROL.lastIndex - 1 : line.length;
}

function finish(draft: Draft): CellRow {
  const { cells, columns, mark } = draft;
  let end = cells.length;
  while (end > 0 && cells[end - 1] === BLANK) end--;
  while (cells.length < columns) cells.push(BLANK);
  return { cells, end, mark };
}

function pushText(draft: Draft, text: string, table: CellTable): void {
  eachGrapheme(text, (start, end, columns) => {
    const code = text.charCodeAt(start);
    if (end === start + 1 && code < 0x7f) push(draft, table.ascii(code, draft.style));
    else pushCluster(draft, text.slice(start, end), columns, table);
    return draft.cells.length < draft.columns;
  });
}

function push(draft: Draft, cell: Cell): void {
  const { cells } = draft;
  if (draft.isMarked && draft.mark < 0) draft.mark = cells.length;
  cells.push(cell);
  for (let half = 1; half < cell.width; half++) cells.push(HALF);
}

/** A longer cluster is an attack on the terminal, not text; only its first character is drawn. */
const MAX_CLUSTER_UNITS = 64;

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}+$/u;

/** Characters that join the previous cell on some terminal: marks, formats, vowel and final jamo without their lead. */
const JOINS_BEFORE = /^[\p{M}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]+/u;

/** The part of a cluster that is drawn, and its columns; blanks follow up to the columns of the whole. */
interface DrawnCluster {
  readonly text: string;
  readonly columns: number;
  readonly whole: number;
}

const NOTHING: DrawnCluster = { text: '', columns: 0, whole: 0 };

/**
 * How a cluster is drawn to which `eachGrapheme` gives these columns: an invisible one not at all, and one blank for a mark
 * without a base.
 */
export function drawnCluster(text: string, columns: number): DrawnCluster {
  const isLetter = plainColumns(text.charCodeAt(0)) > 0 || knownKind(text.codePointAt(0)!) === 'letter';
  if (!isLetter && IGNORABLE.test(text)) return NOTHING;
  const whole = Math.max(columns, 1);
  const first = text.length > MAX_CLUSTER_UNITS ? String.fromCodePoint(text.codePointAt(0)!) : text;
  const drawn = isLetter ? first : first.replace(JOINS_BEFORE, '');
  // Interned by the drawn characters: a part of a cluster is as wide as it is alone.
  const own = drawn === text ? columns : Math.min(width(drawn), columns);
  return own === 0 || !drawn.isWellFormed() ? { ...NOTHING, whole } : { text: drawn, columns: own, whole };
}

function pushCluster(draft: Draft, text: string, columns: number, table: CellTable): void {
  const known = table.known(text, draft.style);
  const hasRoom = draft.cells.length + columns <= draft.columns;
  if (known !== undefined && hasRoom) push(draft, known);
  // The expressions above take longer to make than such signs take to draw.
  else if (hasRoom && isAllNarrow(text)) push(draft, table.cluster(text, columns, draft.style));
  else {
    const drawn = drawnCluster(text, columns);
    const isDrawn = hasRoom && drawn.columns > 0;
    if (isDrawn) push(draft, table.cluster(drawn.text, drawn.columns, draft.style));
    pushBlanks(draft, drawn.whole - (isDrawn ? drawn.columns : 0), table);
  }
}

/** Replaces cells that are not drawn. */
function pushBlanks(draft: Draft, columns: number, table: CellTable): void {
  const count = Math.min(columns, draft.columns - draft.cells.length);
  for (let blank = 0; blank < count; blank++) push(draft, table.ascii(0x20, draft.style));
}

/** A control character or escape sequence found in a line: its end, and its codes if it is a colour sequence. */
interface Escape {
  readonly end: number;
  readonly sgr: readonly number[] | undefined;
}

/**
 * Introducers of a control string (DCS, SOS, OSC, PM, APC) in their 7-bit form, after ESC; the 8-bit form is 0x40 more.
 */
const STRINGS = 'PX]^_';

const CSI = /[0-?]*[ -/]*[@-~]?/y;
const OTHER = /[ -/]*[0-~]?/y;
const STRING_END = /\x07|\x9c|\x1b\\/g;
const SGR_PARAMETERS = /^[\d;]*$/;

/** Reads the control at `at`, 7-bit or 8-bit. An unterminated one extends to the line's end. */
export function readEscape(line: string, at: number): Escape {
  const code = line.charCodeAt(at);
  if (code !== 0x1b) return code >= 0x80 ? readBody(line, at + 1, String.fromCharCode(code - 0x40)) : plain(at + 1);
  if (at + 1 === line.length) return plain(at + 1);
  const introducer = line[at + 1]!;
  if (introducer === '[' || STRINGS.includes(introducer)) return readBody(line, at + 2, introducer);
  return plain(endOf(OTHER, line, at + 1));
}

function readBody(line: string, from: number, introducer: string): Escape {
  if (introducer === '[') {
    const end = endOf(CSI, line, from);
    const parameters = line.slice(from, end - 1);
    if (line[end - 1] !== 'm' || end === from || !SGR_PARAMETERS.test(parameters)) return plain(end);
    return { end, sgr: parameters.split(';').map(Number) };
  }
  if (!STRINGS.includes(introducer)) return plain(from);
  STRING_END.lastIndex = from;
  return plain(STRING_END.test(line) ? STRING_END.lastIndex : line.length);
}

function endOf(pattern: RegExp, line: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(line);
  return Math.max(pattern.lastIndex, from);
}

function plain(end: number): Escape {
  return { end, sgr: undefined };
}
