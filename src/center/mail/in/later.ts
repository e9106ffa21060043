import type { WaitingMail } from '../../model/incoming.ts';

/** The mails that wait for DNS: they are passed over until they are tried again. */
export interface DeferredMails {
  /** The hashes of those whose time has not come. */
  hashes(): string[];
  /** Whether the place for waiting mails is full. */
  isFull(): boolean;
  /** Keeps them, after a try, for the next one. */
  keep(mails: readonly WaitingMail[]): void;
}

const MAX_WAITING = 1_000;
/** Between two tries, in milliseconds: a query has ended by then. A mail that has waited for longer is tried less often. */
const SHORTEST_MS = 5_000;
const LONGEST_MS = 60_000;

export function createLater(now: () => number): DeferredMails {
  const due = new Map<string, number>();
  const hashes = (): string[] => {
    for (const [hash, at] of due) if (at <= now()) due.delete(hash);
    return [...due.keys()];
  };
  return {
    hashes,
    isFull: () => due.size >= MAX_WAITING,
    keep: mails => {
      for (const { hash, receivedAt } of mails) {
        const pauseMs = Math.min(Math.max((now() - receivedAt) / 2, SHORTEST_MS), LONGEST_MS);
        due.set(hash, now() + pauseMs);
      }
    },
  };
}
