import { safeLine } from '../../../text/safe.ts';
import { deleteRows, keepRow, rowWith } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { problemOf } from '../problem.ts';
import { type JobName, jobWords } from './job.ts';

/** The pause after each failure of a job, in milliseconds; the last one then stays. */
const PAUSES_MS = [5_000, 60_000, 300_000, 900_000, 3_600_000] as const;

/** The pause after a number of failures in a row, in milliseconds. */
export function faultPause(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
}

/** An item of a job that has failed, as a person reads it. Times are milliseconds since 1970. */
export interface Failing {
  /** The failing work, as the beginning of a sentence. */
  readonly what: string;
  /** The last fault, on one line. */
  readonly fault: string;
  readonly tries: number;
  readonly since: number;
  /** Null for a rule: the next message that it matches tries it. */
  readonly againAt: number | null;
}

/** The same of a row. */
export function failingOf({ job, item, fault, tries, since, due_at }: Row<'job_fault'>): Failing {
  const againAt = job === 'rule' ? null : due_at;
  return { what: jobWords[job as JobName](item), fault, tries, since, againAt };
}

const MAX_WORDS = 200;

/**
 * The cause of a failure, on one line. The message of a database or of the system is given; of any other error only the
 * kind and the place, because its message may contain customers' text, and so may PostgreSQL's about data (class 22).
 */
export function faultWords(error: unknown): string {
  const { code, name, message, stack } = error as NodeJS.ErrnoException;
  const place = /^\s+at .*$/m.exec(stack ?? '')?.[0].trim() ?? '';
  const problem = problemOf(error);
  if (typeof code === 'string') return line(code.startsWith('22') ? `data exception ${code} ${place}` : message);
  return line(problem.code === 'internal' ? `${name ?? typeof error} ${place}` : problem.message);
}

function line(words: string): string {
  return safeLine(words.split('\n', 1)[0]!.slice(0, MAX_WORDS));
}

/** The failed items of a job, with when each is tried again. */
export function faultsOf(db: Db, job: JobName): Promise<Row<'job_fault'>[]> {
  return db.selectFrom('job_fault').selectAll().where('job', '=', job).orderBy('due_at').execute();
}

/** All failed items, those first that fail for longest. */
export function allFaults(db: Db): Promise<Row<'job_fault'>[]> {
  return db.selectFrom('job_fault').selectAll().orderBy('since').orderBy('job').orderBy('item').execute();
}

/** Records one more failure of an item, and returns its record. */
export async function keepFault(db: Db, job: JobName, item: number, fault: string, now: number) {
  const before = await rowWith(db, 'job_fault', { job, item });
  const tries = (before?.tries ?? 0) + 1;
  const row = { tries, fault, since: before?.since ?? now, due_at: now + faultPause(tries) };
  await keepRow(db, 'job_fault', { job, item }, row);
  return row;
}

/** Forgets the failures of an item: it is done. */
export async function endFault(db: Db, job: JobName, item: number): Promise<void> {
  await deleteRows(db, 'job_fault', { job, item });
}
