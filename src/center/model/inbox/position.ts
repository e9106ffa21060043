import { updateRows } from '../../database/rows.ts';
import type { Work } from '../work.ts';
import { inboxTouched } from './read.ts';

async function idsInOrder(work: Work): Promise<{ id: number; sort: number }[]> {
  return work.db.selectFrom('inbox').select(['id', 'sort']).orderBy('sort').orderBy('id').execute();
}

/** Writes the positions 0…n-1 in this order; only moved inboxes are written. */
async function writeOrder(
  work: Work,
  now: readonly { readonly id: number; readonly sort: number }[],
  ids: readonly number[],
): Promise<void> {
  const before = new Map(now.map(row => [row.id, row.sort]));
  for (const [sort, id] of ids.entries()) {
    if (before.get(id) === sort) continue;
    await updateRows(work.db, 'inbox', { id }, { sort });
    await inboxTouched(work, id);
  }
}

/** Gives an inbox a position, counted from 0 (the last one if it is beyond); the others shift. */
export async function moveInbox(work: Work, id: number, position: number): Promise<void> {
  const rows = await idsInOrder(work);
  const others = rows.map(row => row.id).filter(one => one !== id);
  await writeOrder(work, rows, others.toSpliced(position, 0, id));
}

/** The requested position of an inbox, counted from 0. */
export interface InboxPosition {
  readonly id: number;
  readonly sort: number;
}

/**
 * Gives inboxes the requested positions, no two the same (beyond the last one: at the end, in their order); the rest
 * keep their order around them.
 */
export async function placeInboxes(work: Work, places: readonly InboxPosition[]): Promise<void> {
  const rows = await idsInOrder(work);
  const named = new Set(places.map(({ id }) => id));
  const order = rows.map(({ id }) => id).filter(id => !named.has(id));
  const inTurn = places.toSorted((a, b) => a.sort - b.sort);
  // From the first on: each one is at its requested position when those before it are.
  for (const { id, sort } of inTurn) order.splice(sort, 0, id);
  await writeOrder(work, rows, order);
}
