import type { Passwords } from '../auth/password.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import type { ObservedStore } from '../database/observed.ts';
import type { ModelContext } from '../model/context.ts';
import type { JobRunner } from '../model/jobs/job.ts';
import type { Troubles } from '../model/jobs/troubles.ts';
import type { PresenceHub } from '../model/presence.ts';
import type { Readiness } from '../model/readiness.ts';

/** The dependencies of handlers; `createCenter` puts them together. */
export interface CenterContext extends ModelContext {
  readonly store: ObservedStore;
  readonly passwords: Passwords;
  readonly signIns: SignIns;
  readonly jobs: JobRunner;
  /** Failures of this process that are in no table. */
  readonly troubles: Troubles;
  readonly presence: PresenceHub;
  readonly readiness: Readiness;
  /** Milliseconds on a monotonic clock: for every limit over time. */
  readonly elapsed: () => number;
  /** Receives one line per request, without bodies, tokens and addresses, and its parts. */
  readonly log: (line: string, parts?: object) => void;
  /** The OpenAPI document as JSON, made at the first request for it. */
  readonly document: () => Promise<string>;
  /** Signs cursors. */
  readonly secret: string;
}
