const MINUTE_MS = 60_000;
const FIRST_PAUSES = [1, 5, 15, 60];
const HOURLY_TRIES = 48;
const MAX_TRIES = 1 + FIRST_PAUSES.length + HOURLY_TRIES;

/**
 * The pause in milliseconds after so many tries; undefined: it is not tried again. Tries are counted, and not days: a
 * desk that is closed at night, or a clock that was wrong, ends nothing too early.
 */
export function pauseAfter(tries: number): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  return (FIRST_PAUSES[tries - 1] ?? 60) * MINUTE_MS;
}
