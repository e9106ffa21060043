import { type Incoming, keepIncoming } from '../../model/incoming.ts';
import type { MailFacts } from './facts.ts';
import type { Holding } from './hold.ts';
import type { MailCenter } from './mail-center.ts';
import { type Spooled, spool } from './spool.ts';
import { understandAlways } from './understand-always.ts';

/** Where mail comes in, from mailboxes and by LMTP. */
export interface Door {
  /**
   * Resolves when the bytes of the mail are committed: from then on its sender may forget it. Rejects if they end with an
   * error, or if the database or its disk cannot be written: then the sender must keep it.
   */
  accept(source: AsyncIterable<Uint8Array>, facts: MailFacts): Promise<void>;
  /** Resolves when nothing that was accepted is being understood any more; the rest waits for the next start. */
  close(): Promise<void>;
}

/** The most of one transaction. */
const BATCH_MAILS = 20;

interface Accepting extends PromiseWithResolvers<void> {
  readonly spooled: Spooled;
  readonly facts: string;
}

/** Commits what arrives together in one transaction, because each one waits for the disk. */
function createCommits(center: MailCenter, onCommit: () => void) {
  const waiting: Accepting[] = [];
  let isCommitting = false;

  const commit = async (some: readonly Accepting[]): Promise<void> => {
    try {
      const mails: Incoming[] = [];
      for (const { spooled, facts } of some) mails.push({ hash: spooled.hash, raw: await spooled.packed(), facts });
      await center.write(work => keepIncoming(work, mails));
      for (const each of some) each.resolve();
      onCommit();
    } catch (error) {
      for (const each of some) each.reject(error);
    }
  };

  /** Large mails are read from the disk: one at a time. */
  const next = (): Accepting[] => {
    const large = waiting.findIndex(({ spooled }) => spooled.isLarge);
    return waiting.splice(0, large === -1 ? BATCH_MAILS : Math.min(BATCH_MAILS, Math.max(1, large)));
  };

  const commitAll = async (): Promise<void> => {
    isCommitting = true;
    while (waiting.length > 0) await commit(next());
    isCommitting = false;
  };

  return (spooled: Spooled, facts: MailFacts): Promise<void> => {
    const mail = { ...Promise.withResolvers<void>(), spooled, facts: JSON.stringify(facts) };
    waiting.push(mail);
    if (!isCommitting) void commitAll();
    return mail.promise;
  };
}

/** Opens the door: mail can come in, and what was accepted is understood, also what an earlier process has left. */
export function openDoor(center: MailCenter, holding: Omit<Holding, 'center'>): Door {
  const understanding = understandAlways(center, { ...holding, center });
  const commit = createCommits(center, understanding.wake);
  return {
    accept: async (source, facts) => {
      const spooled = await spool(source, center.context.files);
      // A file that cannot be deleted now is deleted by a later start.
      await commit(spooled, facts).finally(() => spooled.discard().catch(() => undefined));
    },
    close: understanding.close,
  };
}
