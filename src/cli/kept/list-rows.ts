/** The items of a list as they were saved, each with the place of its row. */
export interface ListRows<Item> {
  readonly items: readonly Item[];
  readonly places: readonly number[];
}

/** What has to be written so that the rows are those of another list. */
export interface RowsChange<Item> {
  readonly gone: readonly number[];
  readonly added: readonly (readonly [place: number, item: Item])[];
  readonly rows: ListRows<Item>;
}

/** Places closer together than this are numbered again. */
const MIN_STEP = 1e-6;

/** Compares two lists by the identity of their items: what did not change keeps its row and its place. */
export function changedRows<Item>(former: ListRows<Item>, items: readonly Item[]): RowsChange<Item> {
  if (items === former.items) return { gone: [], added: [], rows: former };
  const start = sameAtStart(former.items, items);
  const end = sameAtEnd(former.items, items, start);
  const places: (number | undefined)[] = former.places.slice(0, start);
  const gone = keptBetween(former, items, start, end, places);
  places.push(...lastOf(former.places, end));
  const filled = filledIn(places);
  if (!filled) return numberedAgain(former, items);
  const added = filled.flatMap((place, index) =>
    places[index] === undefined ? [[place, items[index]!] as const] : [],
  );
  return { gone, added, rows: { items, places: filled } };
}

function sameAtStart<Item>(former: readonly Item[], items: readonly Item[]): number {
  const most = Math.min(former.length, items.length);
  let count = 0;
  while (count < most && former[count] === items[count]) count += 1;
  return count;
}

function sameAtEnd<Item>(former: readonly Item[], items: readonly Item[], start: number): number {
  const most = Math.min(former.length, items.length) - start;
  let count = 0;
  while (count < most && former.at(-1 - count) === items.at(-1 - count)) count += 1;
  return count;
}

/** Adds the places of the items between the same start and the same end; undefined for new ones. Returns those gone. */
function keptBetween<Item>(
  { items: old, places: oldPlaces }: ListRows<Item>,
  items: readonly Item[],
  start: number,
  end: number,
  places: (number | undefined)[],
): readonly number[] {
  const known = new Map<Item, number>();
  for (let index = start; index < old.length - end; index += 1) known.set(old[index]!, oldPlaces[index]!);
  const gone = new Set(known.values());
  let last = oldPlaces[start - 1] ?? Number.NEGATIVE_INFINITY;
  for (const item of items.slice(start, items.length - end)) {
    const place = known.get(item);
    const isInOrder = place !== undefined && place > last;
    places.push(isInOrder ? place : undefined);
    if (!isInOrder) continue;
    gone.delete(place);
    last = place;
  }
  return [...gone];
}

function lastOf<Value>(values: readonly Value[], count: number): readonly Value[] {
  return values.slice(values.length - count);
}

/** Gives each new item a place between its neighbours; undefined if there is no room. */
function filledIn(places: readonly (number | undefined)[]): number[] | undefined {
  const filled: number[] = [];
  for (let index = 0; index < places.length; ) {
    const place = places[index];
    if (place !== undefined) {
      filled.push(place);
      index += 1;
      continue;
    }
    let next = index;
    while (next < places.length && places[next] === undefined) next += 1;
    const count = next - index;
    const before = filled.at(-1);
    const after = places[next];
    const step = before === undefined || after === undefined ? 1 : (after - before) / (count + 1);
    if (step < MIN_STEP) return undefined;
    const first = before ?? (after === undefined ? 0 : after - count - 1);
    for (let nth = 1; nth <= count; nth += 1) filled.push(first + nth * step);
    index = next;
  }
  return filled;
}

function numberedAgain<Item>(former: ListRows<Item>, items: readonly Item[]): RowsChange<Item> {
  const places = items.map((_, index) => index + 1);
  return {
    gone: former.places,
    added: items.map((item, index) => [places[index]!, item] as const),
    rows: { items, places },
  };
}
