import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { keepPack, packPath, readPack } from './folder.ts';
import { ID_LENGTH } from './manifest.ts';

/** Turns bytes into others: to encrypt them, or to decrypt them. */
export type Pipe = (bytes: Buffer) => Promise<Buffer>;

/** The first line of a pack, which is not encrypted. What follows are its pieces, compressed together. */
export interface Head {
  /** The ids of the pieces, one after the other. */
  readonly ids: string;
  /** Their lengths in bytes, before compression. */
  readonly lengths: readonly number[];
  /** The length of what follows, in bytes. */
  readonly size: number;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** The ids of a pack’s pieces. */
export function idsOf({ ids, lengths }: Pick<Head, 'ids' | 'lengths'>): string[] {
  return lengths.map((_, at) => ids.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH));
}

/** Stores pieces as a pack. Returns its name and its size as it is stored. */
export async function writePack(
  folder: string,
  { ids, lengths }: Pick<Head, 'ids' | 'lengths'>,
  content: Buffer,
  encrypt: Pipe | undefined,
): Promise<{ name: string; size: number }> {
  const packed = await compress(content, COMPRESSION);
  const body = encrypt ? await encrypt(packed) : packed;
  const stored = Buffer.concat([Buffer.from(`${JSON.stringify({ ids, lengths, size: body.length })}\n`), body]);
  return { name: await keepPack(folder, stored), size: stored.length };
}

const HEAD_AT_ONCE = 65_536;

/** The head of a pack; undefined if the pack is missing or has another size than it had. */
export async function readHead(folder: string, name: string): Promise<Head | undefined> {
  const file = await open(packPath(folder, name), 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    let bytes = Buffer.alloc(0);
    while (!bytes.includes(10) && bytes.length < size) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_AT_ONCE), 0, HEAD_AT_ONCE, bytes.length);
      bytes = Buffer.concat([bytes, buffer.subarray(0, bytesRead)]);
    }
    const end = bytes.indexOf(10);
    const head = JSON.parse(bytes.toString('latin1', 0, end)) as Head;
    return end + 1 + head.size === size ? head : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/**
 * The lengths and contents of a pack’s pieces; undefined if it is missing or damaged. Throws if the command that decrypts
 * it fails.
 */
export async function openPack(folder: string, name: string, decrypt: Pipe | undefined) {
  const stored = await readPack(folder, name);
  if (stored === undefined) return undefined;
  const end = stored.indexOf(10);
  const { lengths } = JSON.parse(stored.toString('latin1', 0, end)) as Head;
  const body = stored.subarray(end + 1);
  const content = await decompress(decrypt ? await decrypt(body) : body).catch(() => undefined);
  return content?.length === lengths.reduce((sum, length) => sum + length, 0) ? { lengths, content } : undefined;
}
