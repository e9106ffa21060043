import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseKind } from '../migrations/columns.ts';
import { version } from '../migrations/newer.ts';
import { DatabaseRefused } from '../refused.ts';
import { hashOf, inFolder, keepWhole } from './folder.ts';
import type { LedgerHead } from './ledger.ts';
import type { ContentSum } from './stored.ts';

/** One backup: the help center at one moment, and the files that hold it. */
export interface Manifest {
  readonly format: 2;
  /** Tells help centers apart. */
  readonly center: string;
  /** The life of the help center: a restored one begins another, and has this. */
  readonly epoch?: string | undefined;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
  /** The version of the program, and the newest step of its tables. */
  readonly program: string;
  readonly step: string;
  readonly database: DatabaseKind;
  readonly isEncrypted: boolean;
  /** The rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The file of the database: its name, its size and hash as stored, and those of the SQLite file in it. */
  readonly file: { readonly name: string; readonly stored: ContentSum; readonly content: ContentSum };
  /** The ids of the attachments: see `Ids`. */
  readonly attachments: readonly string[];
  /** Hashes of attachments that could not be saved. */
  readonly lost: readonly string[];
  /** The ledger of erasures, as long as it was then. */
  readonly erasures: LedgerHead;
}

/** A backup of a folder: the number counts them, independent of the clock. */
export interface Listed {
  readonly name: string;
  readonly number: number;
}

/** The ids of a help center and of its attachments. */
export interface Ids {
  readonly center: string;
  /** The id of an attachment: its hash, or in an encrypted folder a keyed one, which tells nothing of the content. */
  attachment(hash: string): string;
}

/** The ids by the secret of a help center. */
export function idsBy(secret: string, isEncrypted: boolean): Ids {
  const keyed = (text: string) => createHmac('sha256', secret).update(`backup ${text}`).digest('hex');
  return {
    center: keyed('center').slice(0, 16),
    attachment: isEncrypted ? hash => keyed(`file ${hash}`) : hash => hash,
  };
}

const MANIFEST = /^\d{6}-\d{8}T\d{6}Z-[0-9a-f]{16}\.json$/;
const DATABASE = /^\d{6}-\d{8}T\d{6}Z\.db\.zst(\.enc)?$/;

async function listedIn(folder: string, pattern: RegExp): Promise<Listed[]> {
  const names = await inFolder(folder, () => readdir(folder));
  return names
    .filter(name => pattern.test(name))
    .sort()
    .map(name => ({ name, number: Number.parseInt(name, 10) }));
}

/** The backups of a folder, the oldest first. */
export function listBackups(folder: string): Promise<Listed[]> {
  return listedIn(folder, MANIFEST);
}

/** The databases’ files of a folder; one without a manifest is not a backup. */
export function listDatabases(folder: string): Promise<Listed[]> {
  return listedIn(folder, DATABASE);
}

/** A part of a backup cannot be read: nothing of it was restored. */
export class DamagedBackup extends DatabaseRefused {}

/** The commit that reads backups of the form before this one. */
const READS_FORM_1 = '0b6a3e64';

/** Reads a manifest. Throws `DamagedBackup`, or `DatabaseRefused` if it is another program’s. */
export async function readManifest(folder: string, { name }: Listed): Promise<Manifest> {
  const text = await inFolder(folder, () => readFile(join(folder, name)));
  const isWhole = hashOf(text).startsWith(name.slice(-21, -5));
  if (!isWhole) throw new DamagedBackup(`The backup ${name} in ${folder} is damaged: it is not what was written.`);
  const manifest = JSON.parse(text.toString()) as Manifest;
  const format: number = manifest.format;
  if (format === 2) return manifest;
  throw new DatabaseRefused(
    format === 1
      ? `The backups in ${folder} have an older form, which the commit ${READS_FORM_1} of frontdesk reads. Nothing was ` +
          'done, and they stay as they are; name another folder.'
      : `frontdesk ${manifest.program} made the backup ${name} (form ${format}), and this is frontdesk ${version}, which ` +
          `knows form 2; nothing was done: install frontdesk ${manifest.program.split(' ')[0]} or newer.`,
  );
}

/** The number and the time in the names of a backup’s files. */
export function nameOf(number: number, at: number): string {
  return `${String(number).padStart(6, '0')}-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** Keeps a manifest: from then on the backup is there. Returns its name. */
export async function keepManifest(folder: string, number: number, manifest: Manifest): Promise<string> {
  const text = JSON.stringify(manifest);
  const name = `${nameOf(number, manifest.at)}-${hashOf(text).slice(0, 16)}.json`;
  await keepWhole(join(folder, name), text);
  return name;
}

/** When a backup was made, for a person. */
export function timeWords({ at }: Pick<Manifest, 'at'>): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
