import type { Db } from '../../database/tables.ts';

/** The jobs of the help center, in words that begin a sentence about a failure. `item` is an id. */
export const jobWords = {
  wake: (item: number) => `Bringing back #${item}`,
  due: (item: number) => `Working out the due times of inbox ${item}`,
  spans: (item: number) => `Counting the times of #${item}`,
  erase: (item: number) => `Erasing a contact (erasure ${item})`,
  clear: () => 'Clearing the files of the database after an erasure',
  idle: (item: number) => (item === WHOLE_JOB ? 'Looking for contacts to erase' : `Beginning to erase contact ${item}`),
  sweep: (item: number) => `Deleting the unused attachment ${item}`,
  reap: () => 'Deleting unused files',
  forget: () => 'Deleting old sign-in addresses and tokens',
  rule: (item: number) => `Rule ${item}`,
  ratings: (item: number) => `Asking for a rating of #${item}`,
} satisfies Readonly<Record<string, (item: number) => string>>;
export type JobName = keyof typeof jobWords;

/** The item of a job that has no items. */
export const WHOLE_JOB = 0;

/** The items that a job finds. Times are milliseconds since 1970. */
export interface DueItems {
  /** The items, each with the time from which it is due, earliest first. */
  readonly rows: readonly { readonly id: number; readonly at: number }[];
  /** When to look again if none is due, unless the first row is due earlier. */
  readonly next?: number | undefined;
}

/** Something that the help center does on its own. When it is due is in its own tables: nothing is copied. */
export interface Job {
  readonly name: JobName;
  /** It may wait for minutes: `JobRunner.run` and closing do not wait for it. */
  readonly isSlow?: true;
  /** The most items of one `run`. Absent: as many as are found. */
  readonly atOnce?: number;
  /** Finds at most `most` items. The runner leaves out those that have failed, which it tries again by itself. */
  find(db: Db, now: number, most: number): Promise<DueItems>;
  /**
   * Does it for these items. An item that needs it no longer is not an error: another server may have been quicker. If it
   * rejects for several, the runner calls it for each alone.
   */
  run(items: readonly number[]): Promise<void>;
}

/** Runs the jobs of one process. Any number of processes may do so on one database. */
export interface JobRunner {
  /** Call it if a job has something to do at that time. */
  schedule(job: JobName, at: number): void;
  /** Does everything that is due now, except slow jobs. */
  run(): Promise<void>;
  /** How many jobs are at work. */
  running(): number;
  /** Runs one more job, until the returned function is called. */
  add(job: Job): () => Promise<void>;
  close(): Promise<void>;
}

/** Items that are all due. */
export function allDue(ids: readonly number[], now: number): DueItems {
  return { rows: ids.map(id => ({ id, at: now })) };
}

/** How often a daily job runs, in milliseconds. */
const DAY_MS = 24 * 3_600_000;

/** A job without items that runs once a day, and first at `firstAt`. */
export function daily(name: JobName, firstAt: number, work: () => Promise<void>, now: () => number): Job {
  let next = firstAt;
  return {
    name,
    find: async () => ({ rows: [{ id: WHOLE_JOB, at: next }] }),
    run: async () => {
      // If it fails, the runner tries it again earlier.
      next = now() + DAY_MS;
      await work();
    },
  };
}
