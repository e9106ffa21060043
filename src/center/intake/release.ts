/** Fewer bytes are left to the collector. They may also lie in memory that others share. */
const LARGE_BYTES = 1_024 * 1_024;

/** Whether so many bytes are worth giving back at once. */
export function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES;
}

/**
 * Gives the memory of large bytes back at once: they are empty from then on, and so is what shares their memory. The
 * collector lets 64 MiB of such bytes pile up in each thread.
 */
export function release(bytes: Uint8Array): void {
  if (isLarge(bytes.byteLength) && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}
