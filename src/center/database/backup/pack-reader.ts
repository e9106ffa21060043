import { readPack } from './folder.ts';
import type { Manifest, Part } from './manifest.ts';
import { openPack, type Pipe } from './pack.ts';

/** The contents of packs that are kept at hand, in bytes: pieces of many backups take turns. */
const MAX_AT_HAND = 100_000_000;

/** A pack of a backup is missing or damaged. */
export class DamagedPack extends Error {
  /** The name of the pack. */
  readonly pack: string;

  constructor(pack: string) {
    super(`The pack ${pack} is missing or damaged.`);
    this.pack = pack;
  }
}

/** Reads the pieces of a backup. The readers throw `DamagedPack`. */
export function createPackReader(
  folder: string,
  { packs }: Manifest,
  decrypt: Pipe | undefined,
): (part: Part) => AsyncGenerator<Buffer> {
  type Opened = NonNullable<Awaited<ReturnType<typeof openPack>>>;
  const atHand = new Map<string, Opened>();
  let bytes = 0;

  const opened = async (name: string): Promise<Opened> => {
    const pack = atHand.get(name) ?? (await openPack(folder, name, decrypt));
    if (pack === undefined) throw new DamagedPack(name);
    if (!atHand.delete(name)) bytes += pack.content.length;
    atHand.set(name, pack);
    for (const [oldest, { content }] of atHand) {
      if (bytes <= MAX_AT_HAND || oldest === name) break;
      atHand.delete(oldest);
      bytes -= content.length;
    }
    return pack;
  };

  return async function* pieces({ runs }) {
    for (const [number, first, count] of runs) {
      const { lengths, content } = await opened(packs[number]!);
      let at = lengths.slice(0, first).reduce((sum, length) => sum + length, 0);
      for (const length of lengths.slice(first, first + count)) {
        yield content.subarray(at, at + length);
        at += length;
      }
    }
  };
}

/** Reads all of a backup as it is stored. Returns the names of the packs that are missing or damaged. */
export async function damagedPacks(folder: string, { packs }: Manifest): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const name of packs) if ((await readPack(folder, name)) === undefined) damaged.push(name);
  return damaged;
}
