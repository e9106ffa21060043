import { openCollector } from '../database/collect-garbage.ts';
import { memoize } from '../model/memoize.ts';

/** Fewer bytes are left to the collector. They may also lie in memory that others share. */
const LARGE_BYTES = 1_024 * 1_024;

/** Whether this many bytes are worth giving back at once. */
export function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES;
}

/**
 * Gives the memory of large bytes back at once: they are empty from then on, and so are views of the same memory. The
 * collector lets 64 MiB of such bytes pile up in each thread.
 */
export function release(bytes: Uint8Array): void {
  if (isLarge(bytes.byteLength) && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}

/** How many bytes a gzip file holds, according to its end. */
export function unpackedSize(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset).getUint32(packed.byteLength - 4, true);
}

const collector = memoize(openCollector);

/**
 * Collects this thread's garbage, for after large mails: V8 would let several times their size pile up. It takes some
 * hundredths of a second.
 */
export async function collectGarbage(): Promise<void> {
  (await collector())({ type: 'major', flavor: 'last-resort' });
}
