/**
 * Gives each item with its work, in order, while the work on up to `most` items is under way: waiting for many small
 * files one after the other takes longer than reading them. Work that fails rejects where it is awaited.
 */
export function* ahead<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Generator<readonly [item: Item, result: Promise<Result>]> {
  const started: Promise<Result>[] = [];
  for (const [at, item] of items.entries()) {
    while (started.length < most && at + started.length < items.length) {
      const result = work(items[at + started.length]!);
      // Whether anybody awaits it is not known yet.
      result.catch(() => undefined);
      started.push(result);
    }
    yield [item, started.shift()!];
  }
}
