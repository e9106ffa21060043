import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../files.ts';
import { DatabaseRefused } from '../refused.ts';
import type { Db } from '../tables.ts';
import { type AttachmentFile, type AttachmentTarget, attachmentsIn, saveAttachment, syncAll } from './attachments.ts';
import { inFolder, writeWhole } from './folder.ts';
import { type LedgerHead, mendLedger, readLedger, type SameErasure } from './ledger.ts';
import {
  DamagedBackup,
  idsBy,
  type Listed,
  listBackups,
  listDatabases,
  type Manifest,
  readManifest,
} from './manifest.ts';
import { factsOf, faultIn } from './snapshot.ts';
import { DamagedFile, drop, type Encryption, isUnpackError, openFile, type Pipe, requireStored } from './stored.ts';

/** The help center beside which a folder is verified: the folder is mended from it. */
export interface Beside {
  readonly files: Files;
  readonly db: Db;
  readonly secret: string;
  readonly erasures: readonly object[];
}

/** How a folder is verified. */
export interface VerifyOptions {
  readonly folder: string;
  /** An empty folder, for one database at a time in the clear. */
  readonly scratch: string;
  /** Absent: encrypted backups are only compared with their hashes. */
  readonly decrypt?: Pipe | undefined;
  readonly encryption?: Encryption | undefined;
  readonly beside?: Beside | undefined;
  readonly isSame: SameErasure;
  /** Called before each backup with its number among all. */
  readonly onBackup?: (done: number, total: number) => void;
}

/** Something that is missing or damaged. */
export interface BackupFinding {
  readonly what: string;
  /** The backups that cannot be restored for it. */
  readonly breaks: readonly string[];
  readonly isMended: boolean;
}

/** The result of a verification. */
export interface Verified {
  readonly findings: readonly BackupFinding[];
  readonly backups: number;
  /** False if encrypted files were only compared by hash, because there is no `decrypt`. */
  readonly isOpened: boolean;
  /** Backups that never had some attachments: these were missing when it was made. */
  readonly lacking: readonly string[];
}

/** The contents of all manifests. */
interface Read {
  readonly names: string[];
  readonly heads: LedgerHead[];
  /** The secret of the help center, if a database could be read. */
  secret?: string;
  isEncrypted: boolean;
  readonly ids: Set<string>;
  readonly lacking: string[];
}

/** Why a file fails, in words that follow its name; other errors are the caller’s. */
function whyOf(error: unknown): string {
  if (error instanceof DamagedFile) return error.message;
  if ((error as NodeJS.ErrnoException).code === 'EIO') return 'cannot be read';
  if (isUnpackError(error))
    return 'cannot be unpacked after it was decrypted: restore_command does not undo backup_command';
  throw error;
}

async function faultOfDatabase(
  { folder, scratch, decrypt }: VerifyOptions,
  { file, rows, isEncrypted }: Manifest,
  read: Read,
) {
  const path = join(folder, file.name);
  try {
    await requireStored(path, file.stored.hash);
    if (isEncrypted && !decrypt) return undefined;
    const opened = join(scratch, 'center.db');
    const { hash } = await openFile(path, { isPacked: true, decrypt: isEncrypted ? decrypt : undefined }, bytes =>
      writeWhole(opened, bytes, false),
    );
    if (hash !== file.content.hash) return 'decrypts to another database than was saved';
    const fault = faultIn(opened);
    if (fault !== undefined) return `is damaged inside: ${fault}`;
    const facts = factsOf(opened);
    const other = Object.keys(rows).find(table => rows[table] !== facts.rows[table]);
    if (other !== undefined) return `has ${facts.rows[other]} rows of ${rows[other]} in ${other}`;
    read.secret = facts.setting('cursor_secret')!;
    return undefined;
  } catch (error) {
    return whyOf(error);
  } finally {
    await rm(join(scratch, 'center.db'), { force: true });
  }
}

async function verifyBackup(options: VerifyOptions, listed: Listed, read: Read): Promise<BackupFinding[]> {
  const { name } = listed;
  let manifest: Manifest;
  try {
    manifest = await readManifest(options.folder, listed);
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    return [{ what: `${name} is not what was written`, breaks: [name], isMended: false }];
  }
  read.names.push(name);
  read.heads.push(manifest.erasures);
  read.isEncrypted = manifest.isEncrypted;
  if (manifest.lost.length > 0) read.lacking.push(name);
  for (const id of manifest.attachments) read.ids.add(id);
  const why = await faultOfDatabase(options, manifest, read);
  return why === undefined ? [] : [{ what: `${manifest.file.name} ${why}`, breaks: [name], isMended: false }];
}

/** Databases without a manifest: it was removed, or the backup was broken off before it was written. */
export async function withoutManifest(folder: string, listed: readonly Listed[]): Promise<BackupFinding[]> {
  const numbers = new Set(listed.map(({ number }) => number));
  const alone = (await listDatabases(folder)).filter(({ number }) => !numbers.has(number));
  return alone.map(({ name }) => {
    const what = `${name} has no manifest: it is missing, or the backup was broken off`;
    return { what, breaks: [name], isMended: false };
  });
}

