const SHARD_COUNT = 512;

type Shards<V> = readonly (ReadonlyMap<number, V> | undefined)[];

/**
 * An immutable map from ids to values, split into shards: a changed copy shares all but the touched shards, so that
 * adding one row to 100,000 costs microseconds.
 */
export class IdMap<V> {
  readonly size: number;
  readonly #shards: Shards<V>;

  private constructor(shards: Shards<V>, size: number) {
    this.#shards = shards;
    this.size = size;
  }

  static empty<V>(): IdMap<V> {
    return new IdMap<V>([], 0);
  }

  static of<V>(entries: Iterable<readonly [number, V]>): IdMap<V> {
    return IdMap.empty<V>().with(entries);
  }

  get(id: number): V | undefined {
    return this.#shards[shardOf(id)]?.get(id);
  }

  has(id: number): boolean {
    return this.#shards[shardOf(id)]?.has(id) ?? false;
  }

  /** A copy with these entries added; the map itself if there are none. */
  with(entries: Iterable<readonly [number, V]>): IdMap<V> {
    return this.#edit(
      entries,
      (shard, [id, value]) => void shard.set(id, value),
      ([id]) => id,
    );
  }

  /** A copy without these ids; the map itself if it holds none of them. */
  without(ids: Iterable<number>): IdMap<V> {
    const held = [...ids].filter(id => this.has(id));
    return this.#edit(
      held,
      (shard, id) => void shard.delete(id),
      id => id,
    );
  }

  /** The entries that a former map did not have, or had with another value. Costs little where few shards differ. */
  since(former: IdMap<V>): readonly (readonly [number, V])[] {
    if (former === this) return [];
    return this.#shards.flatMap((shard, index) => {
      const before = former.#shards[index];
      return shard && shard !== before ? [...shard].filter(([id, value]) => before?.get(id) !== value) : [];
    });
  }

  *keys(): IterableIterator<number> {
    for (const shard of this.#shards) if (shard) yield* shard.keys();
  }

  *values(): Generator<V> {
    for (const shard of this.#shards) if (shard) yield* shard.values();
  }

  *[Symbol.iterator](): IterableIterator<[number, V]> {
    for (const shard of this.#shards) if (shard) yield* shard.entries();
  }

  #edit<Item>(
    items: Iterable<Item>,
    change: (shard: Map<number, V>, item: Item) => void,
    idOf: (item: Item) => number,
  ): IdMap<V> {
    const fresh = new Map<number, Map<number, V>>();
    let size = this.size;
    for (const item of items) {
      const index = shardOf(idOf(item));
      const shard = fresh.get(index) ?? new Map(this.#shards[index]);
      fresh.set(index, shard);
      const before = shard.size;
      change(shard, item);
      size += shard.size - before;
    }
    if (fresh.size === 0) return this;
    const shards = [...this.#shards];
    for (const [index, shard] of fresh) shards[index] = shard;
    return new IdMap(shards, size);
  }
}

function shardOf(id: number): number {
  return Math.abs(id) % SHARD_COUNT;
}

/** Whether an id is in a long array: a few lookups search it, many use a set. */
export function membership(ids: readonly number[], lookups: number): (id: number) => boolean {
  if (lookups <= 16) return id => ids.includes(id);
  const set = new Set(ids);
  return id => set.has(id);
}
