import { Worker } from 'node:worker_threads';
import { HAS_HEAP_LIMITS, type ThreadCost, threadCost } from '../../runtime/node-or-bun.ts';
import { threadFile } from '../database/thread-file.ts';
import type { Signatures } from './dkim/check.ts';
import type { SignatureState } from './dkim/checker.ts';
import type { FoundKeys } from './dkim/kept-keys.ts';
import type { Mail } from './mime/parse-mail.ts';
import type { CheckingTask, ReadingAnswer, ReadingTask } from './reading-thread.ts';
import { isLarge, unpackedSize } from './release.ts';
import type { FoundMail } from './sources/read.ts';

/** The reason why a mail could not be read, for a person. */
export interface Unreadable {
  readonly reason: string;
}

/** A mail to read. */
export interface ReadableMail extends FoundMail {
  /** Whether `raw` is compressed (gzip). */
  readonly isPacked?: boolean;
  /** When it arrived, in milliseconds, if its signatures are to be checked. */
  readonly arrivedAt?: number;
}

/** A mail after reading; `signed` if its signatures are to be checked. */
export type ReadMail = Mail & { readonly signed?: SignatureState };

/**
 * Takes mails apart in a separate thread, so that no mail can block this thread or use up its memory. A mail that is
 * too much for the thread is returned as `Unreadable`; a new thread reads the next ones.
 */
export interface MailReader {
  /**
   * Answers come in the order of the calls. The caller limits the number of calls in progress, because all are in
   * memory.
   */
  read(mail: ReadableMail, now: number): Promise<ReadMail | Unreadable>;
  /**
   * Checks the signatures of a mail with these keys, which are kept for the next mails. `Unreadable`: it took more than
   * ten seconds of work.
   */
  check(mail: CheckableMail, keys: FoundKeys, arrivedAt: number): Promise<Signatures | Unreadable>;
  /** Ends the thread; open calls are never answered. */
  close(): Promise<void>;
}

/** The bytes of a mail. */
export type CheckableMail = Pick<ReadableMail, 'raw' | 'isPacked'>;

/** The limits for one mail. */
export interface ReadingLimits {
  /** Milliseconds of the thread's processor time; half of it for the signatures. */
  readonly cpuMs: number;
  /** The thread's heap, in MiB; the bytes of mails and files do not count. */
  readonly heapMiB: number;
}

const defaultLimits: ReadingLimits = { cpuMs: 20_000, heapMiB: 88 };
const YOUNG_HEAP_MIB = 16;
/** The interval between two checks of a busy thread, as a fraction of a mail's time limit. */
const LOOKS_A_LIMIT = HAS_HEAP_LIMITS ? 10 : 100;
/** Without a limit of the runtime's: the bytes of a mail and its files count too, so the process may grow by more. */
const PROCESS_MIB_A_HEAP_MIB = 5;

type Task = Omit<ReadingTask, 'bytes' | 'isPacked'> | Omit<CheckingTask, 'bytes' | 'isPacked'>;

interface Job {
  readonly mail: CheckableMail;
  readonly task: Task;
  readonly answer: (answer: ReadMail & Signatures & Unreadable) => void;
}

