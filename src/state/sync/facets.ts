import type { SafeText } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import type { Facet, FacetCount } from '../list/facets.ts';
import { toFilter } from '../query/to-filter.ts';

/** At most this many questions are asked at once. */
const MAX_AT_ONCE = 4;

/** How the numbers of a list's values are handed over as they arrive. */
export interface CountedFacets {
  take(facet: Facet, count: FacetCount): void;
  /** False when nobody looks at the numbers any more. */
  isWanted(): boolean;
}

/** The end of the questions: all are answered, the help center counts nothing, or it could not be asked. */
export type FacetsEnd = 'counted' | 'unknown' | { readonly problem: SafeText };

/** Asks the help center how many conversations each value has. It stops at the first question without an answer. */
export async function countFacets(
  desk: Desk,
  facets: readonly Facet[],
  { take, isWanted }: CountedFacets,
): Promise<FacetsEnd> {
  const waiting = [...facets];
  const read = desk.reads.begin('facets');
  let end: FacetsEnd = 'counted';
  const ask = async (): Promise<void> => {
    for (let facet = waiting.shift(); facet !== undefined; facet = waiting.shift()) {
      if (!read.isCurrent() || !isWanted()) return;
      const query = { ...toFilter(facet.query, desk.world()), count: '1' as const, limit: 1 };
      const reply = await attempt(desk.client.conversation.list({ query, signal: read.signal }));
      if (!read.isCurrent() || end !== 'counted') return;
      if ('error' in reply) end = { problem: reply.error.reason };
      else if (reply.value.total === null) end = 'unknown';
      else take(facet, { number: reply.value.total.number, of: reply.value.total.isMore ? 'more' : 'all' });
      if (end !== 'counted') waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, ask));
  read.end();
  return end;
}
