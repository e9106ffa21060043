import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { DatabaseRefused } from '../refused.ts';
import { keepPack } from './folder.ts';
import { idsOf, type Manifest, type Pack, type Part, type Run } from './manifest.ts';
import { openPack } from './pack-reader.ts';

/** Turns the bytes of a pack into others, and back: to encrypt them. */
export type Pipe = (bytes: Buffer) => Promise<Buffer>;

/** How packs are encrypted. Without `decrypt` they are not opened after they are written, only read. */
export interface Encryption {
  readonly encrypt: Pipe;
  readonly decrypt?: Pipe | undefined;
}

const compress = promisify(zstdCompress);
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** A pack of this many bytes ends at the next piece that asks for it, so that packs are the same again after a kill. */
const MANY_BYTES = 4_194_304;
const MAX_BYTES = 16_777_216;

function isEnd(id: string, bytes: number): boolean {
  return bytes >= MAX_BYTES || (bytes >= MANY_BYTES && id.charCodeAt(0) % 16 === 0);
}

/** Where a piece is. */
type Place = readonly [pack: Pack, at: number];

/** A pack that is being filled. */
interface Filling {
  name: string;
  ids: string;
  lengths: number[];
  readonly parts: Buffer[];
  bytes: number;
}

function emptyPack(): Filling {
  return { name: '', ids: '', lengths: [], parts: [], bytes: 0 };
}

/** Less of an old pack is still needed: the rest is written again, so that the pack can go with its last backup. */
const LEAST_SHARE = 0.5;

/** The packs of a backup of which enough is needed, by the bytes that the backup has in them. */
function worthKeeping({ packs, tables, files }: Manifest): readonly Pack[] {
  const needed = packs.map(() => 0);
  for (const { runs } of [...Object.values(tables), files])
    for (const [pack, first, count] of runs)
      for (let at = first; at < first + count; at += 1) needed[pack]! += packs[pack]!.lengths[at]!;
  const all = packs.map(({ lengths }) => lengths.reduce((sum, length) => sum + length, 0));
  return packs.filter((_, at) => needed[at]! >= LEAST_SHARE * all[at]!);
}

/** Collects pieces into packs in a folder; those of the backup before are not written again. */
export class PackWriter {
  readonly #folder: string;
  readonly #encryption: Encryption | undefined;
  readonly #known = new Map<string, Place>();
  readonly #numbers = new Map<Pack, number>();
  #filling = emptyPack();
  /** Bytes that were written, as they are stored. */
  written = 0;

  constructor(folder: string, before: Manifest | undefined, encryption: Encryption | undefined) {
    this.#folder = folder;
    this.#encryption = encryption;
    // Packs that were written in the clear do not become a part of an encrypted backup.
    if (before === undefined || before.isEncrypted !== (encryption !== undefined)) return;
    for (const pack of worthKeeping(before))
      for (const [at, id] of idsOf(pack).entries()) this.#known.set(id, [pack, at]);
  }

  /** The packs that the pieces so far are in; complete after `end`. */
  get packs(): readonly Pack[] {
    return [...this.#numbers.keys()].map(({ name, ids, lengths }) => ({ name, ids, lengths }));
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** The place of a piece: where it is known, otherwise at the end of the open pack. */
  async put(id: string, content?: Buffer): Promise<readonly [pack: number, at: number]> {
    const known = this.#known.get(id);
    if (known) return [this.#numberOf(known[0]), known[1]];
    const pack = this.#filling;
    const at = pack.lengths.length;
    pack.parts.push(content!);
    pack.ids += id;
    pack.lengths.push(content!.length);
    pack.bytes += content!.length;
    this.#known.set(id, [pack, at]);
    const number = this.#numberOf(pack);
    if (isEnd(id, pack.bytes)) await this.end();
    return [number, at];
  }

  #numberOf(pack: Pack): number {
    const number = this.#numbers.get(pack) ?? this.#numbers.size;
    this.#numbers.set(pack, number);
    return number;
  }

  /** Writes the open pack, and reads it back. */
  async end(): Promise<void> {
    const pack = this.#filling;
    if (pack.lengths.length === 0) return;
    this.#filling = emptyPack();
    const content = Buffer.concat(pack.parts.splice(0));
    const packed = await compress(content, COMPRESSION);
    const stored = this.#encryption ? await this.#encryption.encrypt(packed) : packed;
    pack.name = await keepPack(this.#folder, stored);
    this.written += stored.length;
    await this.#check(pack, content);
  }

  async #check(pack: Pack, content: Buffer): Promise<void> {
    const { encrypt, decrypt } = this.#encryption ?? {};
    const isOpened = encrypt === undefined || decrypt !== undefined;
    const again = await openPack(this.#folder, pack, decrypt, isOpened);
    if (again === undefined || (isOpened && !again.equals(content)))
      throw new DatabaseRefused(
        `What was written to ${this.#folder} cannot be read back as it was. No backup was made: look after its disk${
          decrypt ? ', and whether restore_command undoes backup_command' : ''
        }. The backups that were whole stay so.`,
      );
  }
}

/** Collects the places of a part’s pieces. */
export class Runs {
  readonly #runs: [number, number, number][] = [];

  add([pack, at]: readonly [pack: number, at: number]): void {
    const last = this.#runs.at(-1);
    if (last?.[0] === pack && last[1] + last[2] === at) last[2] += 1;
    else this.#runs.push([pack, at, 1]);
  }

  part(rows: number, hash: string): Part {
    return { rows, hash, runs: this.#runs as readonly Run[] };
  }
}
