import { atOnce } from '../changes/send.ts';
import type { Desk } from '../context.ts';
import type { Facet } from '../list/facets.ts';
import type { ListTotal } from '../world.ts';
import { readNumber } from './numbers.ts';

/** At most this many questions are asked at once. */
const MAX_AT_ONCE = 4;

/** How the numbers of a list's values are handed over as they arrive. */
export interface CountedFacets {
  take(facet: Facet, count: ListTotal): void;
  /** False when nobody looks at the numbers any more. */
  isWanted(): boolean;
}

/** The end of the questions: all are answered, the help center does not count, or it cannot be asked now. */
export type FacetsEnd = 'counted' | 'never' | 'later';

/** Asks the help center how many conversations each value has. It stops at the first question without an answer. */
export async function countFacets(
  desk: Desk,
  facets: readonly Facet[],
  { take, isWanted }: CountedFacets,
): Promise<FacetsEnd> {
  const read = desk.reads.begin('facets');
  let end: FacetsEnd = 'counted';
  const ask = async (facet: Facet): Promise<void> => {
    const count = await readNumber(desk, facet.query, read);
    if (!read.isCurrent() || end !== 'counted') return;
    if (typeof count === 'object') take(facet, { number: count.number, isMore: count.isMore });
    else end = count;
  };
  await atOnce(MAX_AT_ONCE, facets, ask, () => end !== 'counted' || !read.isCurrent() || !isWanted());
  read.end();
  return end;
}
