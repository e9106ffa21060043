import type { Detail } from '../world.ts';
import type { DetailLine } from './line.ts';

type Lines = readonly DetailLine[];

/** The passages that the agent opened, without the one that a search opened. */
export function ownOpened({ opened, find }: Detail): ReadonlySet<string> {
  const foldKey = find?.foldKey ?? null;
  return foldKey === null ? opened : new Set([...opened].filter(key => key !== foldKey));
}

/** The detail without a search; the passage that the search opened is folded again. */
export function withoutFind(detail: Detail): Detail {
  return { ...detail, opened: ownOpened(detail), find: null };
}

/** These passages and all that are folded among the lines; the same set if there are none. */
export function allOpened(opened: ReadonlySet<string>, lines: Lines): ReadonlySet<string> {
  const folded = lines.flatMap(({ role, foldKey }) => (role === 'fold' && foldKey !== null ? [foldKey] : []));
  return folded.length === 0 ? opened : new Set([...opened, ...folded]);
}

/** For each of the lines its index in `all`, with nothing folded; a folded passage is at its first line there. */
export function placesUnfolded(lines: Lines, all: Lines): readonly number[] {
  let next = 0;
  return lines.map(({ role, foldKey }) => {
    const place = next;
    next += 1;
    if (role === 'fold') while (all[next] !== undefined && all[next]!.foldKey === foldKey) next += 1;
    return place;
  });
}

/** The index in the lines, some of them folded, of the line at an index in `all`. */
export function placeFolded(lines: Lines, all: Lines, place: number): number {
  const below = placesUnfolded(lines, all).findIndex(unfolded => unfolded > place);
  return below === -1 ? lines.length - 1 : Math.max(0, below - 1);
}
