import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { DatabaseSettings } from '../../src/center/database/store.ts';
import { isOnPostgres, testOnPostgres } from './on-postgres.ts';
import { askPostgres, postgresUrl, template } from './postgres.ts';

/** A database of a test's own: what `createCenter` takes as `database`, with the settings that belong to it. */
export interface TestDatabase {
  readonly name: string;
  readonly settings: Partial<DatabaseSettings>;
  drop(): Promise<void>;
}

/** The folder of a pooler's socket, in files whose tests are run behind one. */
const pooler = 'FRONTDESK_TESTS_BEHIND';

/** From here on the tests of this file open their help centers on PostgreSQL, behind the pooler whose socket is in `folder`. */
export function testBehind(folder: string): void {
  testOnPostgres();
  process.env[pooler] = folder;
}

/** The folder of the tests' server, in which its socket is. */
export function serverFolder(): string {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  return postgres.folder;
}

async function create(from: string): Promise<string> {
  const folder = serverFolder();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await askPostgres(postgresUrl(folder, 'postgres'), `create database ${name} template ${from} strategy file_copy`);
  return postgresUrl(folder, name);
}

/** An empty help center that no test has open, with a connection that empties it again. */
interface Free {
  readonly name: string;
  readonly client: Client;
}

const free: Free[] = [];

async function createCenter(): Promise<Free> {
  const name = await create(template);
  const client = new Client(name);
  // It is still open when the server is stopped.
  client.on('error', () => undefined);
  await client.connect();
  return { name, client };
}

/** An empty help center with a new database on PostgreSQL. */
export async function newPostgresCenter(): Promise<TestDatabase> {
  const taken = free.pop() ?? (await createCenter());
  const behind = process.env[pooler];
  return {
    name: behind === undefined ? taken.name : postgresUrl(behind, new URL(taken.name).pathname.slice(1)),
    settings: behind === undefined ? {} : { postgresDirect: taken.name },
    drop: async () => {
      await taken.client.query('select kept.reset()');
      free.push(taken);
    },
  };
}

/** A database on PostgreSQL without any table. */
export function newPostgresDatabase(): Promise<string> {
  return create('template0');
}

/** A new database in memory, or at `path` if several processes or a restart need it; on PostgreSQL in its tests. */
export async function newDatabase(path = ':memory:'): Promise<TestDatabase> {
  return isOnPostgres() ? newPostgresCenter() : { name: path, settings: {}, drop: async () => undefined };
}