class ThreadReader implements MailReader {
  readonly #limits: ReadingLimits;
  #worker: Worker | undefined;
  /** The jobs that the thread has not answered, the current one first. */
  #jobs: Job[] = [];
  #watch: NodeJS.Timeout | undefined;
  /** The job in progress at the last check, and the thread's use at that time. */
  #seen: { job: Job; cost: ThreadCost } | undefined;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  read(mail: ReadableMail, now: number): Promise<ReadMail | Unreadable> {
    const { isQuoted, arrivedAt, fileTime } = mail;
    return this.#do(mail, { isQuoted, arrivedAt, fileTime, now });
  }

  check(mail: CheckableMail, keys: FoundKeys, arrivedAt: number): Promise<Signatures | Unreadable> {
    return this.#do(mail, { keys, arrivedAt });
  }

  #do(mail: CheckableMail, task: Task): Promise<ReadMail & Signatures & Unreadable> {
    return new Promise(answer => {
      const job = { mail, task, answer };
      this.#jobs.push(job);
      this.#worker ??= this.#start();
      this.#post(this.#worker, job);
      this.#watch ??= setInterval(() => void this.#look(), this.#limits.cpuMs / LOOKS_A_LIMIT);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners();
    await worker?.terminate();
  }

  #start(): Worker {
    const { heapMiB } = this.#limits;
    const worker = new Worker(threadFile('reading-thread', import.meta.url), {
      name: 'mail',
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    });
    worker.on('message', (answer: ReadingAnswer | Signatures) => {
      if ('checked' in answer) return this.#settle(answer);
      const files = answer.files.map(file => ({ ...file, content: Buffer.from(file.content.buffer) }));
      return this.#settle({ ...answer, files });
    });
    worker.on('error', error => this.#replace(reasonOf(error)));
    return worker;
  }

  #post(worker: Worker, { mail, task }: Job): void {
    // The mail stays here, because its source is stored too; the copy is moved.
    const bytes = new Uint8Array(mail.raw);
    worker.postMessage({ ...task, bytes, isPacked: mail.isPacked ?? false }, [bytes.buffer]);
  }

  #settle(answer: ReadMail | Signatures | Unreadable): void {
    const job = this.#jobs.shift();
    // Each task has an answer of its own kind, and they come in order.
    job?.answer(answer as ReadMail & Signatures & Unreadable);
    if (this.#jobs.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
    // A large mail leaves several times its size in the thread; a new thread costs some milliseconds.
    if (job && isLarge(sizeOf(job.mail))) void this.close();
  }

  /** The thread failed on its first job: that one is answered, the others go to a new thread. */
  #replace(reason: string): void {
    const { worker, rest } = { worker: this.#worker, rest: this.#jobs.slice(1) };
    worker?.removeAllListeners();
    // A later event of this thread reports the same failure.
    worker?.on('error', () => undefined);
    void worker?.terminate();
    this.#worker = rest.length > 0 ? this.#start() : undefined;
    for (const job of rest) this.#post(this.#worker!, job);
    this.#settle({ reason });
  }

  async #look(): Promise<void> {
    const [worker, job] = [this.#worker, this.#jobs[0]];
    if (!worker || !job) return;
    // An event reports a thread that has just ended.
    const cost = await threadCost(worker);
    if (cost === undefined || this.#jobs[0] !== job || this.#worker !== worker) return;
    if (this.#seen?.job !== job) this.#seen = { job, cost };
    const { cpuMs, heapMiB } = this.#limits;
    const since = this.#seen.cost;
    const most = 'keys' in job.task ? cpuMs / 2 : cpuMs;
    if (cost.cpuMs - since.cpuMs >= most) this.#replace(tookTooLong);
    else if (cost.memoryMiB - since.memoryMiB >= heapMiB * PROCESS_MIB_A_HEAP_MIB) this.#replace(tookTooMuch);
  }
}

/** The size of a mail in the thread: a packed one may be a thousandth of it. */
function sizeOf({ raw, isPacked }: CheckableMail): number {
  return isPacked ? unpackedSize(raw) : raw.length;
}

const kept = 'Its bytes are kept.';
const tookTooLong = `Reading it took too long. ${kept}`;
const tookTooMuch = `Reading it took too much memory. ${kept}`;

function reasonOf(error: Error & { code?: string }): string {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tookTooMuch : `It could not be read: ${error.message}`;
}

/** Makes a reader whose thread starts with the first mail. */
export function createMailReader(limits: Partial<ReadingLimits> = {}): MailReader {
  return new ThreadReader({ ...defaultLimits, ...limits });
}
