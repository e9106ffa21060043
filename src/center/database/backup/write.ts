import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { countingTables, lastId } from '../copy/table.ts';
import type { Files } from '../files.ts';
import type { DatabaseKind } from '../migrations/columns.ts';
import { newestStep } from '../migrations/known-schema.ts';
import { isLostConnection } from '../postgres/failure.ts';
import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';
import type { Store } from '../store.ts';
import type { Db } from '../tables.ts';
import { chunksOf, OWN_SETTINGS, partNames, WORDS } from './cut.ts';
import { hashOf, inFolder } from './folder.ts';
import { idsFor, keepManifest, listBackups, type MakeId, type Manifest, type Part, readManifest } from './manifest.ts';
import { type Encryption, PackWriter, Runs } from './pack-writer.ts';

/** The settings of a backup. */
export interface BackupOptions {
  readonly folder: string;
  /** The version of this program. */
  readonly program: string;
  readonly now: number;
  readonly encryption?: Encryption | undefined;
  /** Reads back what the backup before has as well. */
  readonly isVerified?: boolean;
  /** Called with the number of rows saved so far, and of all. */
  readonly onRows?: (done: number, total: number) => void;
  /** Called after each piece of work with how long it took, in milliseconds: waits, so that others have their turn. */
  readonly rest?: (tookMs: number) => Promise<void>;
}

/** A backup that was made. */
export interface Made {
  readonly name: string;
  readonly manifest: Manifest;
  /** Bytes that were not in the folder before. */
  readonly written: number;
  /** Attachments that are missing or damaged where they belong. Some of them may be in the backup from before. */
  readonly missing: readonly string[];
  /** Packs of the backup before that were damaged; what is needed of them was written again. */
  readonly damaged: readonly string[];
}

/** What is read, and where it goes. */
interface Saving {
  readonly kind: DatabaseKind;
  readonly db: Db;
  readonly writer: PackWriter;
  readonly makeId: MakeId;
  readonly rest: () => Promise<void>;
}

