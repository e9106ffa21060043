import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Center, type CenterOptions, createCenter as createFrom } from '../../src/center/center.ts';
import { openDatabase } from '../../src/center/database/open.ts';
import { isPostgres } from '../../src/center/database/postgres/address.ts';

/** The time at which the first rows of a copied database were made: 2026-03-01T12:00:00Z. */
export const templateTime = Date.UTC(2026, 2, 1, 12);

/** The bytes of a SQLite file that say if it has a log (2) or not (1): section 1.3.3 of its "Database File Format". */
const FORMAT_VERSIONS = [18, 19];

/** A help center's database: as a file's bytes, and as those of a database in memory, which has no log. */
interface Template {
  readonly file: Uint8Array;
  readonly memory: Uint8Array;
}

/** The bytes of the database that `make` leaves at a path in a new folder. */
export async function templateOf(make: (path: string) => Promise<void>): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-template-'));
  try {
    const path = join(folder, 'center.db');
    await make(path);
    const file = readFileSync(path);
    const memory = Uint8Array.from(file);
    for (const at of FORMAT_VERSIONS) memory[at] = 1;
    return { file, memory };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let made: Promise<Template> | undefined;

function template(): Promise<Template> {
  made ??= templateOf(async path => (await openDatabase(path, templateTime)).close());
  return made;
}

/** Puts the database of an empty help center at `path`. */
export async function copyTemplate(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, (await template()).file, { mode: 0o600, flag: 'wx' });
}

/**
 * The same as `createCenter` of the program, but a new database, in a file or in memory, is a copy of one that is made
 * once a process: that takes a tenth of the work.
 */
export async function createCenter(options: CenterOptions): Promise<Center> {
  const { database } = options;
  if (database === ':memory:') {
    const { memory } = await template();
    return createFrom({ memory, ...options });
  }
  if (!isPostgres(database) && !existsSync(database)) await copyTemplate(database);
  return createFrom(options);
}
