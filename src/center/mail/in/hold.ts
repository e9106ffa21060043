import type { ModelCenter } from '../../model/context.ts';
import { endLease, LEASE_MS, type LeaseOwner, takeLease } from '../../model/lease.ts';
import { NO_CONVERSATION } from '../../model/work.ts';
import type { Rest } from '../rest.ts';

/** How often a lease is renewed, and how often a process asks for one that another has, in milliseconds. */
const RENEW_MS = LEASE_MS / 3;
const ASK_MS = 5_000;

/** The owner of a lease and its settings. */
export interface Holding {
  readonly center: ModelCenter;
  readonly owner: LeaseOwner;
  readonly rest: Rest;
}

/** Takes or renews a lease; undefined if the database fails, which is logged: no mail comes or goes meanwhile. */
async function tryLease({ center, owner }: Omit<Holding, 'rest'>, name: string): Promise<boolean | undefined> {
  const { troubles } = center.context;
  const what = `Taking the lease of ${name}`;
  try {
    const isHeld = await center.write(work => takeLease(work, name, owner), NO_CONVERSATION);
    troubles?.ended(what);
    return isHeld;
  } catch (error) {
    troubles?.failed(what, error);
    return undefined;
  }
}

/** Renews a lease until the signal aborts; aborts `lost` if it cannot be renewed for as long as it lasts. */
async function renew({ center, owner, rest }: Holding, name: string, lost: AbortController, signal: AbortSignal) {
  let heldUntil = center.context.now() + LEASE_MS;
  while (!signal.aborted) {
    await rest(RENEW_MS, signal);
    if (signal.aborted) return;
    const isHeld = await tryLease({ center, owner }, name);
    if (isHeld) heldUntil = center.context.now() + LEASE_MS;
    if (isHeld === false || center.context.now() >= heldUntil - RENEW_MS) return lost.abort();
  }
}

async function workAlone(
  holding: Holding,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
) {
  const lost = new AbortController();
  const done = new AbortController();
  const renewing = renew(holding, name, lost, AbortSignal.any([stop, done.signal]));
  try {
    await work(AbortSignal.any([stop, lost.signal]));
  } finally {
    done.abort();
    await renewing;
    // It ends by itself after a minute.
    await holding.center.write(one => endLease(one, name, holding.owner), NO_CONVERSATION).catch(() => undefined);
  }
}

/**
 * Runs `work` while this process, and no other on the same database, has the lease of this name: now, or as soon as the
 * other one ends, until `stop` aborts. The signal given to `work` aborts if the lease is lost; then it is asked for
 * again. Rejects if `work` does.
 */
export async function withLease(
  holding: Holding,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    if (await tryLease(holding, name)) await workAlone(holding, name, work, stop);
    if (!stop.aborted) await holding.rest(ASK_MS, stop);
  }
}
