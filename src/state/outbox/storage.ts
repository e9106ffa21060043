import * as v from 'valibot';
import { changeOf } from '../changes/list.ts';
import type { SavedState, Storage } from '../kept/storage.ts';
import { attemptsLeft } from '../operations/attempts.ts';
import {
  callsLeft,
  closed,
  inState,
  inversesOf,
  narrowed,
  type OperationCall,
  requestsOf,
} from '../operations/operation.ts';
import type { ChangeCall, Operation, PendingChange, World } from '../world.ts';
import { MAX_OVERDUE_MS } from './change-times.ts';

/** Stores data only while the process lives. */
export function memoryStorage(): Storage {
  let kept: SavedState | null = null;
  return {
    load: () => kept,
    save: next => {
      kept = { ...kept, ...next };
    },
    savePlace: place => {
      kept = { operations: [], drafts: new Map(), ...kept, place };
    },
    isKept: () => true,
  };
}

/** Saves the part of the world that must outlive the process. */
export function keep(storage: Storage, world: World): void {
  storage.save(keptOf(world));
}

/** The part of the world that must outlive the process, except the place. */
export function keptOf({ operations, drafts, epoch }: World): Omit<SavedState, 'place'> {
  return { operations, drafts, ...(epoch && { epoch }) };
}

/**
 * Prepares kept data for a new desk. A change that was being sent when the process ended waits to be sent again with
 * its old key; a held change continues with the rest of its hold, or asks. Changes with a name or form that this
 * version does not know are set aside and reported, and acts before `since` are forgotten. Times are milliseconds since
 * 1970.
 */
export function restore(
  kept: SavedState,
  now: number,
  since: number,
): { readonly kept: SavedState; readonly unknown: readonly ChangeCall[] } {
  const unknown = kept.operations.flatMap(requestsOf).filter(one => !isKnownCall(one));
  const isLeft = (one: Operation): boolean => one.at >= since || requestsOf(one).length > 0;
  const operations = kept.operations.filter(isLeft).map(operation => {
    const known = {
      ...operation,
      calls: operation.calls.map((call): OperationCall => {
        const requests = call.requests.filter(isKnownCall);
        return { ...call, requests: requests.map(one => restored(one, kept.endedAt, now)) };
      }),
    };
    const isWhole = [...callsLeft(operation), ...inversesOf(operation)].every(isKnownCall);
    return isWhole ? known : withoutCalls(closed(known));
  });
  return { kept: { ...kept, operations }, unknown };
}

/** An operation with calls that this version does not know. The calls that it knows are still sent. */
function withoutCalls(operation: Operation): Operation {
  return { ...operation, calls: operation.calls.map(call => narrowed(call, [])) };
}

/**
 * If it is unknown when the desk ended, a held change asks. If the clock was set back since, it is unknown how long ago
 * a change was sent. An attempt that had come no further than its files does not count.
 */
function restored(change: OperationCall['requests'][number], endedAt: number | undefined, now: number) {
  if (change.state === 'refused') return change;
  if (change.state === 'held') return restoredHold(change, endedAt, now);
  const isTimeKnown = now >= (endedAt ?? now);
  if (change.state !== 'sending') return { ...change, attempts: attemptsLeft(change.attempts, isTimeKnown) };
  const attempts = attemptsLeft(change.attempts, isTimeKnown, change.isUploading ? 1 : 0);
  return { ...inState(change, { state: 'waiting' }), attempts };
}

function restoredHold(change: Extract<PendingChange, { state: 'held' }>, endedAt: number | undefined, now: number) {
  const { heldUntil } = change;
  if (endedAt === undefined || now - heldUntil > MAX_OVERDUE_MS)
    return inState(change, { state: 'asks', about: 'hold' });
  const holdMs = changeOf(change.name)?.holdMs ?? 0;
  // If the clock was set back since, the rest of a hold is still never longer than the whole.
  return { ...change, heldUntil: now + Math.min(holdMs, Math.max(0, heldUntil - endedAt)) };
}

/** Whether this version has the change, and takes its arguments. */
export function isKnownCall({ name, args }: ChangeCall): boolean {
  const change = changeOf(name);
  return change !== undefined && v.is(change.args, args);
}
