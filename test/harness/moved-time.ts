import { readFileSync, writeFileSync } from 'node:fs';

/** How long the file is not read again: the clock is asked many times for each key. */
const READ_EVERY_MS = 20;

/** The time of a clock that is ahead of the machine's by the milliseconds in a file. */
export function movedTime(path: string): () => number {
  const real = Date.now.bind(Date);
  let ahead = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const at = real();
    if (at - readAt < READ_EVERY_MS) return at + ahead;
    readAt = at;
    ahead = Number(readFileSync(path, 'utf8'));
    return at + ahead;
  };
}

/** A clock that some programs share, and that a test sets. */
export interface MovedClock {
  /** Milliseconds since 1970 on it. */
  now(): number;
  /** Sets it; milliseconds since 1970. */
  set(time: number): void;
  /** The flags of Node with which a program lives by it, and the variables that go with them. */
  readonly flags: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** A clock that shows this time now, kept in this file. */
export function movedClock(path: string, time: number): MovedClock {
  const set = (to: number) => writeFileSync(path, `${to - Date.now()}`);
  set(time);
  return {
    now: movedTime(path),
    set,
    flags: ['--import', new URL('./moved-clock.ts', import.meta.url).href],
    variables: { CLOCK_AHEAD_IN: path },
  };
}
