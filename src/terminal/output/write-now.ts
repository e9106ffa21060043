import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** How long a terminal that takes nothing is tried, in ms: leaving must not hang on a link that stands still. */
const PATIENCE_MS = 300;

/**
 * Writes to the terminal behind stdout (1) or stderr (2) before it returns, for the way out of the program. Gives up
 * after 300 ms where the terminal takes no more, and where it is gone; never throws. Gives whether all of it was taken.
 */
export function writeNow(descriptor: 1 | 2, text: string): boolean {
  const opened = openAnew(descriptor);
  try {
    return writeAll(opened ?? descriptor, Buffer.from(text, 'utf8'));
  } catch {
    // The terminal is gone: there is nobody left to tell.
    return false;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** A descriptor of our own that does not block; setting that on the inherited one would change it for the shell too. */
export function openAnew(descriptor: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  const giveUpAt = performance.now() + PATIENCE_MS;
  let written = 0;
  while (written < bytes.length && performance.now() < giveUpAt) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      pause(5);
    }
  }
  return written === bytes.length;
}

/** Sleeps without giving the turn away. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
