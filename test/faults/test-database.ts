import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Run } from './fault.ts';

/** An empty database of a fault's own, and a look into it that goes past the service. */
export interface TestDatabase {
  readonly kind: 'sqlite' | 'postgres';
  /** What `--database` takes. */
  readonly location: string;
  /** For whatever the fault keeps beside it; removed with it. */
  readonly folder: string;
  query<Row>(text: string): Promise<Row[]>;
  /** What the database itself finds wrong with its files and references. Nothing may be writing. */
  damage(): Promise<string[]>;
  close(): Promise<void>;
}

function fileDamage(path: string): string[] {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    const found = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    const loose = database.prepare('pragma foreign_key_check').all();
    // Throws if the index of words is inconsistent.
    database.exec(`insert into search(search) values ('integrity-check')`);
    return [
      ...found.map(row => row.integrity_check).filter(text => text !== 'ok'),
      ...loose.map(row => JSON.stringify(row)),
    ];
  } catch (error) {
    return [String(error)];
  } finally {
    database.close();
  }
}

/** A file in this folder, which goes with it. */
export function openFile(folder: string): TestDatabase {
  const location = join(folder, 'center.db');
  return {
    kind: 'sqlite',
    location,
    folder,
    query: async <Row>(text: string) => {
      const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000 });
      try {
        return database.prepare(text).all() as Row[];
      } finally {
        database.close();
      }
    },
    damage: async () => fileDamage(location),
    close: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const wholeNumbers = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === 20 ? Number : pg.types.getTypeParser(id as never, format as never),
} as pg.CustomTypesConfig;

/** What a fault sees of a database on a server, which `ask` reaches. */
export function onServer(
  location: string,
  folder: string,
  ask: (text: string) => Promise<pg.QueryResult>,
  close: () => Promise<void>,
): TestDatabase {
  const query = async <Row>(text: string) => (await ask(text)).rows as Row[];
  return {
    kind: 'postgres',
    location,
    folder,
    query,
    damage: async () => {
      const broken = await query<{ name: string }>(
        `select indexrelid::regclass::text as name from pg_index where not indisvalid or not indisready`,
      );
      return broken.map(row => `the index ${row.name} is not valid`);
    },
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** A connection of a fault's own. */
export async function connectTo(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address, types: wholeNumbers });
  // The next question tells that it was lost.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function openServer(given: string, folder: string, tablespace: string): Promise<TestDatabase> {
  const admin = await connectTo(given);
  const name = `frontdesk_faults_${process.pid}_${Math.floor(performance.now() * 1_000)}`;
  await admin.query(`create database ${name} tablespace ${tablespace}`);
  const address = new URL(given);
  address.pathname = `/${name}`;
  const client = await connectTo(address.href);
  return onServer(
    address.href,
    folder,
    text => client.query(text),
    async () => {
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  );
}

/** The place of a database, if it is given. */
export interface Place {
  /** The folder of a file. */
  readonly folder?: string;
  /** Of a server. */
  readonly tablespace?: string;
}

/**
 * A folder in memory where the system has one. A process that is killed loses nothing that it gave to the system, so no
 * disk has to turn for that.
 */
export function inMemory(): Place {
  const folder = '/dev/shm';
  return existsSync(folder) ? { folder } : {};
}

/** A new folder for what a fault keeps. */
export function newFolder(within = tmpdir()): string {
  return mkdtempSync(join(within, 'frontdesk-faults-'));
}

/** Makes an empty database: a file in a new folder, or one on the server of the run. */
export async function openTestDatabase(run: Run, place: Place = {}): Promise<TestDatabase> {
  const folder = newFolder(place.folder);
  if (run.database === undefined) return openFile(folder);
  return openServer(run.database, folder, place.tablespace ?? 'pg_default');
}
