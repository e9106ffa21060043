import type { Files } from '../database/files.ts';
import type { Store } from '../database/store.ts';
import type { JobRunner } from './jobs/job.ts';
import type { Troubles } from './jobs/troubles.ts';
import type { MailOutSettings } from './outgoing/mail-out.ts';
import type { CenterSettings } from './settings.ts';
import type { Concurrency, Work } from './work.ts';

/** The tools of the service's rules. */
export interface ModelContext {
  readonly store: Store;
  readonly settings: CenterSettings;
  readonly files: Files;
  /** The place of its own data: real paths of files and folders. */
  readonly ownPaths: ReadonlySet<string>;
  /** The tokens of this process's own, which no database holds: of an agent, or of an API key (null). By their hash. */
  readonly ownTokens: Map<string, number | null>;
  /** Called at every commit. */
  readonly hub: { wake(): void };
  readonly now: () => number;
  /** Called when a job has something to do. */
  readonly jobs?: JobRunner;
  /** Failures of this process that are in no table. */
  readonly troubles?: Troubles;
  /** How mail is sent; null if no relay is set up. */
  readonly mailOut: MailOutSettings | null;
}

/** Runs work in transactions. */
export interface Transactions {
  /** Runs `work` in one transaction, and sends the listeners one event about it. With `concurrency` others may run meanwhile. */
  write<T>(work: (work: Work) => Promise<T>, concurrency?: Concurrency): Promise<T>;
  /** Runs `work` on a snapshot. */
  read<T>(work: (work: Work) => Promise<T>): Promise<T>;
}

/** The parts of a help center that the import and the sample need. */
export interface ModelCenter extends Transactions {
  readonly context: ModelContext;
}
