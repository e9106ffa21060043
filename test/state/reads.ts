import { IdMap } from '../../src/state/world/id-map.ts';

let reads = 0;

/** The same array, of which `readsOf` counts the elements that are read. */
export function watched<T>(items: readonly T[]): readonly T[] {
  return new Proxy(items, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d/.test(key)) reads += 1;
      return Reflect.get(target, key);
    },
  });
}

function* counted<T>(walk: Iterable<T>): Generator<T> {
  for (const one of walk) {
    reads += 1;
    yield one;
  }
}

/** How many elements `run` reads of watched arrays, and of maps of ids, by a lookup or on a walk. */
export function readsOf(run: () => void): number {
  const own = Object.getOwnPropertyDescriptors(IdMap.prototype);
  const { get, has } = IdMap.prototype;
  const walks = (['keys', 'values', Symbol.iterator] as const).map(name => [
    name,
    function (this: IdMap<unknown>) {
      return counted(Reflect.apply<IdMap<unknown>, [], Iterable<unknown>>(own[name].value!, this, []));
    },
  ]);
  Object.assign(IdMap.prototype, {
    ...Object.fromEntries(walks),
    get(this: IdMap<unknown>, id: number) {
      reads += 1;
      return Reflect.apply(get, this, [id]);
    },
    has(this: IdMap<unknown>, id: number) {
      reads += 1;
      return Reflect.apply(has, this, [id]);
    },
  });
  reads = 0;
  try {
    run();
    return reads;
  } finally {
    Object.defineProperties(IdMap.prototype, own);
  }
}
