import { fillRanges } from './ranges.ts';

/** A letter or a digit, a mark without a column of its own, or one with. */
export type CharacterKind = 'letter' | 'mark' | 'spacing mark';

/** The classes of UAX #29 for the code points of these scripts. */
export const CLASS = {
  /** It has rules that only `Intl.Segmenter` knows here; CR, too, which may be one with the LF after it. */
  other: 0,
  /** Is a cluster of its own, and a mark after it too. */
  control: 1,
  /** Begins a cluster after any other class. */
  letter: 2,
  /** A Devanagari consonant: begins a cluster, unless a linker joins it to the consonant before. */
  consonant: 3,
  /** Belongs to the cluster before it, as all below do. */
  mark: 4,
  /** A mark after which no linker joins consonants. */
  spacing: 5,
  /** The same, of a letter. */
  spacingLetter: 6,
  /** A virama. */
  linker: 7,
} as const;

const KINDS: Readonly<Record<number, CharacterKind>> = {
  [CLASS.letter]: 'letter',
  [CLASS.consonant]: 'letter',
  [CLASS.mark]: 'mark',
  [CLASS.spacing]: 'spacing mark',
  [CLASS.spacingLetter]: 'letter',
  [CLASS.linker]: 'mark',
};

/** First and last code point of each range, of Armenian, Hebrew, Arabic, Devanagari, Thai and Georgian. */
const RANGES: readonly (readonly [kind: number, ranges: readonly number[]])[] = [
  [CLASS.control, [0x00, 0x0c, 0x0e, 0x1f]],
  [
    CLASS.letter,
    [
      0x531, 0x556, 0x561, 0x586, 0x5d0, 0x5ea, 0x620, 0x64a, 0x660, 0x669, 0x671, 0x6d3, 0x904, 0x914, 0x93d, 0x93d,
      0x960, 0x961, 0x966, 0x96f, 0xe01, 0xe30, 0xe32, 0xe32, 0xe40, 0xe46, 0xe50, 0xe59, 0x10d0, 0x10fa,
    ],
  ],
  [CLASS.consonant, [0x915, 0x939, 0x958, 0x95f]],
  [
    CLASS.mark,
    [
      0x300, 0x34e, 0x350, 0x36f, 0x591, 0x5bd, 0x5bf, 0x5bf, 0x5c1, 0x5c2, 0x5c4, 0x5c5, 0x5c7, 0x5c7, 0x64b, 0x65f,
      0x670, 0x670, 0x900, 0x902, 0x93a, 0x93a, 0x93c, 0x93c, 0x941, 0x948, 0x951, 0x957, 0x962, 0x963, 0xe31, 0xe31,
      0xe34, 0xe3a, 0xe47, 0xe4e,
    ],
  ],
  [CLASS.spacing, [0x903, 0x903, 0x93b, 0x93b, 0x93e, 0x940, 0x949, 0x94c, 0x94e, 0x94f]],
  [CLASS.spacingLetter, [0xe33, 0xe33]],
  [CLASS.linker, [0x94d, 0x94d]],
];

const BEHIND = 0x1100;

const classes = new Uint8Array(BEHIND);
for (const [kind, ranges] of RANGES) fillRanges(classes, ranges, kind);

/** The class of a code point, if it is one of the common scripts whose letters take marks or are joined. */
export function classOf(codePoint: number): number {
  return classes[codePoint] ?? CLASS.other;
}

/**
 * The class of a code point of those scripts; undefined for all others. An expression of ICU's takes milliseconds the
 * first time, too long for a start.
 */
export function knownKind(codePoint: number): CharacterKind | undefined {
  return KINDS[classOf(codePoint)];
}
