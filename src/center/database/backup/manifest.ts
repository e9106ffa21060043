import { createHmac, createSecretKey } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseKind } from '../migrations/columns.ts';
import { version } from '../migrations/newer.ts';
import { DatabaseRefused } from '../refused.ts';
import type { Db } from '../tables.ts';
import { hashOf, inFolder, keepWhole } from './folder.ts';

/** Pieces that follow each other: in which pack they are, the first one, and how many. */
export type Run = readonly [pack: number, first: number, count: number];

/** Pieces in their order. `hash` is over their ids: the same rows have the same hash, from either kind of database. */
export interface Part {
  /** Rows, or files. */
  readonly rows: number;
  readonly hash: string;
  readonly runs: readonly Run[];
  /** The columns of a table, in the order of the values. */
  readonly columns?: readonly string[];
}

/** One backup: what was in the help center at one moment, and where it is in the packs. */
export interface Manifest {
  readonly format: 1;
  /** Tells help centers apart. */
  readonly center: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
  /** The version of the program, and the newest step of its tables. */
  readonly program: string;
  readonly step: string;
  readonly database: DatabaseKind;
  readonly isEncrypted: boolean;
  readonly tables: Readonly<Record<string, Part>>;
  /** The highest id that each table ever used. */
  readonly lastIds: Readonly<Record<string, number>>;
  readonly files: Part;
  /** Hashes of attachments that could not be saved. */
  readonly lost: readonly string[];
  /** The names of the packs. */
  readonly packs: readonly string[];
}

/** A backup of a folder: the number counts them, whatever the clock says. */
export interface Listed {
  readonly name: string;
  readonly number: number;
}

/** Characters of a piece’s id: 126 bits. */
export const ID_LENGTH = 21;

/** Makes the ids of pieces. They are keyed, because they are not encrypted: they tell nothing of the content. */
export type MakeId = (content: string | Uint8Array) => string;

/** The ids of a help center; its own secret is the key. */
export async function idsFor(db: Db): Promise<MakeId> {
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'cursor_secret')
    .executeTakeFirstOrThrow();
  const key = createSecretKey(createHmac('sha256', value).update('backup').digest());
  return content => createHmac('sha256', key).update(content).digest('base64url').slice(0, ID_LENGTH);
}

/** The backups of a folder, the oldest first. */
export function listBackups(folder: string): Promise<Listed[]> {
  return inFolder(folder, async () =>
    (await readdir(folder))
      .filter(name => /^\d{6}-\d{8}T\d{6}Z-[0-9a-f]{16}\.json$/.test(name))
      .sort()
      .map(name => ({ name, number: Number.parseInt(name, 10) })),
  );
}

/** A part of a backup cannot be read: nothing of it was restored. */
export class DamagedBackup extends DatabaseRefused {}

/** Reads a manifest. Throws `DamagedBackup`, or `DatabaseRefused` if it is a newer program’s. */
export async function readManifest(folder: string, { name }: Listed): Promise<Manifest> {
  const text = await inFolder(folder, () => readFile(join(folder, name)));
  const isWhole = hashOf(text).startsWith(name.slice(-21, -5));
  if (!isWhole) throw new DamagedBackup(`The backup ${name} in ${folder} is damaged: it is not what was written.`);
  const manifest = JSON.parse(text.toString()) as Manifest;
  if ((manifest.format as number) !== 1)
    throw new DatabaseRefused(
      `frontdesk ${manifest.program} made the backup ${name} (form ${manifest.format}), and this is frontdesk ` +
        `${version}, which knows form 1; nothing was done: install frontdesk ${manifest.program.split(' ')[0]} or newer.`,
    );
  return manifest;
}

/** Keeps a manifest: from then on the backup is there. Returns its name. */
export async function keepManifest(folder: string, number: number, manifest: Manifest): Promise<string> {
  const text = Buffer.from(JSON.stringify(manifest));
  const time = new Date(manifest.at).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `${String(number).padStart(6, '0')}-${time}-${hashOf(text).slice(0, 16)}.json`;
  await keepWhole(join(folder, name), text);
  return name;
}

/** When a backup was made, for a person. */
export function timeWords({ at }: Pick<Manifest, 'at'>): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
