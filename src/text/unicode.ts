/**
 * Columns of a UTF-16 unit that stands alone whatever plain unit follows it (1 or 2), or 0 where marks, emoji,
 * controls or invisible characters ask for a closer look. It lets ordinary text go by without a segmenter.
 */
export function plainColumns(unit: number): 0 | 1 | 2 {
  if (unit < 0x300) return (unit >= 0x20 && unit < 0x7f) || (unit >= 0xa0 && unit !== 0xad) ? 1 : 0;
  if (unit < 0x3000) return isNarrowPlain(unit) ? 1 : 0;
  return isWidePlain(unit) ? 2 : 0;
}

// Greek, Cyrillic, general punctuation without its invisible characters, lines and blocks.
function isNarrowPlain(unit: number): boolean {
  if (unit < 0x530) return unit >= 0x370 && (unit < 0x483 || unit >= 0x48a);
  return (unit >= 0x2010 && unit <= 0x2027) || (unit >= 0x2030 && unit <= 0x205e) || (unit >= 0x2500 && unit <= 0x259f);
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
