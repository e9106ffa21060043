import { isAmbiguous } from './ambiguous.ts';
import { fillRanges } from './ranges.ts';

/**
 * First and last unit of each range that has its own columns before any plain unit: Latin, Greek, Cyrillic, general
 * punctuation without its invisible characters, currencies, lines and blocks, circles and the signs of the desk.
 */
const NARROW_PLAIN = [
  0x20, 0x7e, 0xa0, 0xac, 0xae, 0x2ff, 0x370, 0x377, 0x37a, 0x37f, 0x384, 0x38a, 0x38c, 0x38c, 0x38e, 0x3a1, 0x3a3,
  0x482, 0x48a, 0x52f, 0x2010, 0x2027, 0x2030, 0x205e, 0x20a0, 0x20bf, 0x2500, 0x259f, 0x25c1, 0x25cf, 0x2713, 0x2713,
  0x2715, 0x2715,
];

const WIDE_FROM = 0x3000;

/** The columns of ambiguous characters: of all text in this process, because it has one terminal. */
type Ambiguous = 1 | 2;

interface Count {
  readonly ambiguous: Ambiguous;
  /** By unit; 0 for one that is not plain. */
  readonly columns: Uint8Array;
  /** A text of units of one column only. */
  readonly allNarrow: RegExp;
}

function countWith(ambiguous: Ambiguous): Count {
  const columns = new Uint8Array(WIDE_FROM);
  fillRanges(columns, NARROW_PLAIN, 1);
  if (ambiguous === 1) return { ambiguous, columns, allNarrow: allOf(NARROW_PLAIN) };
  for (let unit = 0; unit < WIDE_FROM; unit += 1) if (columns[unit] === 1 && isAmbiguous(unit)) columns[unit] = 2;
  return { ambiguous, columns, allNarrow: allOf(rangesOf(columns)) };
}

function rangesOf(columns: Uint8Array): number[] {
  const ranges: number[] = [];
  for (const [unit, width] of columns.entries()) {
    if (width === 1 && ranges.at(-1) === unit - 1) ranges[ranges.length - 1] = unit;
    else if (width === 1) ranges.push(unit, unit);
  }
  return ranges;
}

function allOf(ranges: readonly number[]): RegExp {
  const named = ranges.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`);
  return new RegExp(`^[${named.map((unit, at) => (at % 2 === 0 ? unit : `-${unit}`)).join('')}]*$`);
}

const counting = { now: countWith(1) };

/**
 * Counts ambiguous characters with this many columns from now on. Texts that were cut or padded before no longer fit.
 */
export function countAmbiguous(columns: Ambiguous): void {
  if (columns !== counting.now.ambiguous) counting.now = countWith(columns);
}

/** The columns of an ambiguous character. */
export function ambiguousColumns(): Ambiguous {
  return counting.now.ambiguous;
}

/**
 * Whether a text consists of units of one column only: then its length is its width. No mark is among them, and nothing that
 * a terminal may not know.
 */
export function isAllNarrow(text: string): boolean {
  return counting.now.allNarrow.test(text);
}

/**
 * Columns of a UTF-16 unit that stands alone before any plain unit (1 or 2), or 0 if it may belong to a cluster: marks,
 * emoji, controls, invisible characters. Ordinary text thus needs no segmenter.
 */
export function plainColumns(unit: number): 0 | 1 | 2 {
  if (unit < WIDE_FROM) return counting.now.columns[unit] as 0 | 1 | 2;
  return isWidePlain(unit) ? 2 : 0;
}

// CJK punctuation, kana, ideographs, Hangul syllables, fullwidth forms.
function isWidePlain(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa) ||
    (unit >= 0x3000 && unit <= 0x3029) ||
    (unit >= 0xff01 && unit <= 0xff5e)
  );
}

/** A character without a cell of its own: control, format, default-ignorable, surrogate, mark that does not space. */
export const NO_CELL = /[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mn}\p{Me}\p{Surrogate}]/v;

/** An emoji that can head a cluster: not the digits, not half a flag, not a skin tone. */
export const EMOJI = /^[\p{Emoji}--[\u0000-\u007f]--\p{Regional_Indicator}--\p{Emoji_Modifier}]/v;

/** An emoji that takes a skin tone. */
export const TAKES_SKIN_TONE = /^\p{Emoji_Modifier_Base}/u;

/** Zero-width joiner: makes one emoji of several. */
export const ZWJ = 0x200d;
/** Zero-width non-joiner: keeps letters of a joining script apart. */
export const ZWNJ = 0x200c;
/** Variation selector 15: the emoji before it is drawn as text. */
export const TEXT_STYLE = 0xfe0e;
/** Variation selector 16: the character before it is drawn as an emoji. */
export const EMOJI_STYLE = 0xfe0f;
/** Combining enclosing keycap: makes a key of the digit before it. */
export const KEYCAP = 0x20e3;

/** Whether a code point gives the emoji before it a skin tone. */
export function isSkinTone(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}
