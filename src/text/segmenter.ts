import { CLASS, classOf } from './known-kinds.ts';
import { plainColumns } from './unicode.ts';

/** The clusters of one text, in order, as `Intl.Segmenter` describes them. */
type Clusters = Iterable<Intl.SegmentData> & Pick<Intl.Segments, 'containing'>;

// Made at first use: ICU takes 7 ms to load, and a screen of ordinary text does not need it.
const icu = (() => {
  let made: Intl.Segmenter | undefined;
  return () => {
    made ??= new Intl.Segmenter();
    return made;
  };
})();

/**
 * Divides a text into clusters (user-perceived characters) exactly as `Intl.Segmenter` does; ordinary text, escape
 * sequences included, and words of widely used scripts without it. The bundle gives it to the packages in place of a
 * segmenter of their own.
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
  const at = (index: number): Intl.SegmentData => ({ segment: input[index]!, index, input });
  return {
    *[Symbol.iterator]() {
      for (let index = 0; index < input.length; index += 1) yield at(index);
    },
    containing: (index = 0) => (index >= 0 && index < input.length ? at(index) : undefined),
  };
}

function clustersFrom(input: string, starts: readonly number[]): Clusters {
  const at = (nth: number): Intl.SegmentData => ({
    segment: input.slice(starts[nth], starts[nth + 1]),
    index: starts[nth]!,
    input,
  });
  return {
    *[Symbol.iterator]() {
      for (let nth = 0; nth < starts.length; nth += 1) yield at(nth);
    },
    containing: (index = 0) =>
      index >= 0 && index < input.length ? at(starts.findLastIndex(start => start <= index)) : undefined,
  };
}

/**
 * The offsets (UTF-16) at which the clusters of a text begin, as `Intl.Segmenter` divides it; undefined for a text with
 * other letters than those of `known-kinds.ts` and those that `isPlain`.
 */
export function clusterStarts(text: string, isPlain: (unit: number) => boolean): number[] | undefined {
  const starts: number[] = [];
  let before: number = CLASS.control;
  let isAfterConsonant = false;
  let isLinked = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = isPlain(unit) ? CLASS.letter : classOf(unit);
    if (kind === CLASS.other) return undefined;
    const isJoined = kind >= CLASS.mark || (kind === CLASS.consonant && isLinked);
    if (!isJoined || before === CLASS.control) starts.push(at);
    before = kind;
    if (kind === CLASS.linker) isLinked = isAfterConsonant;
    else if (kind !== CLASS.mark) {
      isAfterConsonant = kind === CLASS.consonant;
      isLinked = false;
    }
  }
  return starts;
}
