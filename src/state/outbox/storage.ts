import * as v from 'valibot';
import { changeOf } from '../changes/list.ts';
import type { Kept, Storage } from '../kept.ts';
import type { ChangeCall, DraftKey, Drafts, JournalEntry, PendingChange, World } from '../world.ts';
import { draftKey } from './drafts.ts';
import { MAX_OVERDUE_MS } from './seen.ts';

/** Stores data only while the process lives. */
export function memoryStorage(): Storage {
  let kept: Kept | null = null;
  return {
    load: () => kept,
    save: next => {
      kept = { ...kept, ...next };
    },
    savePlace: place => {
      kept = { pending: [], journal: { undo: [], redo: [] }, drafts: new Map(), ...kept, place };
    },
  };
}

/** Saves the part of the world that must outlive the process. */
export function keep(storage: Storage, world: World): void {
  storage.save(keptOf(world));
}

/** The part of the world that must outlive the process, except the place. */
export function keptOf({ pending, journal, drafts, refused }: World): Omit<Kept, 'place'> {
  return { pending, journal, drafts, refused };
}

/**
 * Prepares kept data for a new desk. A change that was being sent when the process ended waits to be sent again with
 * its old key; a held change continues with the rest of its hold, or asks. Changes with a name or form that this
 * version does not know are set aside and reported. `now`: milliseconds since 1970.
 */
export function restore(kept: Kept, now: number): { readonly kept: Kept; readonly unknown: readonly PendingChange[] } {
  const { true: known = [], false: unknown = [] } = Object.groupBy(kept.pending, isKnown);
  const pending = known.map(change => restored(change, kept.endedAt, now));
  const { undo, redo } = kept.journal;
  const isWhole = (entry: JournalEntry): boolean => [...entry.forward, ...entry.inverse].every(isKnownCall);
  const journal = { undo: undo.filter(isWhole), redo: redo.filter(isWhole) };
  return { kept: { ...kept, pending, journal, drafts: renamed(kept.drafts) }, unknown };
}

/** Former versions kept only drafts of notes, by the conversation's id. */
function renamed(drafts: ReadonlyMap<DraftKey | number, string>): Drafts {
  return new Map([...drafts].map(([key, text]) => [typeof key === 'number' ? draftKey('note', key) : key, text]));
}

/**
 * If it is unknown when the desk ended, a held change asks. If the clock was set back since, it is unknown how long ago
 * a change was sent.
 */
function restored(change: PendingChange, endedAt: number | undefined, now: number): PendingChange {
  const { heldUntil, firstSentAt, ...rest } = change;
  if (change.state !== 'held') {
    const state = change.state === 'sending' ? 'waiting' : change.state;
    return now < (endedAt ?? now) ? { ...rest, state } : { ...change, state };
  }
  if (endedAt === undefined || heldUntil === undefined || now - heldUntil > MAX_OVERDUE_MS) {
    return { ...rest, state: 'asks' };
  }
  const holdMs = changeOf(change.name)?.holdMs ?? 0;
  // If the clock was set back since, the rest of a hold is still never longer than the whole.
  return { ...change, heldUntil: now + Math.min(holdMs, Math.max(0, heldUntil - endedAt)) };
}

/** Whether this version has the change, and takes its arguments. */
export function isKnownCall({ name, args }: ChangeCall): boolean {
  const change = changeOf(name);
  return change !== undefined && v.is(change.args, args);
}
function isKnown(change: PendingChange): 'true' | 'false' {
  return isKnownCall(change) ? 'true' : 'false';
}
