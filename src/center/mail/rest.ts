import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for some milliseconds; ends early, without an error, if the signal aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** By the process's own clock. An abort is not an error. */
export const rest: Rest = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Begins to wait at its first call; each resolves when the time is over. */
export type Patience = () => Promise<void>;

/** Waits for work, at most this many milliseconds. No timer is left when it is done. */
export async function waitForWork<T>(rest: Rest, ms: number, work: (patience: Patience) => Promise<T>): Promise<T> {
  let begun: { readonly isDone: AbortController; readonly over: Promise<void> } | undefined;
  const begin = () => {
    const isDone = new AbortController();
    return { isDone, over: rest(ms, isDone.signal) };
  };
  try {
    return await work(() => {
      begun ??= begin();
      return begun.over;
    });
  } finally {
    begun?.isDone.abort();
  }
}
