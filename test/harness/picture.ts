import type { Cell } from './emulator.ts';
import { PALETTES } from './palettes.ts';
import type { Shown } from './shown-desk.ts';

/** The colours of a picture, as `#rrggbb`; `palette` holds the terminal's 16. */
interface Shades {
  readonly background: string;
  readonly foreground: string;
  readonly palette: readonly string[];
}

/** Neighbouring cells of a row with the same look; `text` is their content, `cells` the number of their columns. */
interface Piece {
  readonly x: number;
  readonly cells: number;
  /** `gap`, `letters`, `script`, or the sign of `SHAPES` that it is made of. */
  readonly kind: string;
  readonly text: string;
  readonly look: Cell;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly opacity?: number;
}

/** Of one cell, in pixels. A usual monospaced letter is 0.6 of the font's size wide. */
const FONT = 14;
const WIDTH = 8.4;
const HEIGHT = 18;
const BASELINE = 13;
const MARGIN = 12;
const DIM = 0.65;

const { backgrounds, colours } = PALETTES.find(({ name }) => name === 'GNOME')!;
const palette = colours.map(colour => `#${colour}`);

/** What a picture is drawn in, by the name of its file: `desk-light.svg`. */
export const SHADES = {
  light: { background: `#${backgrounds.white}`, foreground: palette[0]!, palette },
  dark: { background: `#${backgrounds.dark}`, foreground: palette[7]!, palette },
} as const satisfies Record<string, Shades>;

/** What monospaced fonts have. Other scripts come from another font, and are fitted into their columns by themselves. */
const OF_USUAL_FONTS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Signs that are drawn as rectangles, in parts of a cell: a font's own leave gaps between the rows. */
const SHAPES: Readonly<Record<string, Rectangle>> = {
  '│': { x: 0.45, y: 0, width: 0.1, height: 1 },
  '┃': { x: 0.4, y: 0, width: 0.2, height: 1 },
  '─': { x: 0, y: 0.475, width: 1, height: 0.05 },
  '▌': { x: 0, y: 0, width: 0.5, height: 1 },
  '▏': { x: 0, y: 0, width: 0.125, height: 1 },
  '▒': { x: 0, y: 0, width: 1, height: 1, opacity: 0.4 },
};

/** Draws a screen as an SVG. Throws on a look that the pictures do not know. */
export function drawPicture(shown: Shown, shades: Shades, title: string): string {
  const width = round(2 * MARGIN + WIDTH * shown[0]!.length);
  const height = 2 * MARGIN + HEIGHT * shown.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${shades.background}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT}">`,
    ...shown.flatMap((cells, y) => piecesOf(cells).flatMap(piece => drawn(piece, y, shades))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A gap of two columns ends a piece, and so does a sign with a shape: columns stay in line in any font. */
function piecesOf(cells: readonly Cell[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [x, look] of cells.entries()) {
    const last = pieces.at(-1);
    const [kind, text] = [kindOf(cells, x), textOf(look)];
    if (last !== undefined && (look.width === 0 || (goesOn(last.kind, kind) && looksLike(last, { text, look })))) {
      const seen = isBlank(last) ? look : last.look;
      pieces[pieces.length - 1] = { ...last, look: seen, cells: last.cells + 1, text: last.text + text };
    } else pieces.push({ x, cells: 1, kind, text, look });
  }
  return pieces;
}

/** Right-to-left text takes the digits after it along, and must not take the number before it. */
function goesOn(before: string, kind: string): boolean {
  return before === kind || (before === 'script' && kind === 'letters');
}

function textOf({ char, width }: Cell): string {
  return width === 0 ? '' : char || ' ';
}

function kindOf(cells: readonly Cell[], x: number): string {
  const isBlank = (at: number) => cells[at] === undefined || (cells[at].width > 0 && textOf(cells[at]) === ' ');
  if (isBlank(x) && (isBlank(x - 1) || isBlank(x + 1))) return 'gap';
  const { char } = cells[x]!;
  if (SHAPES[char] !== undefined) return char;
  return OF_USUAL_FONTS.test(char) ? 'letters' : 'script';
}

/** A blank outside a bar looks the same in every weight and colour. */
function isBlank({ text, look }: Pick<Piece, 'text' | 'look'>): boolean {
  return text.trim() === '' && !look.inverse;
}

function looksLike(one: Pick<Piece, 'text' | 'look'>, other: Pick<Piece, 'text' | 'look'>): boolean {
  const parts = ['inverse', 'background'] as const;
  const visible = isBlank(one) || isBlank(other) ? parts : ([...parts, 'bold', 'dim', 'foreground'] as const);
  return visible.every(part => one.look[part] === other.look[part]);
}

function drawn({ x, cells, kind, text, look }: Piece, y: number, shades: Shades): string[] {
  if (look.background !== 'default') throw new Error(`The picture has no background ${look.background}.`);
  const colour = look.foreground === 'default' ? shades.foreground : shades.palette[Number(look.foreground)];
  if (colour === undefined) throw new Error(`The picture has no colour ${look.foreground}.`);
  const bar = look.inverse ? [rectangle({ x, y, width: cells, height: 1 }, colour, look.dim)] : [];
  const ink = look.inverse ? shades.background : colour;
  if (kind === 'gap') return bar;
  const shape = SHAPES[kind];
  if (shape === undefined) return [...bar, letters({ x, cells, text, look }, y, ink)];
  const every =
    shape.width === 1 ? [{ at: x, width: cells }] : [...text].map((_, at) => ({ at: x + at, width: shape.width }));
  return [
    ...bar,
    ...every.map(({ at, width }) => rectangle({ ...shape, x: at + shape.x, y: y + shape.y, width }, ink, look.dim)),
  ];
}

function letters({ x, cells, text, look }: Omit<Piece, 'kind'>, y: number, ink: string): string {
  const place = `x="${across(x)}" y="${MARGIN + HEIGHT * y + BASELINE}" textLength="${round(WIDTH * cells)}"`;
  const weight = look.bold ? ' font-weight="bold"' : '';
  const dim = look.dim && !look.inverse ? ` opacity="${DIM}"` : '';
  const exact = 'lengthAdjust="spacingAndGlyphs" xml:space="preserve"';
  return `<text ${place} ${exact} fill="${ink}"${weight}${dim}>${escaped(text)}</text>`;
}

/** `rectangle` is in columns and rows. */
function rectangle({ x, y, width, height, opacity = 1 }: Rectangle, fill: string, isDim: boolean): string {
  const place = `x="${across(x)}" y="${round(MARGIN + HEIGHT * y)}"`;
  const shown = round(opacity * (isDim ? DIM : 1));
  const size = `width="${round(WIDTH * width)}" height="${round(HEIGHT * height)}"`;
  return `<rect ${place} ${size} fill="${fill}"${shown === 1 ? '' : ` opacity="${shown}"`}/>`;
}

function across(x: number): number {
  return round(MARGIN + WIDTH * x);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`);
}
