/** The former list if the other one holds the same. */
export function sameOr<Item>(former: readonly Item[] | undefined, items: readonly Item[]): readonly Item[] {
  if (former === items || former?.length !== items.length) return items;
  return items.every((item, index) => item === former[index]) ? former : items;
}
