import { isAmbiguous } from './ambiguous.ts';
import { knownKind } from './known-kinds.ts';
import { isInRanges } from './ranges.ts';
import { segmenter } from './segmenter.ts';
import { ambiguousColumns, isAllNarrow, isSkinTone, NO_CELL, plainColumns, TAKES_SKIN_TONE } from './unicode.ts';

/** First and last code point of each range of Unicode 17 that takes two columns; unassigned gaps are included. */
const WIDE = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3, 0x25fd, 0x25fe,
  0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267f, 0x267f, 0x268a, 0x268f, 0x2693, 0x2693, 0x26a1, 0x26a1,
  0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce, 0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3,
  0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c,
  0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c,
  0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x2e80, 0x303e, 0x3041, 0x3247, 0x3250, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3,
  0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x1b2fb, 0x1d300, 0x1d376,
  0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f1ae, 0x1f1ae, 0x1f200, 0x1f320, 0x1f32d,
  0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4,
  0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc, 0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a,
  0x1f57a, 0x1f595, 0x1f596, 0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2,
  0x1f6d5, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7da, 0x1f7f0, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947,
  0x1f9ff, 0x1fa70, 0x1fafa, 0x20000, 0x3fffd,
];

// The escape sequences that `string-width` ignores: OSC, the other control strings, CSI, short escapes.
const ESCAPES =
  /(?:\x1b\]|\x9d)[^\x07\x18\x1a\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b[PX^_k]|[\x90\x98\x9e\x9f])[^\x18\x1a\x1b\x80-\x9f]*(?:\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b(?:[ -/]+[0-~]|[\dA-PR-TZcf-oq-uy=><~|}])/g;
const EMOJI_SEQUENCE =
  /^(?:[\p{Emoji}--[\u0000-\u007f]--\p{Regional_Indicator}]\uFE0F|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\s\S]*\u200D\p{Extended_Pictographic})/v;
const MAX_COLUMNS_OF_A_CLUSTER = 8;

/**
 * The columns of a text in a terminal. Escape sequences, controls and marks take none, wide characters and emoji two,
 * ambiguous ones as the terminal does. The bundle aliases `string-width` to this, so that Ink counts as we do.
 */
export function width(text: string): number {
  const bare = text.includes('\x1b') || text.includes('\x9b') ? text.replace(ESCAPES, '') : text;
  if (isAllNarrow(bare)) return bare.length;
  let total = 0;
  eachGrapheme(bare, (_start, _end, columns) => {
    total += columns;
  });
  return total;
}

/** The clusters of a text without escape sequences, each with its columns. A cluster is a user-perceived character. */
export function graphemes(text: string): { text: string; width: number }[] {
  const found: { text: string; width: number }[] = [];
  eachGrapheme(text, (start, end, columns) => {
    found.push({ text: text.slice(start, end), width: columns });
  });
  return found;
}

/** Calls `see` with the offsets (UTF-16) and columns of each cluster in turn, until it returns `false`. */
export function eachGrapheme(text: string, see: (start: number, end: number, columns: number) => unknown): void {
  let at = 0;
  while (at < text.length) {
    const columns = plainColumns(text.charCodeAt(at));
    if (columns > 0 && (at + 1 === text.length || plainColumns(text.charCodeAt(at + 1)) > 0)) {
      if (see(at, at + 1, columns) === false) return;
      at += 1;
      continue;
    }
    const end = endOfRun(text, at);
    for (const cluster of clustersOf(text.slice(at, end))) {
      if (see(at, at + cluster.text.length, cluster.width) === false) return;
      at += cluster.text.length;
    }
  }
}

// There is always a boundary between two plain characters, so the segmenter need not see further.
function endOfRun(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    if (plainColumns(text.charCodeAt(end)) > 0 && plainColumns(text.charCodeAt(end - 1)) > 0) break;
    end += 1;
  }
  return end;
}

function* clustersOf(run: string): Generator<{ text: string; width: number }> {
  for (const { segment } of segmenter.segment(run)) {
    const columns = clusterColumns(segment);
    if (columns <= MAX_COLUMNS_OF_A_CLUSTER) yield { text: segment, width: columns };
    else yield* lettersOf(segment);
  }
}

// A chain of prefixed letters or leading jamo is one cluster of any length, and no line could hold it whole.
function* lettersOf(cluster: string): Generator<{ text: string; width: number }> {
  let letter = '';
  let columns = 0;
  let before = 0;
  for (const character of cluster) {
    const more = columnsBehind(before, character);
    if (columns > 0 && more > 0) {
      yield { text: letter, width: columns };
      letter = '';
      columns = 0;
    }
    letter += character;
    columns += more;
    before = character.codePointAt(0) ?? 0;
  }
  yield { text: letter, width: columns };
}

function clusterColumns(cluster: string): number {
  const first = cluster.codePointAt(0) ?? 0;
  const size = first > 0xffff ? 2 : 1;
  if (cluster.length === size) return columnsOf(cluster);
  if (knownKind(first) !== undefined) return sumColumns(cluster);
  if (EMOJI_SEQUENCE.test(cluster)) return 2;
  if (TAKES_SKIN_TONE.test(cluster) && isSkinTone(cluster.codePointAt(size) ?? 0)) return 2;
  return sumColumns(cluster);
}

// The letters of one cluster add up, as terminals draw them; of a Hangul syllable only the first jamo counts.
function sumColumns(cluster: string): number {
  let columns = 0;
  let before = 0;
  for (const character of cluster) {
    columns += columnsBehind(before, character);
    before = character.codePointAt(0) ?? 0;
  }
  return columns;
}

/** Columns of one character after another (a code point, or 0) of its cluster. */
function columnsBehind(before: number, character: string): 0 | 1 | 2 {
  return continuesSyllable(before, character.codePointAt(0) ?? 0) ? 0 : columnsOf(character);
}

function continuesSyllable(before: number, codePoint: number): boolean {
  const isVowel = (code: number) => (code >= 0x1160 && code <= 0x11a7) || (code >= 0xd7b0 && code <= 0xd7c6);
  const isLeading = (code: number) => (code >= 0x1100 && code <= 0x115f) || (code >= 0xa960 && code <= 0xa97c);
  const isTrailing = (codePoint >= 0x11a8 && codePoint <= 0x11ff) || (codePoint >= 0xd7cb && codePoint <= 0xd7fb);
  if (isVowel(codePoint)) return isLeading(before);
  return isTrailing && (isVowel(before) || (before >= 0xac00 && before <= 0xd7a3));
}

function columnsOf(character: string): 0 | 1 | 2 {
  const codePoint = character.codePointAt(0) ?? 0;
  const plain = codePoint > 0xffff ? 0 : plainColumns(codePoint);
  if (plain > 0) return plain;
  const kind = knownKind(codePoint);
  if (kind !== undefined) return kind === 'mark' ? 0 : 1;
  if (NO_CELL.test(character)) return 0;
  if (isWide(codePoint)) return 2;
  return ambiguousColumns() === 2 && isAmbiguous(codePoint) ? 2 : 1;
}

/** Whether a code point, alone, is two columns wide in any terminal. An emoji that is text without U+FE0F is not. */
export function isWide(codePoint: number): boolean {
  return isInRanges(WIDE, codePoint);
}
