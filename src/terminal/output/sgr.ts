/**
 * The style of a cell, packed into one number so that comparing is `===`: bits 0–4 foreground, 5–9 background (0 the
 * default, 1–16 a colour), then bold, dim, italic, underline, inverse, strike.
 */
export type Style = number;

/** A colour of the 16 every terminal has: 1–8 the normal ones, 9–16 the bright ones; 0 is the terminal's default. */
type Color = number;

/** No colour and no attribute. */
export const PLAIN: Style = 0;

const FOREGROUND = 0b11111;
const BACKGROUND = FOREGROUND << 5;
const BOLD = 1 << 10;
const DIM = 1 << 11;
const ITALIC = 1 << 12;
const UNDERLINE = 1 << 13;
const INVERSE = 1 << 14;
const STRIKE = 1 << 15;

/** The parts of a style that are visible without a glyph: a space in any other style looks plain. */
export const SEEN_ON_BLANK = BACKGROUND | UNDERLINE | INVERSE | STRIKE;

/** Each attribute: its bit, the code that turns it on, the code that turns it off and all bits that code clears. */
const ATTRIBUTES: readonly { bit: Style; on: number; off: number; cleared: Style }[] = [
  { bit: BOLD, on: 1, off: 22, cleared: BOLD | DIM },
  { bit: DIM, on: 2, off: 22, cleared: BOLD | DIM },
  { bit: ITALIC, on: 3, off: 23, cleared: ITALIC },
  { bit: UNDERLINE, on: 4, off: 24, cleared: UNDERLINE },
  { bit: INVERSE, on: 7, off: 27, cleared: INVERSE },
  { bit: STRIKE, on: 9, off: 29, cleared: STRIKE },
];

const ON = new Map(ATTRIBUTES.map(({ on, bit }) => [on, bit]));
const OFF = new Map(ATTRIBUTES.map(({ off, cleared }) => [off, cleared]));

/** The parser's state along a line: the style, and whether the cursor's mark (overline) is on. */
export interface Ink {
  style: Style;
  isMarked: boolean;
}

/** Applies the codes of one SGR sequence (`ESC[…m`, an empty parameter is 0); unknown codes change nothing. */
export function applySgr(codes: readonly number[], ink: Ink, hasColor: boolean): void {
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!;
    if (code === 38 || code === 48 || code === 58) {
      const { color, length } = extendedColor(codes, index + 1);
      index += length;
      if (color !== undefined && code !== 58 && hasColor) ink.style = paint(ink.style, code === 48, color);
    } else if (code === 0) {
      ink.style = PLAIN;
      ink.isMarked = false;
    } else if (code === 53 || code === 55) ink.isMarked = code === 53;
    else if (ON.has(code)) ink.style |= ON.get(code)!;
    else if (OFF.has(code)) ink.style &= ~OFF.get(code)!;
    else if (code === 39 || code === 49) ink.style = paint(ink.style, code === 49, 0);
    else if (hasColor) ink.style = basicColor(ink.style, code);
  }
}

/**
 * The colour after a 38, 48 or 58, and the number of parameters it took. The theme uses only the terminal's 16 colours,
 * so any other is not a colour. If the sequence is malformed, the rest of it is ignored.
 */
function extendedColor(codes: readonly number[], at: number): { color: Color | undefined; length: number } {
  const kind = codes[at];
  if (kind === 5 && at + 1 < codes.length) {
    const index = codes[at + 1]!;
    return { color: index < 16 ? index + 1 : undefined, length: 2 };
  }
  if (kind === 2 && at + 3 < codes.length) return { color: undefined, length: 4 };
  return { color: undefined, length: codes.length };
}

function basicColor(style: Style, code: number): Style {
  if (code >= 30 && code <= 37) return paint(style, false, code - 29);
  if (code >= 40 && code <= 47) return paint(style, true, code - 39);
  if (code >= 90 && code <= 97) return paint(style, false, code - 81);
  if (code >= 100 && code <= 107) return paint(style, true, code - 91);
  return style;
}

function paint(style: Style, isBackground: boolean, color: Color): Style {
  return isBackground ? (style & ~BACKGROUND) | (color << 5) : (style & ~FOREGROUND) | color;
}

/** The shortest SGR sequence from one style to another: only the changes, or a reset and the whole new style. */
export function sgrBetween(from: Style, to: Style): string {
  if (from === to) return '';
  if (to === PLAIN) return '\x1b[m';
  const reset = ['', ...codesOf(to, PLAIN)].join(';');
  const change = changeCodes(from, to).join(';');
  return `\x1b[${change.length <= reset.length ? change : reset}m`;
}

/** The codes of a style, and of the cursor's mark, before a text that begins plain. */
export function codesFor({ style, isMarked }: Ink): string {
  return sgrBetween(PLAIN, style) + (isMarked ? '\x1b[53m' : '');
}

function changeCodes(from: Style, to: Style): number[] {
  const codes: number[] = [];
  let kept = from;
  for (const { bit, off, cleared } of ATTRIBUTES) {
    if ((kept & bit) === 0 || (to & bit) !== 0) continue;
    codes.push(off);
    kept &= ~cleared;
  }
  return [...codes, ...codesOf(to, kept)];
}

function codesOf(to: Style, from: Style): number[] {
  const codes = ATTRIBUTES.filter(({ bit }) => (to & bit) !== 0 && (from & bit) === 0).map(({ on }) => on);
  if (((to ^ from) & FOREGROUND) !== 0) codes.push(colorCode(to & FOREGROUND, 30));
  if (((to ^ from) & BACKGROUND) !== 0) codes.push(colorCode((to & BACKGROUND) >> 5, 40));
  return codes;
}

function colorCode(color: Color, base: number): number {
  if (color === 0) return base + 9;
  return color <= 8 ? base + color - 1 : base + 60 + color - 9;
}
