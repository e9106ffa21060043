import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedRows, type ListRows } from '../../../src/cli/kept/list-rows.ts';

interface Item {
  readonly name: number;
}

/** A table that is written as the changes say. */
function table() {
  const rows = new Map<number, Item>();
  let saved: ListRows<Item> = { items: [], places: [] };
  return {
    save: (items: readonly Item[]) => {
      const { gone, added, rows: next } = changedRows(saved, items);
      for (const place of gone) expect(rows.delete(place)).toBe(true);
      for (const [place, item] of added) {
        expect(rows.has(place)).toBe(false);
        rows.set(place, item);
      }
      saved = next;
      return gone.length + added.length;
    },
    read: () => [...rows].sort(([a], [b]) => a - b).map(([, item]) => item),
  };
}

const many = Array.from({ length: 1_000 }, (_, name): Item => ({ name }));

test('the rows in order of their places are the list, whatever came before', () => {
  const lists = fc.array(fc.uniqueArray(fc.nat(12), { maxLength: 13 }), { maxLength: 12 });
  const pool = many.slice(0, 13);
  fc.assert(
    fc.property(lists, all => {
      const { save, read } = table();
      for (const names of all) {
        const items = names.map(name => pool[name]!);
        save(items);
        expect(read()).toEqual(items);
      }
    }),
  );
});

test('an item that is put between the same two, again and again, always finds room', () => {
  const { save, read } = table();
  let items: readonly Item[] = many.slice(0, 2);
  for (const item of many.slice(2, 200)) {
    items = [items[0]!, item, ...items.slice(1)];
    save(items);
  }
  expect(read()).toEqual(items);
});

test.each([
  ['an item is added', [...many, { name: -1 }], 1],
  ['the first one leaves', many.slice(1), 1],
  ['the first one leaves and one is added', [...many.slice(1), { name: -1 }], 2],
  ['one in the middle is replaced', many.with(500, { name: -1 }), 2],
  ['nothing changes', [...many], 0],
] as const)('if %s, only that is written', (_what, items, count) => {
  const { save } = table();
  save(many);
  expect(save(items)).toBe(count);
});
