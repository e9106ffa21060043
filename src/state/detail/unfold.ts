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
  const folded = foldKeysIn(lines);
  return folded.size === 0 ? opened : new Set([...opened, ...folded]);
}

function foldKeysIn(lines: Lines): ReadonlySet<string> {
  return new Set(lines.flatMap(({ role, foldKey }) => (role === 'fold' && foldKey !== null ? [foldKey] : [])));
}

/** The index in `all`, with nothing folded, of an index (or the end) of the lines. */
export function placeUnfolded(lines: Lines, all: Lines, place: number): number {
  const folded = foldKeysIn(lines);
  if (folded.size === 0) return place;
  const lengths = new Map<string, number>();
  for (const { foldKey } of all)
    if (foldKey !== null && folded.has(foldKey)) lengths.set(foldKey, (lengths.get(foldKey) ?? 0) + 1);
  const lengthOf = ({ role, foldKey }: DetailLine): number =>
    role === 'fold' && foldKey !== null ? (lengths.get(foldKey) ?? 0) : 1;
  return lines.slice(0, place).reduce((count, line) => count + lengthOf(line), 0);
}

/** The index in the lines, some of them folded, of the line at an index in `all`. */
export function placeFolded(all: Lines, lines: Lines, place: number): number {
  const folded = foldKeysIn(lines);
  const seen = new Set<string>();
  let count = 0;
  for (const { foldKey } of all.slice(0, place)) {
    const isFolded = foldKey !== null && folded.has(foldKey);
    if (!isFolded || !seen.has(foldKey)) count += 1;
    if (isFolded) seen.add(foldKey);
  }
  return Math.min(count, lines.length - 1);
}
