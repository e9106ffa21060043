import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { copyStore } from '../copy/store.ts';
import { tableNames } from '../copy/table.ts';
import { FOLDER_MARK } from '../folder-mark.ts';
import { takeSteps } from '../migrations/migrate.ts';
import { isLostConnection } from '../postgres/failure.ts';
import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { lookInto } from '../sqlite/look-into.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { threadFile } from '../thread-file.ts';

/** The facts that a snapshot states about itself. */
export interface SnapshotFacts {
  readonly rows: Readonly<Record<string, number>>;
  readonly step: string;
  /** The help center’s settings. */
  readonly setting: (key: string) => string | undefined;
}

/** SQLite’s codes of a damaged file (11, 26) and of a disk that cannot be read (10), and PostgreSQL’s class. */
function isDamage(error: unknown): boolean {
  const { errcode, code } = error as { readonly errcode?: number; readonly code?: unknown };
  return [10, 11, 26].includes((errcode ?? 0) % 256) || /^(XX|58)/.test(String(code));
}

function damaged(why: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `The database is damaged: ${why}. No backup was made; the backups from before are kept, and none was deleted.`,
    { cause },
  );
}

const LOST =
  'The connection to the database was lost. No backup was made; the backups from before are kept. Try again.';

/** Copies a help center on PostgreSQL to a new file. It is written carelessly: after a crash it is useless. */
async function copyTo(path: string, store: Store, now: number, rest: () => Promise<void>): Promise<void> {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive');
    const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database, 'write') });
    await takeSteps(db, 'sqlite', now, {});
    await copyStore(store, { kind: 'sqlite', write: work => work(db) }, { onRows: rest });
  } finally {
    database.close();
  }
}

/**
 * Does work that writes gigabytes to a file while a thread brings them to the disk. If it is left to the system, all of
 * them go there at once after half a minute, and agents' own writes wait for seconds.
 */
async function whileSyncing(path: string, work: () => Promise<void>): Promise<void> {
  const { Worker } = await import('node:worker_threads');
  const thread = new Worker(threadFile('sync-thread', import.meta.url), { name: 'sync', workerData: path });
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  try {
    await Promise.race([work(), failed]);
  } finally {
    await thread.terminate();
  }
}

/** The same of a file: the mark of its folder stays behind. A sync of all of it would make everybody wait for the disk. */
async function vacuumInto(path: string, store: Store): Promise<void> {
  await sql`pragma synchronous = off`.execute(store.reader);
  await sql`vacuum into ${path}`.execute(store.reader);
  const database = new DatabaseSync(path);
  database.exec(
    `pragma journal_mode = off; pragma synchronous = off; delete from setting where key = '${FOLDER_MARK}'`,
  );
  database.close();
}

/**
 * Makes one SQLite file of a help center at work, of either kind of database, as of one moment, without any deleted
 * content. Throws `DatabaseRefused` if the database is damaged.
 */
export async function makeSnapshot(path: string, store: Store, now: number, rest: () => Promise<void>): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    await whileSyncing(path, () =>
      store.kind === 'sqlite' ? vacuumInto(path, store) : copyTo(path, store, now, rest),
    );
  } catch (error) {
    if (isDamage(error)) throw damaged((error as Error).message, error);
    throw isLostConnection(error) ? new DatabaseUnreachable(LOST, { cause: error }) : error;
  }
  const fault = faultIn(path);
  if (fault !== undefined) throw damaged(fault);
}

/** The fault that SQLite finds in a file, or undefined. */
export function faultIn(path: string): string | undefined {
  try {
    const [row] = lookInto(path, database => database.prepare('pragma integrity_check(1)').all());
    const said = String(row?.integrity_check);
    return said === 'ok' ? undefined : said;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  }
}

/** Reads the facts of a snapshot. Tables that came later have no rows. */
export function factsOf(path: string): SnapshotFacts {
  return lookInto(path, database => {
    const there = new Set(
      database
        .prepare('select name from sqlite_schema')
        .all()
        .map(({ name }) => name),
    );
    const count = (table: string) => database.prepare(`select count(*) as n from "${table}"`).get()!.n as number;
    const settings = database.prepare('select key, value from setting').all();
    const byKey = new Map(settings.map(({ key, value }) => [key, value as string]));
    return {
      rows: Object.fromEntries(tableNames.filter(table => there.has(table)).map(table => [table, count(table)])),
      step: String(database.prepare('select max(name) as name from kysely_migration').get()!.name),
      setting: key => byKey.get(key),
    };
  });
}

/** The hashes of a snapshot’s attachments, each once, in their order. */
export function attachmentHashes(path: string): string[] {
  const all = 'select distinct hash from attachment order by hash';
  return lookInto(path, database =>
    database
      .prepare(all)
      .all()
      .map(({ hash }) => hash as string),
  );
}
