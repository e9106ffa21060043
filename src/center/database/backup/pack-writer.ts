import { DatabaseRefused } from '../refused.ts';
import { readPack, syncPacks } from './folder.ts';
import type { Manifest, Part, Run } from './manifest.ts';
import { type Head, idsOf, openPack, type Pipe, readHead, writePack } from './pack.ts';

/** How packs are encrypted. Without `decrypt` they are not opened after they are written, only read. */
export interface Encryption {
  readonly encrypt: Pipe;
  readonly decrypt?: Pipe | undefined;
}

/** A pack of this many bytes ends at the next piece that asks for it, so that packs are the same again after a kill. */
const MANY_BYTES = 4_194_304;
const MAX_BYTES = 16_777_216;

function isEnd(id: string, bytes: number): boolean {
  return bytes >= MAX_BYTES || (bytes >= MANY_BYTES && id.charCodeAt(0) % 16 === 0);
}

/** A pack that is there or being filled. `number`: in the backup that is made; absent while nothing of it is in that. */
interface Pack {
  name: string;
  number?: number;
}

/** More pieces than a pack has: a place is the pack’s index times this, and the piece’s in it. Backups have very many. */
const PLACES = 2 ** 24;

/** Less of an old pack is still needed: the rest is written again, so that the pack can go with its last backup. */
const LEAST_SHARE = 0.5;

/** The packs of the backup before that are there and of which enough is needed, with their heads. */
async function* packsBefore(folder: string, { packs, tables, files }: Manifest) {
  const runs = [...Object.values(tables), files].flatMap(part => part.runs);
  const byPack = Map.groupBy(runs, ([pack]) => pack);
  for (const [number, name] of packs.entries()) {
    const head = await readHead(folder, name);
    if (head === undefined || shareOf(head, byPack.get(number) ?? []) < LEAST_SHARE) continue;
    yield { name, head };
  }
}

/** The share of a pack’s bytes that these runs need. */
function shareOf({ lengths }: Head, runs: readonly Run[]): number {
  const sum = (some: readonly number[]) => some.reduce((bytes, length) => bytes + length, 0);
  return sum(runs.map(([, first, count]) => sum(lengths.slice(first, first + count)))) / sum(lengths);
}

/** Collects pieces into packs in a folder; those of the backup before are not written again. */
export class PackWriter {
  readonly #folder: string;
  readonly #encryption: Encryption | undefined;
  /** The places of pieces by their ids. */
  readonly #known = new Map<string, number>();
  readonly #all: Pack[] = [];
  readonly #used: Pack[] = [];
  #filling: Pack = { name: '' };
  #ids: string[] = [];
  #contents: Buffer[] = [];
  #bytes = 0;
  readonly #fresh: string[] = [];
  /** Bytes that were written, as they are stored. */
  written = 0;

  constructor(folder: string, encryption: Encryption | undefined) {
    this.#folder = folder;
    this.#encryption = encryption;
  }

  /**
   * Takes note of the pieces that the backup before has; what is missing of it is written again. With `isVerified` its
   * packs are read. Returns the names of those that are damaged.
   */
  async learn(before: Manifest, isVerified: boolean): Promise<readonly string[]> {
    const damaged: string[] = [];
    // Packs that were written in the clear do not become a part of an encrypted backup.
    if (before.isEncrypted !== (this.#encryption !== undefined)) return damaged;
    for await (const { name, head } of packsBefore(this.#folder, before)) {
      if (isVerified && (await readPack(this.#folder, name)) === undefined) damaged.push(name);
      else {
        const first = (this.#all.push({ name }) - 1) * PLACES;
        for (const [at, id] of idsOf(head).entries()) this.#known.set(id, first + at);
      }
    }
    return damaged;
  }

  /** The names of the packs that the pieces so far are in; complete after `end`. */
  get packs(): readonly string[] {
    return this.#used.map(({ name }) => name);
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** The place of a piece: where it is known, otherwise at the end of the open pack. */
  async put(id: string, content?: Buffer): Promise<readonly [pack: number, at: number]> {
    const known = this.#known.get(id);
    if (known !== undefined) return [this.#numberOf(this.#all[Math.floor(known / PLACES)]!), known % PLACES];
    const pack = this.#filling;
    const at = this.#ids.length;
    if (at === 0) this.#all.push(pack);
    this.#known.set(id, (this.#all.length - 1) * PLACES + at);
    this.#ids.push(id);
    this.#contents.push(content!);
    this.#bytes += content!.length;
    if (isEnd(id, this.#bytes)) await this.end();
    return [this.#numberOf(pack), at];
  }

  #numberOf(pack: Pack): number {
    pack.number ??= this.#used.push(pack) - 1;
    return pack.number;
  }

  /** Writes the open pack, and reads it back. */
  async end(): Promise<void> {
    if (this.#ids.length === 0) return;
    const head = { ids: this.#ids.join(''), lengths: this.#contents.map(({ length }) => length) };
    const content = Buffer.concat(this.#contents);
    const pack = this.#filling;
    [this.#filling, this.#ids, this.#contents, this.#bytes] = [{ name: '' }, [], [], 0];
    const { name, size } = await writePack(this.#folder, head, content, this.#encryption?.encrypt);
    pack.name = name;
    this.written += size;
    this.#fresh.push(name);
    await this.#check(name, content);
  }

  /** Writes what is open, and makes all that was written safe on the disk. */
  async finish(rest: () => Promise<void>): Promise<void> {
    await this.end();
    if (this.#fresh.length > 0) await syncPacks(this.#folder, this.#fresh, rest);
  }

  async #check(name: string, content: Buffer): Promise<void> {
    const { encrypt, decrypt } = this.#encryption ?? {};
    const isClosed = encrypt !== undefined && decrypt === undefined;
    const isSame = isClosed
      ? (await readPack(this.#folder, name)) !== undefined
      : (await openPack(this.#folder, name, decrypt))?.content.equals(content);
    if (isSame) return;
    const cure = decrypt ? ', and whether restore_command undoes backup_command' : '';
    throw new DatabaseRefused(
      `What was written to ${this.#folder} cannot be read back as it was. No backup was made: look after its disk${cure}. ` +
        'The backups that were whole stay so.',
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
