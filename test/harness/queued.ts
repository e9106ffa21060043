import { readFileSync } from 'node:fs';

/**
 * How long a program's main thread was ready and had to wait for a processor, in ms, since it started; 0 if the system
 * does not report it. What a measured time owes to other work on the machine is left out with it.
 */
export function queuedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
