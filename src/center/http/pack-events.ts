import type { Gzip } from 'node:zlib';
import { isTaken } from './compress.ts';

/**
 * Compresses a stream of events piece by piece, if that is one and the reader accepts it; else undefined. Rows resemble
 * each other: after the first an event takes a sixth. Small windows keep hundreds of streams small, and this flush adds
 * the fewest bytes to a sign of life.
 */
export async function packerOf({ headers }: Response, accepted: string | undefined): Promise<Gzip | undefined> {
  const isOfEvents = headers.get('content-type') === 'text/event-stream';
  if (!isOfEvents || accepted === undefined || !isTaken(accepted, 'gzip')) return undefined;
  const { constants, createGzip } = await import('node:zlib');
  return createGzip({ flush: constants.Z_PARTIAL_FLUSH, windowBits: 13, memLevel: 5, chunkSize: 1_024 });
}
