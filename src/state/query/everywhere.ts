import type { Query } from '../world.ts';

/** A search that leaves out neither closed, archived nor spam; undefined if it is so already, or seeks nothing. */
export function searchedEverywhere(query: Query): Query | undefined {
  const isSearch = query.words !== '' || query.from !== '';
  return isSearch && query.archived === 'no' ? { ...query, isUnresolved: false, archived: 'any' } : undefined;
}
