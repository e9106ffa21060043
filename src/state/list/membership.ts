/** Whether an id is in a long array: a few lookups search it, many use a set. */
export function membership(ids: readonly number[], lookups: number): (id: number) => boolean {
  if (lookups <= 16) return id => ids.includes(id);
  const set = new Set(ids);
  return id => set.has(id);
}
