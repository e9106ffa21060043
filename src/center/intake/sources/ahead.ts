/**
 * Yields each item with its work, in order, while the work on up to `most` items is in progress: waiting for many small
 * files one by one takes longer than reading them. Failed work rejects when it is awaited.
 */
export function* workAhead<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Generator<readonly [item: Item, result: Promise<Result>]> {
  const started: Promise<Result>[] = [];
  for (const [at, item] of items.entries()) {
    while (started.length < most && at + started.length < items.length) {
      const result = work(items[at + started.length]!);
      // It is never awaited if an earlier one has failed, which the caller hears of.
      result.catch(() => undefined);
      started.push(result);
    }
    yield [item, started.shift()!];
  }
}
