import type { Desk } from '../context.ts';

/** Watches an answer that comes in parts. */
export interface Quiet {
  /** Fires if nothing has come for too long, or if the caller has ended it. */
  readonly signal: AbortSignal;
  /** A part has come. */
  alive(): void;
  stop(): void;
}

/** Watches for `quietMs` milliseconds without a sign of life. */
export function watchQuiet(desk: Desk, ended: AbortSignal, quietMs: number): Quiet {
  const dead = new AbortController();
  let cancel = (): void => {};
  const wait = (): void => {
    cancel();
    cancel = desk.setTimer(() => dead.abort(), quietMs);
  };
  const end = (): void => {
    cancel();
    dead.abort();
  };
  ended.addEventListener('abort', end);
  if (ended.aborted) end();
  else wait();
  return {
    signal: dead.signal,
    alive: () => {
      wait();
      desk.contact.heard();
    },
    stop: () => {
      cancel();
      ended.removeEventListener('abort', end);
    },
  };
}
