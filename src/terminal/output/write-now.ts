import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** How long to retry while the terminal takes nothing, in ms: leaving must not hang on a stalled link. */
const PATIENCE_MS = 300;

/**
 * Writes to the terminal of stdout (1) or stderr (2) before it returns, for the way out of the program. Gives up after
 * 300 ms if the terminal takes no more, or if it is gone; never throws. Returns whether all of it was taken.
 */
export function writeNow(descriptor: 1 | 2, text: string): boolean {
  const opened = openAnew(descriptor);
  try {
    return writeAll(opened ?? descriptor, Buffer.from(text, 'utf8'));
  } catch {
    // The terminal is gone, and so is the reader.
    return false;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** A new descriptor that does not block; setting that on the inherited one would change it for the shell too. */
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

/** Sleeps without yielding to the event loop. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
