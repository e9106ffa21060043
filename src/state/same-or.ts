/** The former list if the other one holds the same. */
export function sameOr<Item>(former: readonly Item[] | undefined, items: readonly Item[]): readonly Item[] {
  const isSame = former?.length === items.length && items.every((item, index) => item === former[index]);
  return isSame ? former : items;
}
