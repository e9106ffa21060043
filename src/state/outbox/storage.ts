import * as v from 'valibot';
import { changeOf } from '../changes/list.ts';
import type { Kept, Storage } from '../kept.ts';
import { callsLeft, closed, inState } from '../operation.ts';
import type { ChangeCall, Operation, PendingChange, World } from '../world.ts';
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
export function keptOf({ operations, drafts, epoch }: World): Omit<Kept, 'place'> {
  return { operations, drafts, ...(epoch && { epoch }) };
}

/**
 * Prepares kept data for a new desk. A change that was being sent when the process ended waits to be sent again with
 * its old key; a held change continues with the rest of its hold, or asks. Changes with a name or form that this
 * version does not know are set aside and reported, and acts before `since` are forgotten. Times are milliseconds since
 * 1970.
 */
export function restore(
  kept: Kept,
  now: number,
  since: number,
): { readonly kept: Kept; readonly unknown: readonly ChangeCall[] } {
  const all = kept.operations.map(asToday);
  const unknown = all.flatMap(({ requests }) => requests.filter(one => !isKnownCall(one)));
  const isLeft = ({ at, requests }: Operation): boolean => at >= since || requests.length > 0;
  const operations = all.filter(isLeft).map(operation => {
    const requests = operation.requests
      .filter(isKnownCall)
      .map(one => (one.state === 'refused' ? one : restored(one, kept.endedAt, now)));
    const isWhole = [...callsLeft(operation), ...operation.inverse.flat()].every(isKnownCall);
    return { ...(isWhole ? operation : { ...closed(operation), calls: [] }), requests };
  });
  return { kept: { ...kept, operations }, unknown };
}

/** An operation of a former version, in which a mail named the status that follows it. */
function asToday({ calls, inverse, requests, ...operation }: Operation): Operation {
  const renewed = <Call extends ChangeCall>(call: Call): Call => {
    const { thenStatus: conversation_status_id, ...args } = call.args;
    if (conversation_status_id === undefined) return call;
    const following = [{ name: 'conversation.status', args: { ids: args.ids, conversation_status_id } }];
    return { ...call, args: { ...args, following } };
  };
  const inverses = inverse.map(each => each.map(renewed));
  return { ...operation, calls: calls.map(renewed), inverse: inverses, requests: requests.map(renewed) };
}

/**
 * If it is unknown when the desk ended, a held change asks. If the clock was set back since, it is unknown how long ago
 * a change was sent. An attempt that had come no further than its files does not count.
 */
function restored(change: PendingChange, endedAt: number | undefined, now: number): PendingChange {
  if (change.state === 'held') return restoredHold(change, endedAt, now);
  const { firstSentAt, ...rest } = change;
  const timed = now < (endedAt ?? now) ? rest : change;
  if (timed.state !== 'sending') return timed;
  const attempts = timed.isUploading ? timed.attempts - 1 : timed.attempts;
  return { ...inState(timed, { state: 'waiting' }), attempts };
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
