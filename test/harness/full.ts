import { isOnPostgres } from './on-postgres.ts';

/** Whether tests run as large as is known to be worth it, which takes hours (`FRONTDESK_FULL=1`). */
export const isFull = process.env.FRONTDESK_FULL === '1';

/**
 * Whether tests that repeat are whole: in the slow lane, which runs each test file that reaches this one again
 * (`vitest.config.ts`).
 */
export const isWhole = isFull || process.env.FRONTDESK_WHOLE === '1';

/** Of so many repetitions, `npm test` makes one. */
const ONE_OF = 10;

/**
 * The number of runs of a property, or the size of a sweep: all of `count` in the slow lane, a tenth in `npm test`, an
 * eighth on PostgreSQL, where opening a help center takes longer.
 */
export function runs(count: number): number {
  if (isOnPostgres()) return Math.ceil(count / 8);
  return isWhole ? count : Math.ceil(count / ONE_OF);
}

/** The values of a sweep, or rows of a table: each tenth in `npm test`, all in the slow lane and on PostgreSQL. */
export function sampled<T>(values: readonly T[]): readonly T[] {
  return isWhole || isOnPostgres() ? values : values.filter((_, at) => at % ONE_OF === 0);
}
