import { type SafeText, safeLine, t } from '../text/safe.ts';
import { width } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { ofOthers } from './words/spoken.ts';

/** Says lines page by page: the rest waits for an empty line. */
export interface PagedReader {
  /** Begins with the first page; forgets waiting lines. No lines change nothing. */
  say(lines: readonly SafeText[]): void;
  /** Says one more line, also while others wait. */
  add(line: SafeText): void;
  /** Says the next page; false if nothing waits. */
  more(): boolean;
}

/** The size of a page, in lines and in cells. */
interface PageSize {
  readonly pageLines: () => number;
  readonly columns: () => number;
}

/** Makes a reader that writes at most `pageLines()` lines at once, none wider than `columns()`. */
export function createReader(write: (line: SafeText) => void, { pageLines, columns }: PageSize): PagedReader {
  let waiting: readonly SafeText[] = [];
  const fitting = (lines: readonly SafeText[]) => lines.flatMap(line => wrapSaid(line, columns()));
  const go = (all: readonly SafeText[]): void => {
    const page = Math.max(1, pageLines());
    // One more line costs no more than saying that there is one.
    const count = all.length <= page + 1 ? all.length : page;
    for (const line of all.slice(0, count)) write(line);
    waiting = all.slice(count);
    if (waiting.length > 0) for (const line of fitting([moreWords(waiting.length)])) write(line);
  };
  return {
    say: lines => {
      if (lines.length > 0) go(fitting(lines));
    },
    add: line => {
      for (const one of fitting([line])) write(one);
    },
    more: () => {
      const hasMore = waiting.length > 0;
      if (hasMore) go(waiting);
      return hasMore;
    },
  };
}

function moreWords(count: number): SafeText {
  return t`${count} more lines: an empty line reads on.`;
}

const INDENT = ofOthers(t``);

/** A line in lines of this width. Each but the first stands behind two blanks: it may begin with words of others. */
export function wrapSaid(line: SafeText, columns: number): readonly SafeText[] {
  if (line.length <= columns && width(line) <= columns) return [line];
  const isIndented = line.startsWith(INDENT);
  const words = safeLine(isIndented ? line.slice(INDENT.length) : line);
  const [first = t``, ...rest] = wrap(words, columns - INDENT.length);
  return [isIndented ? ofOthers(first) : first, ...rest.map(ofOthers)];
}
