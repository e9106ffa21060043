import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { attachmentsOf } from './people.ts';
import type { Serving } from './serving.ts';
import type { TestDatabase } from './test-database.ts';

/** What running services have left of a disk, in the hands of a test. */
export interface Room {
  /** Lets the next write take this many steps; for 0, no part of an upload's file. */
  give(steps: number, isUpload: boolean): Promise<void>;
  /** Takes the limit away. */
  free(): Promise<void>;
  /** A hash of all that is stored, but of what no caller could see. */
  rows(): Promise<string>;
}

/** Tables that a refused write may change: the use of tokens, stored answers, and files that go after a day without a name. */
const besideTheMatter = ['idempotency', 'token', 'attachment_part'];

/** Files that were half received. */
export async function tornFiles(database: TestDatabase): Promise<string[]> {
  if (database.kind === 'sqlite') return readdirSync(attachmentsOf(database)).filter(name => name.endsWith('.part'));
  const text = `select distinct hash from attachment_part where hash like 'part-%'`;
  return (await database.query<{ hash: string }>(text)).map(({ hash }) => hash);
}

/** A write-ahead log grows by one page and its head. */
const FRAME_BYTES = 4_096 + 24;

/** Limits every file of running services to this many bytes: to them that is a full disk. */
function limitFiles(servings: readonly Serving[], bytes: number | 'unlimited'): void {
  for (const { pid } of servings) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

/**
 * A step is a page of the write-ahead log, which is emptied before each write: its size shows where the next page goes.
 */
export function roomOfFile(servings: readonly Serving[], database: TestDatabase): Room {
  const opened = <T>(work: (file: DatabaseSync) => T): T => {
    const file = new DatabaseSync(database.location, { timeout: 5_000 });
    try {
      return work(file);
    } finally {
      file.close();
    }
  };
  const tables = (file: DatabaseSync) =>
    file
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'search%' order by name`)
      .all() as { name: string }[];
  return {
    give: async (steps, isUpload) => {
      if (steps === 0) opened(file => file.exec('pragma wal_checkpoint(truncate)'));
      // A file of an upload is small: it must fail too.
      limitFiles(servings, isUpload && steps === 0 ? 2 : steps * FRAME_BYTES + 100);
    },
    free: async () => limitFiles(servings, 'unlimited'),
    rows: async () =>
      opened(file => {
        const hash = createHash('sha256');
        for (const { name } of tables(file))
          if (!besideTheMatter.includes(name))
            for (const row of file.prepare(`select * from "${name}"`).iterate()) hash.update(JSON.stringify(row));
        return hash.digest('hex');
      }),
  };
}

/** From now on each statement that writes is counted (a sequence is never rolled back), and those beyond fail as on a full disk. */
const countStatements = `
  create schema faults;
  create sequence faults.written minvalue 0;
  create table faults.room (statements bigint);
  insert into faults.room values (1e12);
  create function faults.refuse() returns trigger language plpgsql as $$
    begin
      if nextval('faults.written') > (select statements from faults.room) then
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end if;
      return null;
    end $$;
  do $$ declare one record; begin
    for one in select tablename as name from pg_tables where schemaname = 'public' loop
      execute format('create trigger room before insert or update or delete on %I
        for each statement execute function faults.refuse()', one.name);
    end loop;
  end $$`;

/** A step is a statement that writes. */
export async function roomOfServer(servings: readonly Serving[], database: TestDatabase): Promise<Room> {
  await database.query(countStatements);
  const give = async (statements: number): Promise<void> => {
    await database.query(`update faults.room set statements = ${statements}; select setval('faults.written', 0)`);
  };
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return {
    give: async (steps, isUpload) => {
      limitFiles(servings, isUpload && steps === 0 ? 2 : 'unlimited');
      await give(steps);
    },
    free: () => give(1e12),
    rows: async () => {
      const hash = createHash('sha256');
      for (const { name } of tables)
        if (!besideTheMatter.includes(name)) {
          const rows = await database.query(
            `select md5(string_agg(t::text, ' ' order by t::text)) from "${name}" as t`,
          );
          hash.update(JSON.stringify(rows));
        }
      return hash.digest('hex');
    },
  };
}
