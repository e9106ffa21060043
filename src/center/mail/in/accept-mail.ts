import { setImmediate as turn } from 'node:timers/promises';
import { type IncomingMail, keepIncoming } from '../../model/incoming.ts';
import { NO_CONVERSATION } from '../../model/work.ts';
import type { Rest } from '../rest.ts';
import { type Arrived, createAtOnce } from './at-once.ts';
import type { MailFacts } from './facts.ts';
import { freeBuffers } from './free-buffers.ts';
import type { Holding } from './hold.ts';
import type { MailCenter } from './mail-center.ts';
import { createSerial, type Serial } from './serial.ts';
import { type Spooled, spool } from './spool.ts';
import { type Understanding, understandAlways } from './understand.ts';

/** A mail whose bytes are arriving. */
export interface ArrivingMail {
  readonly source: AsyncIterable<Buffer>;
  readonly facts: MailFacts;
}

/** Where mail comes in, from mailboxes and by LMTP. */
export interface Door {
  /**
   * Resolves when the mail is committed, as a message or as its bytes: from then on its sender may forget it. Rejects if
   * its bytes end with an error, or if the database or its disk cannot be written: then the sender must keep it.
   */
  accept(source: AsyncIterable<Buffer>, facts: MailFacts): Promise<void>;
  /** The same for several mails, which are understood in this order. Rejects if one of them could not be accepted. */
  acceptAll(mails: readonly ArrivingMail[]): Promise<void>;
  /** Resolves when nothing that was accepted is being understood any more; the rest waits for the next start. */
  close(): Promise<void>;
}

/** The most of one transaction. */
const BATCH_MAILS = 20;

type Accepting = PromiseWithResolvers<void> & Arrived;

/** How long a commit waits for mails that are arriving, in milliseconds: about as long as for the disk. */
const GATHER_MS = 5;

/**
 * Commits mails that arrive together in one transaction, because each one waits for the disk: as messages if that can
 * be done at once, otherwise as bytes that are understood later.
 */
function createCommits(center: MailCenter, alone: Serial, rest: Rest, understanding: Understanding) {
  const atOnce = createAtOnce(center, rest, understanding.isUpToDate);
  const waiting: Accepting[] = [];
  let isCommitting = false;
  let arriving = 0;
  /** The size of the last batch: the next one is probably as large. */
  let last = 0;
  let whole = new AbortController();

  const areAllHere = (): boolean => arriving === 0 && waiting.length >= last;

  /** Counts a mail as arriving until the returned function is called. */
  const expect = (): (() => void) => {
    arriving += 1;
    return () => {
      arriving -= 1;
      if (areAllHere()) whole.abort();
    };
  };

  const gather = async (): Promise<void> => {
    // A commit holds up this whole process: let the mails that arrived meanwhile be heard of.
    await turn();
    if (areAllHere() || waiting.length >= BATCH_MAILS) return;
    whole = new AbortController();
    // Aborted, because all are here.
    await rest(GATHER_MS, whole.signal);
  };

  const commit = async (some: readonly Accepting[]): Promise<void> => {
    const mails: IncomingMail[] = [];
    try {
      for (const { spooled, facts } of some)
        mails.push({ hash: spooled.hash, size: spooled.size, raw: await spooled.packed(), facts });
      const isUnderstood = await atOnce.store(some);
      if (!isUnderstood) await center.write(work => keepIncoming(work, mails), NO_CONVERSATION);
      for (const each of some) each.resolve();
      if (!isUnderstood) understanding.wake();
    } catch (error) {
      for (const each of some) each.reject(error);
    } finally {
      await freeBuffers(
        center,
        mails.map(({ raw }) => raw),
      );
    }
  };

  /** Large mails are read from the disk: one at a time. */
  const next = (): Accepting[] => {
    const large = waiting.findIndex(({ spooled }) => spooled.isLarge);
    return waiting.splice(0, large === -1 ? BATCH_MAILS : Math.min(BATCH_MAILS, Math.max(1, large)));
  };

  const commitAll = async (): Promise<void> => {
    isCommitting = true;
    while (waiting.length > 0) {
      await gather();
      const some = next();
      last = some.length;
      if (some[0]?.spooled.isLarge) await alone(() => commit(some));
      else await commit(some);
    }
    isCommitting = false;
  };

  const commitSoon = (spooled: Spooled, facts: MailFacts): Promise<void> => {
    const arrived = { spooled, facts: JSON.stringify(facts) };
    const mail = { ...Promise.withResolvers<void>(), ...arrived, read: atOnce.begin(arrived) };
    waiting.push(mail);
    if (areAllHere()) whole.abort();
    if (!isCommitting) void commitAll();
    return mail.promise;
  };

  return { expect, commitSoon };
}

/** Opens the door: mail can come in, and accepted mail is understood, also that of an earlier process. */
export function openDoor(center: MailCenter, holding: Omit<Holding, 'center'>): Door {
  const alone = createSerial();
  const understanding = understandAlways(center, { ...holding, center }, alone);
  const { expect, commitSoon } = createCommits(center, alone, holding.rest, understanding);
  const acceptAll: Door['acceptAll'] = async mails => {
    const arrived = expect();
    const spooled: Spooled[] = [];
    try {
      try {
        for (const { source } of mails) spooled.push(await spool(source));
      } finally {
        arrived();
      }
      await Promise.all(spooled.map((each, at) => commitSoon(each, mails[at]!.facts)));
    } finally {
      // A file that cannot be deleted now is deleted by a later start.
      await Promise.allSettled(spooled.map(each => each.discard()));
    }
  };
  return {
    accept: (source, facts) => acceptAll([{ source, facts }]),
    acceptAll,
    close: understanding.close,
  };
}
