import type { Desk } from '../context.ts';

/** A check that comes so much too late shows that the process was stopped. */
const LATE_MS = 10_000;
/** A machine that was asleep for less has kept its connections. */
const SLEPT_MS = 20_000;

/**
 * Returns a function that is to be called every `everyMs`; it returns whether the machine has slept, or the process
 * stood still, since the last call. A sleep stops the timers and `elapsed` with them on some systems, and on others it
 * only delays the timers. Setting the clock is no sleep, where `uptime` does not follow it.
 */
export function watchSleep({ elapsed, uptime }: Pick<Desk, 'elapsed' | 'uptime'>, everyMs: number) {
  let dueAt = elapsed() + everyMs;
  let asleepMs = uptime() - elapsed();
  return (): boolean => {
    const isLate = elapsed() - dueAt >= LATE_MS;
    const former = asleepMs;
    dueAt = elapsed() + everyMs;
    asleepMs = uptime() - elapsed();
    return isLate || asleepMs - former >= SLEPT_MS;
  };
}
