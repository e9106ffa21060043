import { type SafeText, t } from '../text/safe.ts';

/** Says lines page by page: the rest waits for an empty line. */
export interface Reader {
  /** Begins with the first page; forgets waiting lines. No lines change nothing. */
  say(lines: readonly SafeText[]): void;
  /** Says the next page; false if nothing waits. */
  more(): boolean;
}

/** Makes a reader that writes at most `pageLines()` lines at once. */
export function createReader(write: (line: SafeText) => void, pageLines: () => number): Reader {
  let waiting: readonly SafeText[] = [];
  const go = (all: readonly SafeText[]): void => {
    const page = Math.max(1, pageLines());
    // One more line costs no more than saying that there is one.
    const count = all.length <= page + 1 ? all.length : page;
    for (const line of all.slice(0, count)) write(line);
    waiting = all.slice(count);
    if (waiting.length > 0) write(t`${waiting.length} more lines: an empty line reads on.`);
  };
  return {
    say: lines => {
      if (lines.length > 0) go(lines);
    },
    more: () => {
      const hasMore = waiting.length > 0;
      if (hasMore) go(waiting);
      return hasMore;
    },
  };
}
