import type { Files } from '../database/files.ts';
import type { Store } from '../database/store.ts';
import type { CenterSettings } from './settings.ts';
import type { Work } from './work.ts';

/** What the rules of the service work with. */
export interface ModelParts {
  readonly store: Store;
  readonly settings: CenterSettings;
  readonly files: Files;
  /** Where it keeps its own data: real paths of files and folders. */
  readonly ownPaths: ReadonlySet<string>;
  /** Hears that something was committed. */
  readonly hub: { wake(): void };
  readonly now: () => number;
}

/** What runs work in transactions. */
export interface Transactions {
  /** Runs `work` in one transaction, and tells the listeners of it by one event. */
  write<T>(work: (work: Work) => Promise<T>): Promise<T>;
  /** Runs `work` on a snapshot. */
  read<T>(work: (work: Work) => Promise<T>): Promise<T>;
}

/** What the import and the sample need of a help center. */
export interface ModelCenter extends Transactions {
  readonly parts: ModelParts;
}

/** Clears away what uploads left behind. */
export interface Sweep {
  /** To be called after an upload: it is looked at again when it is a day old. */
  uploaded(): void;
  /** Deletes all that is due now. */
  run(): Promise<void>;
  close(): void;
}

/** Fills in an old database what this program keeps beside its rows. A later start goes on where one ended. */
export interface Filling {
  /** Fills in all that is left. */
  run(): Promise<void>;
  /** Resolves when the step under way has ended; there is no other after it. */
  close(): Promise<void>;
}
