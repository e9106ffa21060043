import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { DatabaseRefused } from '../refused.ts';
import { writeWhole } from './folder.ts';

type Bytes = AsyncIterable<Uint8Array>;
/** Turns bytes into others, as they come: to encrypt them, or to decrypt them. */
export type Pipe = (bytes: Bytes) => Bytes;

/** How a backup is encrypted. Without `decrypt` it cannot be read back. */
export interface Encryption {
  readonly encrypt: Pipe;
  readonly decrypt?: Pipe | undefined;
}

/** A content’s size in bytes, and its SHA-256 in hexadecimal. */
export interface ContentSum {
  readonly size: number;
  readonly hash: string;
}

/** A file of a backup is missing, or its content has changed. */
export class DamagedFile extends Error {}

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** Passes bytes on and sums them up; `sum` is right when they have ended. */
function summing() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *pass(bytes: Bytes): Bytes {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    sum: (): ContentSum => ({ size, hash: hash.digest('hex') }),
  };
}

const BYTES_AT_ONCE = 262_144;

/** The bytes of a file. Throws `DamagedFile` if it is missing. */
export async function* storedBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: BYTES_AT_ONCE }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new DamagedFile('is missing') : error;
  }
}

/** How a file is stored: as it is, or compressed, and then perhaps encrypted. `rest` is called after each piece. */
export interface Storing {
  readonly isPacked: boolean;
  readonly encryption?: Encryption | undefined;
  readonly isSynced: boolean;
  readonly rest: () => Promise<void>;
}

/** A stored file: its place, its stored bytes, and its content. */
export interface StoredFile {
  readonly path: string;
  readonly stored: ContentSum;
  readonly content: ContentSum;
}

/** Stores bytes as a file. `placeOf` may throw, or name another place for it. */
export async function storeFile(
  path: string,
  bytes: Bytes,
  { isPacked, encryption, isSynced, rest }: Storing,
  placeOf: (sums: Omit<StoredFile, 'path'>) => string = () => path,
): Promise<StoredFile> {
  const [content, packed, stored] = [summing(), summing(), summing()];
  let made: StoredFile | undefined;
  const place = () => {
    const sums = { content: content.sum(), stored: stored.sum() };
    // Encryption never makes compressed bytes shorter.
    if (sums.stored.size < packed.sum().size)
      throw new DatabaseRefused(
        'The command of backup_command printed less than it was given, so something would be lost. No backup was made, ' +
          'and those from before stay as they are. Run it by hand to see why.',
      );
    made = { path: placeOf(sums), ...sums };
    return made.path;
  };
  const rested: Pipe = async function* (chunks) {
    for await (const chunk of chunks) {
      yield chunk;
      await rest();
    }
  };
  const write = (chunks: Bytes) => writeWhole(path, chunks, isSynced, place);
  const encrypt: Pipe = encryption?.encrypt ?? (chunks => chunks);
  const closed = (chunks: Bytes) => stored.pass(encrypt(packed.pass(chunks)));
  if (isPacked) await pipeline(bytes, content.pass, rested, createZstdCompress(LEVEL), closed, write);
  else await pipeline(bytes, content.pass, rested, closed, write);
  return made!;
}

/** Throws `DamagedFile` unless a file is there with this hash. */
export async function requireStored(path: string, hash: string): Promise<void> {
  const stored = summing();
  await drop(stored.pass(storedBytes(path)));
  if (stored.sum().hash !== hash) throw new DamagedFile('is not what was written');
}

/** Reads a file that was stored; `take` gets the content. Returns the content’s sum. */
export async function openFile(
  path: string,
  { isPacked, decrypt }: { readonly isPacked: boolean; readonly decrypt?: Pipe | undefined },
  take: (bytes: Bytes) => Promise<void>,
): Promise<ContentSum> {
  const content = summing();
  const opened: Pipe = decrypt ?? (chunks => chunks);
  const all = (chunks: Bytes) => take(content.pass(chunks));
  if (isPacked) await pipeline(storedBytes(path), opened, createZstdDecompress(), all);
  else await pipeline(storedBytes(path), opened, all);
  return content.sum();
}

/** Whether bytes could not be unpacked: if the file is as it was written, it was not decrypted. */
export function isUnpackError(error: unknown): boolean {
  return /^(ERR_)?ZSTD/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Takes bytes and keeps nothing of them. */
export async function drop(bytes: Bytes): Promise<void> {
  for await (const _ of bytes);
}