/** Why an attachment cannot be restored, or undefined. */
async function faultOfAttachment(
  { folder, decrypt }: VerifyOptions,
  file: AttachmentFile,
  id: string,
  { isEncrypted, secret }: Read,
) {
  const path = join(folder, file.path);
  try {
    await requireStored(path, file.hash);
    if (!isEncrypted || !decrypt || secret === undefined) return undefined;
    const { hash } = await openFile(path, { isPacked: true, decrypt }, drop);
    return idsBy(secret, true).attachment(hash) === id ? undefined : 'decrypts to another content than was saved';
  } catch (error) {
    return whyOf(error);
  }
}

/** Stores attachments again that the help center still has. Returns the ids of those. */
async function mendAttachments(
  { folder, encryption, beside }: VerifyOptions,
  bad: ReadonlyMap<string, Pick<AttachmentFile, 'path'>>,
  isEncrypted: boolean,
) {
  const mended = new Set<string>();
  if (!beside || bad.size === 0 || isEncrypted !== (encryption !== undefined)) return mended;
  const rest = async () => undefined;
  const saving: AttachmentTarget = { folder, ids: idsBy(beside.secret, isEncrypted), encryption, rest };
  const attachments = await beside.db.selectFrom('attachment').select('hash').distinct().execute();
  for (const { hash } of attachments) {
    const id = saving.ids.attachment(hash);
    const damaged = bad.get(id);
    if (damaged === undefined) continue;
    const mend = async () => {
      const made = await saveAttachment(saving, beside.files, hash);
      if (!made) return false;
      await syncAll([made.path], rest);
      const before = join(folder, damaged.path);
      if (before !== made.path) await rm(before, { force: true });
      return true;
    };
    if (await isDone(mend())) mended.add(id);
  }
  return mended;
}

/** Whether the mending succeeded. If the file cannot be written, as on a full disk, it is reported as damaged. */
function isDone(mending: Promise<boolean>): Promise<boolean> {
  return mending.catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined && !(error instanceof DatabaseRefused)) throw error;
    return false;
  });
}

async function verifyAttachments(
  options: VerifyOptions,
  listed: readonly Listed[],
  read: Read,
): Promise<BackupFinding[]> {
  const fileOf = await attachmentsIn(options.folder);
  const bad = new Map<string, { readonly path: string; readonly what: string; readonly breaks: string[] }>();
  for (const id of read.ids) {
    const file = fileOf(id);
    const why = await faultOfAttachment(options, file, id, read);
    if (why !== undefined) bad.set(id, { path: file.path, what: `${file.path} ${why}`, breaks: [] });
  }
  if (bad.size === 0) return [];
  for (const one of listed.filter(({ name }) => read.names.includes(name)))
    for (const id of (await readManifest(options.folder, one)).attachments) bad.get(id)?.breaks.push(one.name);
  const mended = await mendAttachments(options, bad, read.isEncrypted);
  return [...bad].map(([id, { what, breaks }]) => ({ what, breaks, isMended: mended.has(id) }));
}

async function verifyLedger(
  { folder, beside, isSame }: VerifyOptions,
  { names, heads }: Read,
): Promise<BackupFinding[]> {
  const { faults, continues } = await readLedger(folder);
  const broken = names.filter((_, at) => !continues(heads[at]!));
  const found = [...faults];
  if (found.length === 0 && broken.length > 0) found.push('erasures.ndjson is not the one that these backups name');
  if (found.length === 0) return [];
  const isMended = beside !== undefined && (await isDone(mendLedger(folder, beside.erasures, heads, isSame)));
  return found.map(what => ({ what, breaks: faults.length > 0 ? names : broken, isMended }));
}

/**
 * Reads everything in a folder of backups: each manifest, database and attachment, and the ledger. Names missing and
 * damaged files with the backups that cannot be restored for them; mends those that the help center beside it still
 * has.
 */
export function verifyFolder(options: VerifyOptions): Promise<Verified> {
  const { folder, decrypt, onBackup = () => undefined } = options;
  return inFolder(folder, async () => {
    const listed = await listBackups(folder);
    const read: Read = { names: [], heads: [], isEncrypted: false, ids: new Set(), lacking: [] };
    const findings = await withoutManifest(folder, listed);
    if (listed.length === 0 && findings.length === 0)
      throw new DatabaseRefused(`There is no backup in ${folder}. Look whether its disk is mounted.`);
    for (const [at, one] of listed.entries()) {
      onBackup(at, listed.length);
      findings.push(...(await verifyBackup(options, one, read)));
    }
    findings.push(...(await verifyAttachments(options, listed, read)), ...(await verifyLedger(options, read)));
    const isOpened = !read.isEncrypted || decrypt !== undefined;
    return { findings, backups: listed.length, isOpened, lacking: read.lacking };
  });
}
