import type { Files } from '../database/files.ts';
import { NewerSchema, requireKnownSchema } from '../database/migrations/known-schema.ts';
import type { ObservedStore } from '../database/observed.ts';
import { within } from './within.ts';

/** How long the database and the files may take to answer, in milliseconds: proxies wait for two seconds and more. */
const ANSWERS_WITHIN_MS = 1_500;
/**
 * A write within this time, in milliseconds, says the same as an answer. If all connections are busy, no answer comes in
 * time: a server that leaves then would only make the others busier.
 */
const WROTE_WITHIN_MS = 5_000;
/** A proxy that looks less often than this is none that a drain could wait for; milliseconds. */
const WATCHED_FOR_MS = 60_000;

/** Whether this server should get requests, for the proxies before several of them. */
export interface Readiness {
  /** The reasons why it should get none now, a sentence each; empty if it should. Never rejects. */
  look(): Promise<readonly string[]>;
  /** Whether anything has looked within the last minute. */
  isWatched(): boolean;
  /** From now on it is not ready: it will end soon. */
  leave(): void;
  readonly isLeaving: boolean;
}

interface ReadinessContext {
  readonly store: ObservedStore;
  readonly files: Files;
  readonly elapsed: () => number;
}

/** Makes it for a server that has started. However many look at once, the database is asked once. */
export function createReadiness({ store, files, elapsed }: ReadinessContext): Readiness {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLeaving = false;
  let looking: Promise<readonly string[]> | undefined;

  const databaseFault = async (): Promise<string | undefined> => {
    if (performance.now() - store.use.wroteAt < WROTE_WITHIN_MS) return undefined;
    try {
      await within(ANSWERS_WITHIN_MS, store.read(requireKnownSchema));
      return undefined;
    } catch (error) {
      return error instanceof NewerSchema ? error.message : 'The database does not answer.';
    }
  };
  const filesFault = async (): Promise<string | undefined> => {
    try {
      await within(ANSWERS_WITHIN_MS, files.reach?.());
      return undefined;
    } catch {
      // The path and the system's words are not for strangers.
      return 'The folder of the attachments cannot be reached.';
    }
  };
  const lookOnce = async (): Promise<readonly string[]> => {
    const faults = await Promise.all([databaseFault(), filesFault()]);
    return faults.filter(fault => fault !== undefined);
  };

  return {
    look: async () => {
      lookedAt = elapsed();
      if (isLeaving) return ['This server is shutting down.'];
      looking ??= lookOnce().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    isWatched: () => elapsed() - lookedAt <= WATCHED_FOR_MS,
    leave: () => {
      isLeaving = true;
    },
    get isLeaving() {
      return isLeaving;
    },
  };
}
