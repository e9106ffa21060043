import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for some milliseconds; ends early, without an error, if the signal aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** By the process's own clock. An abort is no error. */
export const rest: Rest = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);
