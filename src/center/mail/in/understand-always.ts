import { nextIncoming } from '../../model/incoming.ts';
import { type Holding, holdAlone } from './hold.ts';
import type { MailCenter } from './mail-center.ts';
import type { Serial } from './serial.ts';
import { understandAll } from './understand.ts';

/** The lease of the one process that understands the accepted mails. */
const LEASE = 'incoming mail';

/** How often it looks for mails that other processes have accepted, in milliseconds. */
const LOOK_MS = 1_000;

/** The pause after a failure, in milliseconds. */
const RETRY_MS = 5_000;

/** Understanding that goes on until it is closed. */
export interface Understanding {
  /** Says that a mail was accepted. */
  wake(): void;
  /** Resolves when the mails in progress are stored; no others follow. */
  close(): Promise<void>;
}

/** Understands mails in the order in which they were accepted, in one process of all. */
export function understandAlways(center: MailCenter, holding: Holding, alone: Serial): Understanding {
  const stop = new AbortController();
  let bell = new AbortController();
  let hasFailed = false;

  const wake = (): void => bell.abort();

  const understandSome = async (): Promise<number> => {
    try {
      const count = await alone(async () => {
        const waiting = await center.read(({ db }) => nextIncoming(db));
        await understandAll(center, waiting);
        return waiting.length;
      });
      hasFailed = false;
      return count;
    } catch (error) {
      if (!hasFailed) center.log(`Accepted mail waits: ${(error as Error).message}`);
      hasFailed = true;
      return 0;
    }
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    signal.addEventListener('abort', wake);
    while (!signal.aborted) {
      // It may ring while mails are understood.
      bell = new AbortController();
      if ((await understandSome()) > 0 || signal.aborted) continue;
      await holding.rest(hasFailed ? RETRY_MS : LOOK_MS, hasFailed ? signal : bell.signal);
    }
  };

  const done = holdAlone(holding, LEASE, work, stop.signal);
  return {
    wake,
    close: () => {
      stop.abort();
      return done;
    },
  };
}
