import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { fromTheBeginning } from '../copy/store.ts';
import { setLastId } from '../copy/table.ts';
import { BASELINE, migrationNames } from '../migrations/list.ts';
import { takeSteps } from '../migrations/migrate.ts';
import { DatabaseRefused } from '../refused.ts';
import { addWords } from '../search.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import type { Storable } from '../storable.ts';
import type { Db, Tables } from '../tables.ts';
import { rowsOf, WORDS } from './cut.ts';
import { hashOf } from './folder.ts';
import { DamagedBackup, type Manifest, timeWords } from './manifest.ts';
import type { Pipe } from './pack.ts';
import { createPackReader, DamagedPack } from './pack-reader.ts';

/** What is restored, and to where. */
export interface LoadOptions {
  /** The folder of the backups. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The version of this program. */
  readonly program: string;
  readonly now: number;
  readonly decrypt?: Pipe | undefined;
  /** Called with the number of rows loaded so far, and of all. */
  readonly onRows?: (done: number, total: number) => void;
}

function damaged(what: string, { pack }: DamagedPack, manifest: Manifest): DamagedBackup {
  return new DamagedBackup(
    `The backup of ${timeWords(manifest)} is damaged: ${what} cannot be read (packs/${pack.slice(0, 2)}/${pack}).`,
  );
}

/** Throws `DatabaseRefused` if a newer program made the backup. */
function requireKnown({ step, program: theirs }: Manifest, program: string): void {
  if (step >= BASELINE && migrationNames.includes(step)) return;
  throw new DatabaseRefused(
    `frontdesk ${theirs} made this backup, with the tables ${step}, and this is frontdesk ${program}, which knows ` +
      `those up to ${migrationNames.at(-1)}. Nothing was restored; update this frontdesk, and restore again.`,
  );
}

/** A new file with the tables as they were when the backup was made, and without a row. It is written carelessly. */
async function makeTables(database: DatabaseSync, { step }: Manifest, now: number): Promise<Db> {
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database, 'write') });
  await takeSteps(db, 'sqlite', now, { last: step });
  for (const table of Object.keys(fromTheBeginning) as (keyof Tables)[]) await db.deleteFrom(table).execute();
  return db;
}

function insertInto(database: DatabaseSync, table: string, columns: readonly string[], content: Buffer): number {
  const rows = rowsOf(content);
  const names = columns.map(column => `"${column}"`).join();
  const insert = database.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join()})`);
  for (const row of rows) insert.run(...(row as Storable[]));
  return rows.length;
}

async function insertWords(db: Db, columns: readonly string[], content: Buffer): Promise<number> {
  const rows = rowsOf(content);
  const [id, words] = [columns.indexOf('id'), columns.indexOf('words')];
  for (const row of rows) await addWords('sqlite', db, row[id] as number, (row[words] as string).split(' '));
  return rows.length;
}

async function loadRows(database: DatabaseSync, db: Db, options: LoadOptions): Promise<void> {
  const { folder, manifest, decrypt, onRows = () => undefined } = options;
  const pieces = createPackReader(folder, manifest, decrypt);
  const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const [name, part] of Object.entries(manifest.tables)) {
    const { columns = [] } = part;
    let rows = 0;
    database.exec('begin');
    try {
      for await (const piece of pieces(part)) {
        const loaded =
          name === WORDS ? await insertWords(db, columns, piece) : insertInto(database, name, columns, piece);
        rows += loaded;
        done += loaded;
        onRows(done, total);
      }
    } catch (error) {
      throw error instanceof DamagedPack ? damaged(`what is in ${name}`, error, manifest) : error;
    }
    database.exec('commit');
    if (rows !== part.rows)
      throw new DatabaseRefused(`${name} has ${rows} rows of ${part.rows}: nothing was restored.`);
  }
}

/**
 * Makes a SQLite file of a backup, with the tables as they were then; opening it brings them to this program’s. Throws
 * `DamagedBackup`, or `DatabaseRefused` if a newer program made it. What is there then is useless.
 */
export async function loadBackup(path: string, options: LoadOptions): Promise<void> {
  const { manifest, program, now } = options;
  requireKnown(manifest, program);
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    const db = await makeTables(database, manifest, now);
    await loadRows(database, db, options);
    for (const [table, last] of Object.entries(manifest.lastIds))
      await setLastId(db, 'sqlite', table as keyof Tables, last);
    const { rows } = await sql`pragma foreign_key_check`.execute(db);
    if (rows.length > 0)
      throw new DatabaseRefused(`${rows.length} rows of the backup refer to rows that are not in it.`);
  } finally {
    database.close();
  }
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** Writes the attachments of a backup into a folder, each under its hash. */
export async function loadFiles(into: string, options: LoadOptions): Promise<void> {
  const { folder, manifest, decrypt } = options;
  await mkdir(into, { recursive: true, mode: 0o700 });
  try {
    for await (const piece of createPackReader(folder, manifest, decrypt)(manifest.files)) {
      const path = join(into, hashOf(piece));
      await writeFile(`${path}.part`, piece, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
    }
  } catch (error) {
    throw error instanceof DamagedPack ? damaged('an attachment', error, manifest) : error;
  }
}
