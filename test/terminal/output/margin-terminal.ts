import { applySgr, PLAIN, SEEN_ON_BLANK } from '../../../src/terminal/output/sgr.ts';
import { graphemes } from '../../../src/text/width.ts';

/** One cell of the model: text ('' in the second half of a wide character) and style. */
interface ModelCell {
  readonly text: string;
  readonly style: number;
}

/** A terminal with left and right margins (DECLRMM), as far as the screen speaks to one; it refuses all else. */
export interface MarginTerminal {
  write(bytes: string): void;
  /** What a person sees at a place. */
  seen(x: number, y: number): string;
  /** Whether margins are other than the screen's edges. */
  hasNarrowMargins(): boolean;
}

const SEQUENCE =
  /(?:\x1b\[(\??)([\d;]*)([A-Za-z]))|(?:\x1b(?=[DM78]))?([DM78](?<=\x1b.)|[\r\b\v])|([^\x00-\x1f\x7f]+)/y;

interface Model {
  readonly columns: number;
  readonly rows: number;
  readonly grid: ModelCell[][];
  readonly ink: { style: number; isMarked: boolean };
  x: number;
  y: number;
  kept: { readonly x: number; readonly y: number; readonly style: number };
  hasMargins: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** An empty terminal of this size, mode 69 off. */
export function createMarginTerminal(columns: number, rows: number): MarginTerminal {
  const model: Model = {
    columns,
    rows,
    grid: Array.from({ length: rows }, () => new Array<ModelCell>(columns).fill({ text: ' ', style: PLAIN })),
    ink: { style: PLAIN, isMarked: false },
    x: 0,
    y: 0,
    kept: { x: 0, y: 0, style: PLAIN },
    hasMargins: false,
    left: 0,
    right: columns - 1,
    top: 0,
    bottom: rows - 1,
  };
  return {
    write: bytes => write(model, bytes),
    seen(x, y) {
      const { text, style } = model.grid[y]![x]!;
      const isBlank = text === ' ' && (style & SEEN_ON_BLANK) === 0;
      return isBlank ? ' ' : `${text}/${text === ' ' ? style & SEEN_ON_BLANK : style}`;
    },
    hasNarrowMargins: () => model.left > 0 || model.right < columns - 1 || model.top > 0 || model.bottom < rows - 1,
  };
}

function write(model: Model, bytes: string): void {
  SEQUENCE.lastIndex = 0;
  while (SEQUENCE.lastIndex < bytes.length) {
    const at = SEQUENCE.lastIndex;
    const match = SEQUENCE.exec(bytes);
    if (match === null) throw new Error(`The model does not know ${JSON.stringify(bytes.slice(at, at + 12))}.`);
    const [, prefix, numbers = '', final = '', single, text] = match;
    const [first = 0, second = 0] = numbers.split(';').map(Number);
    if (text !== undefined) print(model, text);
    else if (single !== undefined) obey(model, single);
    else if (prefix === '?') setMode(model, first, final === 'h');
    else if (final === 'm') applySgr(numbers.split(';').map(Number), model.ink, true);
    else if ('rs'.includes(final)) setMargins(model, final, first, second);
    else if ('JKLMXST'.includes(final)) change(model, final, first || 1);
    else move(model, final, first || 1, second || 1);
  }
}

function move(model: Model, final: string, first: number, second: number): void {
  if (final === 'A' || final === 'F') model.y -= first;
  if (final === 'B' || final === 'E') model.y += first;
  if (final === 'E' || final === 'F') model.x = lineStart(model);
  if (final === 'C') model.x = Math.min(model.x + first, model.x <= model.right ? model.right : model.columns - 1);
  if (final === 'D') model.x = Math.max(model.x - first, lineStart(model));
  if (final === 'G') model.x = first - 1;
  if (final === 'H') model.x = second - 1;
  if (final === 'H' || final === 'd') model.y = first - 1;
  model.x = Math.max(0, Math.min(model.columns - 1, model.x));
  model.y = Math.max(0, Math.min(model.rows - 1, model.y));
}

function obey(model: Model, single: string): void {
  const isBetween = model.x >= model.left && model.x <= model.right;
  if (single === 'D' || single === '\v') {
    if (model.y === model.bottom && isBetween) scroll(model, 1);
    else move(model, 'B', 1, 1);
  }
  if (single === 'M') {
    if (model.y === model.top && isBetween) scroll(model, -1);
    else move(model, 'A', 1, 1);
  }
  if (single === '\r') model.x = lineStart(model);
  if (single === '\b') move(model, 'D', 1, 1);
  if (single === '7') model.kept = { x: model.x, y: model.y, style: model.ink.style };
  if (single === '8') {
    const { style, ...place } = model.kept;
    Object.assign(model, place);
    model.ink.style = style;
  }
}

function lineStart({ x, left }: Model): number {
  return x >= left ? left : 0;
}

function setMode(model: Model, number: number, isOn: boolean): void {
  if (number !== 69) return;
  Object.assign(model, { hasMargins: isOn, left: 0, right: model.columns - 1 });
}

function setMargins(model: Model, final: string, first: number, last: number): void {
  if (final === 's' && !model.hasMargins) throw new Error('Without mode 69 this keeps the cursor.');
  if (final === 's') Object.assign(model, { left: (first || 1) - 1, right: (last || model.columns) - 1 });
  else Object.assign(model, { top: (first || 1) - 1, bottom: (last || model.rows) - 1 });
  Object.assign(model, { x: 0, y: 0 });
}

function change(model: Model, final: string, count: number): void {
  const { x, y, columns, rows } = model;
  if (final === 'S' || final === 'T') scroll(model, final === 'S' ? count : -count);
  else if (final === 'L' || final === 'M') shiftFrom(model, y, final === 'M' ? count : -count);
  else erase(model, y, x, final === 'X' ? Math.min(columns, x + count) : columns);
  if (final === 'J') for (let row = y + 1; row < rows; row++) erase(model, row, 0, columns);
}

/** What comes in is empty, in the background of the pen. */
function emptyCell({ ink }: Model): ModelCell {
  return { text: ' ', style: ink.style & SEEN_ON_BLANK };
}

function erase(model: Model, row: number, from: number, to: number): void {
  model.grid[row]!.fill(emptyCell(model), from, to);
}

/** Deletes lines from a row on, or inserts some (negative); nothing outside of the margins. */
function shiftFrom(model: Model, y: number, by: number): void {
  if (y >= model.top && y <= model.bottom) scroll({ ...model, top: y }, by);
  model.x = lineStart(model);
}

function scroll(model: Model, by: number): void {
  const { grid, left, right, top, bottom } = model;
  const old = grid.map(row => row.slice());
  for (let y = top; y <= bottom; y++) {
    const from = y + by >= top && y + by <= bottom ? old[y + by]! : undefined;
    for (let x = left; x <= right; x++) grid[y]![x] = from?.[x] ?? emptyCell(model);
  }
}

/** Without autowrap, text that is too long overwrites the last column. */
function print(model: Model, text: string): void {
  for (const { text: cluster, width } of graphemes(text)) {
    const edge = model.x <= model.right ? model.right : model.columns - 1;
    const at = Math.min(model.x, edge - width + 1);
    const row = model.grid[model.y]!;
    row[at] = { text: cluster, style: model.ink.style };
    row.fill({ text: '', style: model.ink.style }, at + 1, at + width);
    model.x = Math.min(at + width, edge);
  }
}
