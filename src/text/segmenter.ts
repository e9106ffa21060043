import { plainColumns } from './unicode.ts';

/** One cluster of a text, as `Intl.Segmenter` describes it. */
interface Cluster {
  readonly segment: string;
  readonly index: number;
  readonly input: string;
}

/** The clusters of one text, in order. */
interface Clusters extends Iterable<Cluster> {
  /** The cluster of the unit at this index; undefined beyond the text. */
  containing(index: number): Cluster | undefined;
}

// Made at first use: ICU takes 7 ms to load, and a screen of ordinary text does not need it.
const icu = (() => {
  let made: Intl.Segmenter | undefined;
  return () => {
    made ??= new Intl.Segmenter();
    return made;
  };
})();

/**
 * Divides a text into clusters (what a reader calls a character) exactly as `Intl.Segmenter` does; ordinary text,
 * escape sequences included, and words of scripts that many write without it. The bundle gives it to the packages in place
 * of a segmenter of their own.
 */
export const segmenter = {
  segment: (text: string): Clusters => {
    if (isUnitsAlone(text)) return unitsOf(text);
    const starts = clusterStarts(text, isPlain);
    return starts ? clustersFrom(text, starts) : icu().segment(text);
  },
};

function isPlain(unit: number): boolean {
  return plainColumns(unit) > 0;
}

/** Whether each unit is a cluster of its own: plain characters and controls, but for CR LF, which is one. */
function isUnitsAlone(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (plainColumns(unit) === 0 && (unit >= 0x20 || unit === 0x0d)) return false;
  }
  return true;
}

function unitsOf(input: string): Clusters {
  const at = (index: number): Cluster => ({ segment: input[index]!, index, input });
  return {
    *[Symbol.iterator]() {
      for (let index = 0; index < input.length; index += 1) yield at(index);
    },
    containing: index => (index >= 0 && index < input.length ? at(index) : undefined),
  };
}

function clustersFrom(input: string, starts: readonly number[]): Clusters {
  const at = (nth: number): Cluster => ({
    segment: input.slice(starts[nth], starts[nth + 1]),
    index: starts[nth]!,
    input,
  });
  return {
    *[Symbol.iterator]() {
      for (let nth = 0; nth < starts.length; nth += 1) yield at(nth);
    },
    containing: index =>
      index >= 0 && index < input.length ? at(starts.findLastIndex(start => start <= index)) : undefined,
  };
}

/** What the rules of UAX #29 say of a unit; other units have rules that only `Intl.Segmenter` knows here. */
const OTHER = 0;
/** Begins a cluster, whatever comes before it. */
const LETTER = 1;
/** A Devanagari consonant: begins a cluster, unless a linker joins it to the consonant before. */
const CONSONANT = 2;
/** Belongs to the cluster before it. */
const MARK = 3;
/** A mark after which no linker joins consonants. */
const SPACING = 4;
/** A virama. */
const LINKER = 5;
/** Is a cluster of its own, and a mark after it too. CR is none of these: it may be one with the LF after it. */
const CONTROL = 6;

/** First and last unit of each range. */
const RANGES: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0x00, 0x0c, CONTROL],
  [0x0e, 0x1f, CONTROL],
  // Combining marks of Latin, Greek and Cyrillic.
  [0x300, 0x36f, MARK],
  // Hebrew.
  [0x591, 0x5bd, MARK],
  [0x5d0, 0x5ea, LETTER],
  // Arabic.
  [0x620, 0x64a, LETTER],
  [0x64b, 0x65f, MARK],
  [0x671, 0x6d3, LETTER],
  // Devanagari.
  [0x900, 0x902, MARK],
  [0x903, 0x903, SPACING],
  [0x904, 0x914, LETTER],
  [0x915, 0x939, CONSONANT],
  [0x93a, 0x93a, MARK],
  [0x93b, 0x93b, SPACING],
  [0x93c, 0x93c, MARK],
  [0x93e, 0x940, SPACING],
  [0x941, 0x948, MARK],
  [0x949, 0x94c, SPACING],
  [0x94d, 0x94d, LINKER],
  [0x94e, 0x94f, SPACING],
  [0x951, 0x957, MARK],
  [0x958, 0x95f, CONSONANT],
  // Thai.
  [0xe01, 0xe30, LETTER],
  [0xe31, 0xe31, MARK],
  [0xe32, 0xe32, LETTER],
  [0xe33, 0xe33, SPACING],
  [0xe34, 0xe3a, MARK],
  [0xe40, 0xe46, LETTER],
  [0xe47, 0xe4e, MARK],
];

const BEHIND = 0xe4f;

const kinds = (() => {
  let made: Uint8Array | undefined;
  return () => {
    if (made) return made;
    made = new Uint8Array(BEHIND);
    for (const [first, last, kind] of RANGES) made.fill(kind, first, last + 1);
    return made;
  };
})();

/**
 * The offsets (UTF-16) at which the clusters of a text begin, as `Intl.Segmenter` divides it; undefined for a text with
 * other letters than Hebrew, Arabic, Devanagari, Thai and those that `isPlain`.
 */
export function clusterStarts(text: string, isPlain: (unit: number) => boolean): number[] | undefined {
  const kindOf = kinds();
  const starts: number[] = [];
  let before = CONTROL;
  let isAfterConsonant = false;
  let isLinked = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = isPlain(unit) ? LETTER : (kindOf[unit] ?? OTHER);
    if (kind === OTHER) return undefined;
    const isJoined = (kind >= MARK && kind <= LINKER) || (kind === CONSONANT && isLinked);
    if (!isJoined || before === CONTROL) starts.push(at);
    before = kind;
    if (kind === LINKER) isLinked = isAfterConsonant;
    else if (kind !== MARK) {
      isAfterConsonant = kind === CONSONANT;
      isLinked = false;
    }
  }
  return starts;
}
