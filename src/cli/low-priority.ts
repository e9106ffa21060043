import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** The threads of this process, on Linux, which gives each a priority of its own. */
const THREADS = '/proc/self/task';

/**
 * Lets other programs go first from now on. On Linux each thread has a priority of its own, and those that compress and
 * read files run already; elsewhere one call is for the whole process.
 */
export function lowerPriority(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}
