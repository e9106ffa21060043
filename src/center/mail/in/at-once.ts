import { hasIncoming } from '../../model/incoming.ts';
import type { Work } from '../../model/work.ts';
import { type Rest, waitForWork } from '../rest.ts';
import type { MailCenter } from './mail-center.ts';
import { openLive, type ReadLive } from './read-live.ts';
import type { Spooled } from './spool.ts';
import { mustWait, storeTogether } from './understand.ts';

/** A mail that is there as a whole. */
export interface Arrived {
  readonly spooled: Spooled;
  /** JSON: how it arrived. */
  readonly facts: string;
  /** Absent if it was not begun to be read. */
  readonly read?: Promise<ReadLive> | undefined;
}

/** Makes messages of small mails in the transaction by which they are accepted, which waits for the disk only once. */
export interface AtOnce {
  /** Begins to read a mail, while others arrive or are stored; undefined if it has to wait. */
  begin(arrived: Arrived): Promise<ReadLive> | undefined;
  /**
   * Makes messages of mails. False if they have to be accepted first, and nothing was stored: older mail waits, one is
   * large, DNS does not answer, or they cannot be read in time, or not be stored together.
   */
  store(mails: readonly Arrived[]): Promise<boolean>;
}

/** How many mails may be begun: they are in memory together. */
const READ_AT_ONCE = 20;

/**
 * How long a batch waits until its mails are read, in milliseconds: a hundred times what a usual mail takes, and little
 * for a sender that waits, as those do whose mails came together with one that takes longer.
 */
const WAIT_MS = 1_000;

async function refuseIfOthersWait({ db }: Work): Promise<void> {
  if (await hasIncoming(db)) throw new Error('Older mail waits to be understood.');
}

/** `isUpToDate`: whether this process understands the mails, and none waits for it. */
export function createAtOnce(center: MailCenter, rest: Rest, isUpToDate: () => boolean): AtOnce {
  let reading = 0;

  const readNow = async ({ spooled, facts }: Arrived): Promise<ReadLive> => {
    reading += 1;
    try {
      const waiting = { hash: spooled.hash, raw: await spooled.packed(), facts, receivedAt: center.context.now() };
      const check = await openLive(center, waiting);
      return await waitForWork(rest, WAIT_MS, check);
    } finally {
      reading -= 1;
    }
  };

  const inTime = async (mails: readonly Arrived[]): Promise<readonly ReadLive[] | undefined> => {
    const all = Promise.all(mails.map(mail => mail.read ?? readNow(mail)));
    return (await waitForWork(rest, WAIT_MS, over => Promise.race([all, over()]))) ?? undefined;
  };

  return {
    begin: arrived => {
      if (arrived.spooled.isLarge || reading >= READ_AT_ONCE || !isUpToDate()) return undefined;
      const begun = readNow(arrived);
      // If it fails before `store` waits for it, that is not a crash: `store` meets the failure then.
      begun.catch(() => undefined);
      return begun;
    },
    store: async mails => {
      if (mails.some(({ spooled }) => spooled.isLarge) || !isUpToDate()) return false;
      try {
        const read = await inTime(mails);
        if (!read || read.some(each => mustWait(center, each))) return false;
        await storeTogether(center, read, refuseIfOthersWait);
        return true;
      } catch {
        // Their bytes can perhaps be stored. If not, the sender hears why.
        return false;
      }
    },
  };
}
