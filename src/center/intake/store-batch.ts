import { problemOf } from '../model/problem.ts';
import { indexOnce } from '../model/search/reindex.ts';
import type { Work } from '../model/work.ts';

const MAX_TRIES = 5;

/**
 * Stores items in one transaction; if that fails, each in its own, so that one bad item does not affect the others: it is
 * refused. Throws if the database cannot be written.
 */
export async function storeBatch<Item>(
  items: readonly Item[],
  store: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: unknown) => Promise<void> | void,
  tries = 1,
): Promise<void> {
  const [only, ...others] = items;
  if (only === undefined) return;
  try {
    await store(items);
  } catch (error) {
    const { code } = problemOf(error);
    if (code === 'unavailable') throw error;
    // Another process has stored the same mail, or a customer's address, in the same moment.
    if (code === 'conflict' && tries < MAX_TRIES) return storeBatch(items, store, refuse, tries + 1);
    if (others.length === 0) await refuse(only, error);
    else for (const each of items) await storeBatch([each], store, refuse);
  }
}

/** Stores items one after another in one transaction, and puts their words into the search index at the end. */
export function storeEach<Item, Stored>(
  work: Work,
  items: readonly Item[],
  store: (work: Work, item: Item, at: number) => Promise<Stored>,
): Promise<Stored[]> {
  return indexOnce(work, async inner => {
    const stored: Stored[] = [];
    for (const [at, item] of items.entries()) stored.push(await store(inner, item, at));
    return stored;
  });
}