async function countRows(db: Db): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const name of partNames) {
    if (name === WORDS) continue;
    const own = name === 'setting' ? sql`where key not in (${sql.join(OWN_SETTINGS)})` : sql``;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)} ${own}`.execute(db);
    counts.set(name, rows[0]!.count);
  }
  return counts;
}

/** SQLite’s codes of a damaged file (11, 26) and of a disk that cannot be read (10), and PostgreSQL’s class. */
function isDamage(error: unknown): boolean {
  const { errcode, code } = error as { readonly errcode?: number; readonly code?: unknown };
  return [10, 11, 26].includes((errcode ?? 0) % 256) || /^(XX|58)/.test(String(code));
}

function damaged(what: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `The database is damaged: ${what}. No backup was made; the backups from before are kept, and none was deleted.`,
    { cause },
  );
}

const LOST =
  'The connection to the database was lost. No backup was made; the backups from before are kept. Try again.';

async function saveRows(
  saving: Saving,
  name: (typeof partNames)[number],
  onRows: (rows: number) => void,
): Promise<Part> {
  const { kind, db, writer, makeId, rest } = saving;
  const [runs, hash] = [new Runs(), createHash('sha256')];
  let rows = 0;
  let columns: readonly string[] = [];
  try {
    for await (const chunk of chunksOf(kind, db, name)) {
      const id = makeId(chunk.content);
      hash.update(id);
      runs.add(await writer.put(id, chunk.content));
      rows += chunk.rows;
      columns = chunk.columns;
      if (name !== WORDS) onRows(chunk.rows);
      await rest();
    }
  } catch (error) {
    throw isDamage(error) ? damaged(`the rows of ${name} cannot be read (${(error as Error).message})`, error) : error;
  }
  return { ...runs.part(rows, hash.digest('hex')), columns };
}

const FILES_AT_ONCE = 1_000;

/** The hashes of all attachments, each once. */
async function* attachmentHashes(db: Db): AsyncGenerator<string> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const query = db.selectFrom('attachment').select('hash').distinct().where('hash', '>', last);
    const rows: { readonly hash: string }[] = await query.orderBy('hash').limit(FILES_AT_ONCE).execute();
    for (const { hash } of rows) yield hash;
    last = rows.length < FILES_AT_ONCE ? undefined : rows.at(-1)!.hash;
  }
}

/** The content of an attachment; undefined if it is missing or damaged. A known one is not read, only looked for. */
async function readFile(files: Files, hash: string, isKnown: boolean): Promise<Buffer | undefined> {
  const stream = await files.open(hash);
  if (isKnown) await stream?.cancel();
  if (isKnown || stream === undefined) return stream && Buffer.alloc(0);
  const content = await buffer(stream).catch(() => undefined);
  return content && hashOf(content) === hash ? content : undefined;
}

async function saveFiles({ db, writer, makeId, rest }: Saving, files: Files) {
  const [runs, sum] = [new Runs(), createHash('sha256')];
  const [missing, lost]: [string[], string[]] = [[], []];
  let count = 0;
  for await (const hash of attachmentHashes(db)) {
    const id = makeId(`file ${hash}`);
    const isKnown = writer.has(id);
    const content = await readFile(files, hash, isKnown);
    if (content === undefined) missing.push(hash);
    if (content === undefined && !isKnown) lost.push(hash);
    else {
      sum.update(id);
      runs.add(await writer.put(id, content));
      count += 1;
    }
    await rest();
  }
  return { files: runs.part(count, sum.digest('hex')), missing, lost };
}

/** The newest backup of a folder, and its number. Throws `DatabaseRefused` if the folder is another help center’s. */
async function backupBefore(folder: string, center: string) {
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined) return { number: 0, before: undefined };
  const before = await readManifest(folder, newest).catch(() => undefined);
  if (before !== undefined && before.center !== center)
    throw new DatabaseRefused(
      `The backups in ${folder} are of another help center. Nothing was written there; name another folder.`,
    );
  return { number: newest.number, before };
}

async function saveAll(saving: Saving, files: Files, onRows: (done: number, total: number) => void) {
  const { kind, db, writer } = saving;
  const counts = await countRows(db).catch(error => {
    throw isDamage(error) ? damaged((error as Error).message, error) : error;
  });
  const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  const tables: Record<string, Part> = {};
  for (const name of partNames) {
    const part = await saveRows(saving, name, rows => {
      done += rows;
      onRows(done, total);
    });
    const count = counts.get(name);
    if (count !== undefined && count !== part.rows)
      throw damaged(`${name} has ${count} rows by one index and ${part.rows} by another`);
    tables[name] = part;
  }
  const lastIds: Record<string, number> = {};
  for (const name of countingTables) lastIds[name] = await lastId(db, kind, name);
  const saved = await saveFiles(saving, files);
  await writer.finish(saving.rest);
  return { tables, lastIds, ...saved };
}

/**
 * Saves a help center at work as of one moment: its rows, the words for searching, and its attachments, in pieces that
 * are written once. The backup is there when its manifest is, at the end. Throws `DatabaseRefused` if the database is
 * damaged or the folder cannot be used.
 */
export function backUp(store: Store, files: Files, options: BackupOptions): Promise<Made> {
  const { folder, program, now, encryption, isVerified = false } = options;
  const { onRows = () => undefined, rest = async () => undefined } = options;
  let worked = performance.now();
  const restNow = async () => {
    await rest(performance.now() - worked);
    worked = performance.now();
  };
  const saved = inFolder(folder, () =>
    store.read(async db => {
      const makeId = await idsFor(db);
      const center = makeId('center').slice(0, 16);
      const { number, before } = await backupBefore(folder, center);
      const writer = new PackWriter(folder, encryption);
      const damaged = before ? await writer.learn(before, isVerified) : [];
      const saving: Saving = { kind: store.kind, db, writer, makeId, rest: restNow };
      const { missing, ...saved } = await saveAll(saving, files, onRows);
      const step = (await newestStep(db))[0]!.name;
      const manifest: Manifest = {
        ...{ format: 1, center, at: now, program, step, database: store.kind, isEncrypted: encryption !== undefined },
        ...saved,
        packs: writer.packs,
      };
      const name = await keepManifest(folder, number + 1, manifest);
      return { name, manifest, written: writer.written, missing, damaged };
    }),
  );
  return saved.catch(error => {
    throw isLostConnection(error) ? new DatabaseUnreachable(LOST, { cause: error }) : error;
  });
}
