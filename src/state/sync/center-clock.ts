import type { Client } from '../../client/client.ts';
import { wrapCalls } from '../calls/wrap-calls.ts';

/** The clocks of this machine: one that can be set, and a monotonic one; both in milliseconds. */
interface MachineClocks {
  readonly now: () => number;
  readonly uptime: () => number;
}

/** The help center's clock, as its answers tell it. */
export interface CenterClock {
  /** Milliseconds since 1970; by this machine's clock until the first answer. */
  now(): number;
  /** By how much this machine's clock is ahead of it, in milliseconds. */
  machineAhead(): number;
  /** An answer to a call that began at `askedAt` of `uptime` names this second. */
  told(second: number, askedAt: number): void;
}

/** The `Date` of an answer names a second, not the moment in it. */
const SECOND_MS = 1_000;

/**
 * Makes it. A `Date` and the duration of the call leave the help center's clock an interval. The clock moves only as far
 * as the interval asks for, so it does not jump between answers, and a machine that is right keeps its own time.
 */
export function createCenterClock({ now, uptime }: MachineClocks): CenterClock {
  let aheadOfUptime: number | undefined;
  const centerNow = (): number => (aheadOfUptime === undefined ? now() : uptime() + aheadOfUptime);
  return {
    now: centerNow,
    machineAhead: () => now() - centerNow(),
    told: (second, askedAt) => {
      const [least, most] = [second - uptime(), second + SECOND_MS - askedAt];
      aheadOfUptime = Math.min(Math.max(aheadOfUptime ?? now() - uptime(), least), most);
    },
  };
}

/** The client whose answers tell the clock the time; then calls `onTold`. */
export function hearTime(client: Client, clock: CenterClock, { uptime }: MachineClocks, onTold: () => void): Client {
  return wrapCalls(client, call => (request = {}) => {
    const askedAt = uptime();
    const onDate = (second: number): void => {
      clock.told(second, askedAt);
      onTold();
    };
    return call({ ...request, onDate });
  });
}
