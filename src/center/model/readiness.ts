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
/** A drain does not wait for a proxy that looks less often than this; milliseconds. */
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

/** Makes it for a server that has started. However many look at once, the database is asked once. */
export function createReadiness(store: ObservedStore, files: Files, elapsed: () => number): Readiness {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLeaving = false;
  let looking: Promise<readonly string[]> | undefined;

  const faultOf = (words: string, work: Promise<unknown> | undefined): Promise<readonly string[]> =>
    within(ANSWERS_WITHIN_MS, work).then(
      () => [],
      // Other errors have paths and the system's words, which are not for strangers.
      error => [error instanceof NewerSchema ? error.message : words],
    );
  const lookOnce = async (): Promise<readonly string[]> => {
    const isWriting = performance.now() - store.use.wroteAt < WROTE_WITHIN_MS;
    const faults = await Promise.all([
      faultOf('The database does not answer.', isWriting ? undefined : store.read(requireKnownSchema)),
      faultOf('The folder of the attachments cannot be reached.', files.reach?.()),
    ]);
    return faults.flat();
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
