import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../database/store.ts';
import { endFault, faultsOf, faultWords, keepFault } from './fault.ts';
import { type Job, type JobName, type JobRunner, jobWords } from './job.ts';
import type { Troubles } from './troubles.ts';

/** The tools for running jobs. */
interface RunnerContext {
  readonly store: Store;
  readonly now: () => number;
  readonly troubles: Troubles;
  /** Receives one line about each failure, and about its end. */
  readonly log: (line: string) => void;
}

/**
 * The longest time without a look, in milliseconds: the clock may be changed, and other processes on a file announce
 * nothing. On PostgreSQL they do: then this is the wait after an announcement, and nothing is looked for while all rest.
 */
const LOOK_MS = 15_000;
const MAX_WAIT_MS = 3_600_000;

/** After this many failures in a row, the items are hardly the cause: the job pauses. */
const MAX_IN_A_ROW = 10;

/** Runs one job. Each has a timer of its own, so that none waits for another. */
class Lane {
  readonly #job: Job;
  readonly #context: RunnerContext;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer rings, and the earliest time that was scheduled since the last look. */
  #ringsAt = Number.POSITIVE_INFINITY;
  #asked = Number.POSITIVE_INFINITY;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(job: Job, context: RunnerContext) {
    this.#job = job;
    this.#context = context;
  }

  get name(): JobName {
    return this.#job.name;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  schedule(at: number): void {
    this.#asked = Math.min(this.#asked, at);
    if (!this.#running && at < this.#ringsAt) this.#wait(at);
  }

  /** Runs the jobs that are due now. */
  async run(): Promise<void> {
    if (this.#job.isSlow) return this.schedule(this.#context.now());
    await this.#running;
    await this.#begin();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (!this.#job.isSlow) await this.#running;
  }

  #wait(at: number): void {
    const { now, store } = this.#context;
    clearTimeout(this.#timer);
    this.#ringsAt = at;
    if (this.#isClosed || (at === Number.POSITIVE_INFINITY && store.onChange)) return;
    const delayMs = Math.min(Math.max(at - now(), 0), store.onChange ? MAX_WAIT_MS : LOOK_MS);
    this.#ringsAt = now() + delayMs;
    this.#timer = setTimeout(() => void this.#begin(), delayMs).unref();
  }

  #begin(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    let next = Number.NEGATIVE_INFINITY;
    while (!this.#isClosed && next <= this.#context.now()) {
      this.#asked = Number.POSITIVE_INFINITY;
      next = Math.min(await this.#look(), this.#asked);
      await nextTurn();
    }
    this.#wait(next);
  }

  /** Looks once, and returns when to look again. Never rejects. */
  async #look(): Promise<number> {
    const { troubles, now } = this.#context;
    const what = `The job “${this.name}”`;
    try {
      const next = await this.#round();
      troubles.ended(what);
      return next;
    } catch (error) {
      return this.#isClosed ? Number.POSITIVE_INFINITY : now() + troubles.failed(what, error);
    }
  }

  async #round(): Promise<number> {
    const { store, now } = this.#context;
    const { atOnce = Number.POSITIVE_INFINITY } = this.#job;
    const failed = await faultsOf(store.reader, this.name);
    const waiting = new Set(failed.map(({ item }) => item));
    const lookedAt = now();
    const found = await this.#job.find(store.reader, lookedAt, atOnce + failed.length);
    const rows = found.rows.filter(({ id }) => !waiting.has(id));
    const due = rows.filter(({ at }) => at <= lookedAt).slice(0, atOnce);
    const items = due.map(({ id }) => id);
    const next = Math.min(rows[0]?.at ?? Number.POSITIVE_INFINITY, found.next ?? Number.POSITIVE_INFINITY);
    if (items.length > 1 && (await this.#isDone(items))) return now();
    await this.#each(items);
    // Those that failed come last: they hold up no other.
    const again = items.length > 0 ? [] : failed.filter(({ due_at: dueAt }) => dueAt <= now());
    await this.#each(
      again.map(({ item }) => item),
      true,
    );
    if (items.length + again.length > 0) return now();
    return Math.min(next, ...failed.map(({ due_at: dueAt }) => dueAt));
  }

  /** Whether all are done together. If not, it is seen which of them fail: the error is theirs. */
  #isDone(items: readonly number[]): Promise<boolean> {
    return this.#job.run(items).then(
      () => true,
      () => false,
    );
  }

  async #each(items: readonly number[], isAgain = false): Promise<void> {
    let inARow = 0;
    for (const item of items) {
      if (this.#isClosed) return;
      try {
        await this.#job.run([item]);
        inARow = 0;
        if (isAgain) await this.#end(item);
      } catch (error) {
        await this.#fail(item, error);
        inARow += 1;
        if (inARow === MAX_IN_A_ROW) throw error;
      }
      await nextTurn();
    }
  }

  async #end(item: number): Promise<void> {
    const { store, log } = this.#context;
    await store.write(db => endFault(db, this.name, item), true);
    log(`${jobWords[this.name](item)} works again.`);
  }

  async #fail(item: number, error: unknown): Promise<void> {
    const { store, now, log } = this.#context;
    if (this.#isClosed) return;
    const words = faultWords(error);
    const { tries, due_at } = await store.write(db => keepFault(db, this.name, item, words, now()), true);
    const next = new Date(due_at).toISOString();
    log(`${jobWords[this.name](item)} has failed: ${words}. Try ${tries}; the next one is at ${next}.`);
  }
}

/** Makes a runner without jobs. */
export function createJobRunner(context: RunnerContext): JobRunner {
  const lanes = new Set<Lane>();
  context.store.onChange?.(() => {
    for (const lane of lanes) lane.schedule(context.now() + LOOK_MS);
  });
  return {
    schedule: (job, at) => {
      for (const lane of lanes) if (lane.name === job) lane.schedule(at);
    },
    run: async () => {
      await Promise.all([...lanes].map(lane => lane.run()));
    },
    running: () => [...lanes].filter(lane => lane.isRunning).length,
    add: job => {
      const lane = new Lane(job, context);
      lanes.add(lane);
      lane.schedule(context.now());
      return () => {
        lanes.delete(lane);
        return lane.close();
      };
    },
    close: async () => {
      await Promise.all([...lanes].map(lane => lane.close()));
    },
  };
}
