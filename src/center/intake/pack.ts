import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

const compress = promisify(gzip);

/** Handing fewer bytes to another thread costs more than to compress them here. */
const SMALL_BYTES = 16_384;

/** The bytes of a mail, compressed (gzip). */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length <= SMALL_BYTES ? gzipSync(bytes) : compress(bytes);
}
