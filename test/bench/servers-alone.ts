import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askPostgres, postgresUrl } from '../harness/postgres.ts';

/** Settings of a PostgreSQL server whose log can be read. Of a value only so much is logged as a key takes. */
export const logSettings = [
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_directory=log',
  'log_filename=statements',
  'log_rotation_size=0',
  'log_parameter_max_length=100',
];

/** What was written in a database. */
export interface Written {
  /** How many writes were committed. */
  readonly count: number;
  /** How many of each kind excluded all others meanwhile; of one that no caller asked for, the kind is its first change. */
  readonly alone: ReadonlyMap<string, number>;
}

interface Line {
  readonly dbname?: string;
  readonly pid: number;
  readonly message: string;
  readonly detail?: string;
}

interface Transaction {
  readonly isAlone: boolean;
  kind: string;
}

/** How long the server may take to write its log, in milliseconds. */
const LOGGED_MS = 500;

/** The key of a write of this kind. */
export function keyOf(kind: string, number: number): string {
  return `bench/${kind}/${number}`;
}

/** What a statement shows of its transaction's kind; empty if nothing. */
function kindIn({ message, detail = '' }: Line): string {
  const key = /bench\/([^/]+)\/\d/.exec(detail)?.[1];
  return key ?? /(?:insert into|update|delete from) "?\w+/.exec(message)?.[0].replace('"', '') ?? '';
}

function writtenIn(lines: readonly Line[]): Written {
  const open = new Map<number, Transaction>();
  const alone = new Map<string, number>();
  let count = 0;
  for (const line of lines) {
    const { pid, message } = line;
    const [isBegun, isShared] = /pg_advisory_xact_lock(_shared)?\(\d/.exec(message) ?? [];
    const own = open.get(pid);
    if (isBegun) open.set(pid, { isAlone: !isShared, kind: '' });
    else if (own && /commit$/.test(message)) {
      count += 1;
      open.delete(pid);
      if (own.isAlone) alone.set(own.kind, 1 + (alone.get(own.kind) ?? 0));
    } else if (own && own.kind === '') own.kind = kindIn(line);
  }
  return { count, alone };
}

function linesIn(text: string, database: string): Line[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line): Line => JSON.parse(line)).filter(({ dbname }) => dbname === database);
}

function logOf(folder: string): string {
  return readFileSync(join(folder, 'data', 'log', 'statements.json'), 'utf8');
}

/** Reads from the log of the server what is written in a database during `work`. */
export async function writtenDuring(folder: string, database: string, work: () => Promise<unknown>): Promise<Written> {
  const url = postgresUrl(folder, 'postgres');
  const log = async (statements: 'all' | 'none') => {
    await askPostgres(url, `alter system set log_statement = '${statements}'`);
    await askPostgres(url, 'select pg_reload_conf()');
  };
  const before = logOf(folder).length;
  await log('all');
  await work();
  await log('none');
  await sleep(LOGGED_MS);
  return writtenIn(linesIn(logOf(folder).slice(before), database));
}

/** How many writes in a database were undone so far, because they waited for each other. */
export function deadlocksIn(folder: string, database: string): number {
  return linesIn(logOf(folder), database).filter(({ message }) => message === 'deadlock detected').length;
}
