import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for some milliseconds; ends early, without an error, if the signal aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** The process's own clock. */
export const rest: Rest = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);
