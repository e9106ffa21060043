import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Files } from '../../database/files.ts';
import { pack } from '../../intake/pack.ts';
import { Chunks } from '../../intake/sources/bytes.ts';

/** A mail that is there as a whole, and not stored yet. */
export interface Spooled {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  /** The number of its bytes. */
  readonly size: number;
  /** It is on the disk. */
  readonly isLarge: boolean;
  /** Its bytes, compressed (gzip). */
  packed(): Promise<Uint8Array>;
  /** Deletes what is on the disk of it. */
  discard(): Promise<void>;
}

/** Larger mails wait on the disk: many may arrive together. */
const HELD_BYTES = 256 * 1_024;

async function toDisk(chunks: Chunks, files: Files): Promise<Spooled> {
  const hash = createHash('sha256');
  const incoming = await files.receive();
  let size = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(counted, createGzip(), async packed => {
      for await (const chunk of packed) await incoming.write(chunk);
    });
  } catch (error) {
    await incoming.discard();
    throw error;
  }
  return { hash: hash.digest('hex'), size, isLarge: true, packed: incoming.read, discard: incoming.discard };
}

/** Takes in the bytes of a mail, a large one on the disk, never all of it in memory. Rejects if they end with an error. */
export async function spool(source: AsyncIterable<Buffer>, files: Files): Promise<Spooled> {
  const chunks = new Chunks(source);
  const raw = await chunks.whole(HELD_BYTES);
  if (raw.length > HELD_BYTES) return toDisk(chunks, files);
  const packing = pack(raw);
  // Nobody may wait for it yet. A later caller gets its failure.
  packing.catch(() => undefined);
  return {
    hash: createHash('sha256').update(raw).digest('hex'),
    size: raw.length,
    isLarge: false,
    packed: () => packing,
    discard: async () => undefined,
  };
}
