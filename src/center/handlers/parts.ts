import type { Passwords } from '../auth/password.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import type { Files } from '../database/files.ts';
import type { Store } from '../database/store.ts';
import type { Caller } from '../model/access.ts';
import type { CenterSettings } from '../model/settings.ts';

/** Streams events to the callers that listen. */
export interface EventHub {
  /** Says that something was committed. */
  wake(): void;
  /** A stream for the caller, from after `lastId` where that is given; `hasRows`: with what changed, as it is now. */
  open(caller: Caller, lastId: number | undefined, hasRows: boolean): Promise<Response>;
  close(): void;
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

/** What a center is made of; `createCenter` puts it together. */
export interface CenterParts {
  readonly store: Store;
  readonly settings: CenterSettings;
  readonly hub: EventHub;
  readonly files: Files;
  /** Where it keeps its own data: real paths of files and folders. */
  readonly ownPaths: ReadonlySet<string>;
  readonly passwords: Passwords;
  readonly signIns: SignIns;
  readonly sweep: Sweep;
  readonly filling: Filling;
  readonly now: () => number;
  /** Milliseconds on a clock that is never set back: for whatever is counted over a span of time. */
  readonly elapsed: () => number;
  /** Gets one line a request, without bodies, tokens and addresses. */
  readonly log: (line: string) => void;
  /** Signs cursors. */
  readonly secret: string;
}
