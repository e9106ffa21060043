import type { Attempts } from './operation.ts';

/** The attempts with one more; `at`: now, in milliseconds since 1970. */
export function oneMoreAttempt(attempts: Attempts | undefined, at: number): Attempts {
  return attempts ? { ...attempts, count: attempts.count + 1 } : { count: 1, firstAt: at };
}

/** The attempts with this doubt about their outcome, or without any. */
export function doubtful(attempts: Attempts | undefined, doubt: Attempts['doubt']): Attempts | undefined {
  return attempts && { ...attempts, doubt };
}

/**
 * The attempts of a former desk, the last `unsent` of which sent nothing. `isTimeKnown`: no clock was set back since, so
 * that it is known how long ago they were made.
 */
export function attemptsLeft(attempts: Attempts | undefined, isTimeKnown: boolean, unsent = 0): Attempts | undefined {
  if (!attempts || attempts.count === unsent) return undefined;
  const { firstAt, ...others } = { ...attempts, count: attempts.count - unsent };
  return isTimeKnown ? { ...others, firstAt } : others;
}
