import { deleteRows, rowWith, updateRows } from '../database/rows.ts';
import type { Work } from './work.ts';

/** A process that may take leases, with its view of the others. */
export interface LeaseOwner {
  /** Unique among all processes. */
  readonly id: string;
  /** Whether the process with this id has certainly ended: its lease is taken over at once. */
  readonly hasEnded: (id: string) => boolean;
}

/** How long a lease lasts without being renewed, in milliseconds. */
export const LEASE_MS = 60_000;

/**
 * Takes a lease, or renews it if the owner has it. Returns false if another process has it, which may last until that
 * one ends or does not renew it.
 */
export async function takeLease(work: Work, name: string, { id, hasEnded }: LeaseOwner): Promise<boolean> {
  const { db, now } = work;
  const held = await rowWith(db, 'lease', { name });
  const isFree = !held || held.owner === id || held.ends_at <= now || hasEnded(held.owner);
  if (!isFree) return false;
  const lease = { owner: id, ends_at: now + LEASE_MS };
  // Another process may take it in the same moment: then this finds another row than it read, and changes nothing.
  if (held) return (await updateRows(db, 'lease', held, lease)).length > 0;
  const made = db.insertInto('lease').values({ name, ...lease });
  const taken = made.onConflict(conflict => conflict.column('name').doNothing()).returning('name');
  return (await taken.executeTakeFirst()) !== undefined;
}

/** Ends a lease, so that another process can take it at once. */
export async function endLease(work: Work, name: string, { id }: LeaseOwner): Promise<void> {
  await deleteRows(work.db, 'lease', { name, owner: id });
}
