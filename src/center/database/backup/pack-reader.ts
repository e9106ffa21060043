import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { readPack } from './folder.ts';
import type { Manifest, Pack, Part } from './manifest.ts';

const decompress = promisify(zstdDecompress);

/**
 * The content of a pack; undefined if it is missing or damaged. With `isOpened` false it is given as it is stored,
 * because it cannot be decrypted here.
 */
export async function openPack(
  folder: string,
  { name, lengths }: Pack,
  decrypt: ((bytes: Buffer) => Promise<Buffer>) | undefined,
  isOpened = true,
): Promise<Buffer | undefined> {
  const stored = await readPack(folder, name);
  if (stored === undefined || !isOpened) return stored;
  const packed = decrypt ? await decrypt(stored) : stored;
  const content = await decompress(packed).catch(() => undefined);
  return content?.length === lengths.reduce((sum, length) => sum + length, 0) ? content : undefined;
}

/** The contents of packs that are kept at hand, in bytes: pieces of many backups take turns. */
const MAX_AT_HAND = 100_000_000;

/** A pack of a backup is missing or damaged, or cannot be decrypted. */
export class DamagedPack extends Error {
  readonly pack: Pack;

  constructor(pack: Pack) {
    super(`The pack ${pack.name} is missing or damaged.`);
    this.pack = pack;
  }
}

/** Reads the pieces of a backup. The readers throw `DamagedPack`. */
export function createPackReader(
  folder: string,
  { packs }: Manifest,
  decrypt: ((bytes: Buffer) => Promise<Buffer>) | undefined,
): (part: Part) => AsyncGenerator<Buffer> {
  const atHand = new Map<Pack, Buffer>();
  let bytes = 0;

  const contentOf = async (pack: Pack): Promise<Buffer> => {
    const content = atHand.get(pack) ?? (await openPack(folder, pack, decrypt));
    if (content === undefined) throw new DamagedPack(pack);
    if (!atHand.delete(pack)) bytes += content.length;
    atHand.set(pack, content);
    for (const [oldest, { length }] of atHand) {
      if (bytes <= MAX_AT_HAND || oldest === pack) break;
      atHand.delete(oldest);
      bytes -= length;
    }
    return content;
  };

  return async function* pieces({ runs }) {
    for (const [number, first, count] of runs) {
      const pack = packs[number]!;
      let at = pack.lengths.slice(0, first).reduce((sum, length) => sum + length, 0);
      for (const length of pack.lengths.slice(first, first + count)) {
        yield (await contentOf(pack)).subarray(at, at + length);
        at += length;
      }
    }
  };
}

/** Reads all of a backup as it is stored. Returns the packs that are missing or damaged. */
export async function damagedPacks(folder: string, { packs }: Manifest): Promise<readonly Pack[]> {
  const damaged: Pack[] = [];
  for (const pack of packs) if ((await readPack(folder, pack.name)) === undefined) damaged.push(pack);
  return damaged;
}
