import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import type { PendingChange } from '../world.ts';

/** The times of a pending change, on monotonic clocks. */
export interface ChangeTimes {
  /** When it was first seen, on `desk.elapsed`; long ago if a former desk made it. */
  readonly at: number;
  /** Until when it is held, on `desk.elapsed`: the time in which the machine sleeps does not count. */
  readonly heldUntil: number;
  /** The same on `desk.uptime`. */
  readonly dueAt: number;
  /** When the help center may first have received it, on `desk.uptime`; long ago if that is unknown. */
  readonly sentAt: number;
  /** When an attempt last ended without an answer, on `desk.elapsed`. */
  readonly triedAt?: number;
}

/** A help center keeps keys for 24 hours; its clock and that of this machine may differ by one. */
const KEY_COUNTS_MS = 23 * 3_600_000;

/** A request that was given up may still arrive this much later. */
const SETTLE_MS = 10_000;

/** A held change asks before it is sent if its hold ended this long ago. */
export const MAX_OVERDUE_MS = 60_000;

/** The wall clock counts only when a change is first seen: no clock that is set later makes a time longer or shorter. */
export function timesNow(desk: Desk, change: PendingChange, at: number): ChangeTimes {
  const restMs = (change.state === 'held' ? change.heldUntil : 0) - desk.now();
  const ageMs = desk.now() - (change.attempts?.firstAt ?? Number.NEGATIVE_INFINITY);
  return {
    at,
    heldUntil: desk.elapsed() + restMs,
    dueAt: desk.uptime() + restMs,
    // If the clock was set back since then, its age is unknown.
    sentAt: desk.uptime() - (ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs),
  };
}

/** Notes the times of new changes, and forgets those of changes that no longer wait. */
export function noteTimes(desk: Desk, times: Map<string, ChangeTimes>): void {
  const { pending } = desk.world();
  for (const change of pending)
    if (!times.has(change.key)) times.set(change.key, timesNow(desk, change, desk.elapsed()));
  if (times.size <= pending.length) return;
  const keys = new Set(pending.map(({ key }) => key));
  for (const key of times.keys()) if (!keys.has(key)) times.delete(key);
}

/** Whether the help center may have forgotten the key of a change since it was first sent. */
export function isKeyOld({ uptime }: Pick<Desk, 'uptime'>, { sentAt }: ChangeTimes): boolean {
  return uptime() - sentAt >= KEY_COUNTS_MS;
}

/** Whether a hold ended long ago, because the machine slept or the desk was stopped. */
export function isLongOverdue({ uptime }: Pick<Desk, 'uptime'>, { dueAt }: ChangeTimes): boolean {
  return uptime() - dueAt > MAX_OVERDUE_MS;
}

/**
 * How long a change that would be done twice waits after an attempt without an answer, if the help center keeps no keys:
 * a read that is quicker than that attempt finds nothing.
 */
export function settleMs(desk: Desk, { name, attempts }: PendingChange, { triedAt }: ChangeTimes): number {
  const isAtRisk = attempts !== undefined && triedAt !== undefined && changeOf(name)?.doubt !== undefined;
  return isAtRisk && typeof desk.world().offers.onceKeys === 'string' ? triedAt + SETTLE_MS - desk.elapsed() : 0;
}
