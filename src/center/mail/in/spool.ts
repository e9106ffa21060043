import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
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
  /** Deletes its part on the disk. */
  discard(): Promise<void>;
}

/** Larger mails wait on the disk: many may arrive together. */
const HELD_BYTES = 256 * 1_024;

/** A file of this machine without a name: nothing of it stays if the process is killed. */
async function openNameless() {
  const path = join(tmpdir(), `frontdesk-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function toDisk(chunks: Chunks): Promise<Spooled> {
  const hash = createHash('sha256');
  const file = await openNameless();
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
      for await (const chunk of packed) await file.writeFile(chunk);
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  const packed = async () => {
    const bytes = Buffer.alloc((await file.stat()).size);
    await file.read(bytes, 0, bytes.length, 0);
    return bytes;
  };
  return { hash: hash.digest('hex'), size, isLarge: true, packed, discard: () => file.close() };
}

/** Takes in the bytes of a mail, a large one on the disk, never all of it in memory. Rejects if they end with an error. */
export async function spool(source: AsyncIterable<Buffer>): Promise<Spooled> {
  const chunks = new Chunks(source);
  const raw = await chunks.whole(HELD_BYTES);
  if (raw.length > HELD_BYTES) return toDisk(chunks);
  const packing = pack(raw);
  // There may be no caller yet. A later one gets the failure.
  packing.catch(() => undefined);
  return {
    hash: createHash('sha256').update(raw).digest('hex'),
    size: raw.length,
    isLarge: false,
    packed: () => packing,
    discard: async () => undefined,
  };
}
