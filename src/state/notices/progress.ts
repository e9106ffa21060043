import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Desk } from '../desk.ts';
import type { Notice } from '../world.ts';

/** How often the progress is said, in milliseconds: over a slow link each time costs bytes that others wait for. */
const SAID_EVERY_MS = { fast: 1_000, slow: 5_000 } as const;

/** A notice that says how far something is. */
export interface ProgressNotice {
  /** Says it, unless the notice says something of the agent's own deeds. */
  say(text: SafeText, short: SafeText): void;
  /** Whether the last time is long enough ago. */
  isDue(): boolean;
  /** Counts the time from now on, as if it had just been said. */
  begin(): void;
  /** It is over: the notice that gave way is back. */
  close(): void;
}

/** Makes it; nothing is said yet. `former`: the notice of the deed that it belongs to gives way. */
export function createProgressNotice(desk: Desk, former: Notice | null = null): ProgressNotice {
  let own: Notice | null = null;
  let saidAt = Number.NEGATIVE_INFINITY;
  const begin = (): void => {
    saidAt = desk.elapsed();
  };
  return {
    say: (text, short) => {
      const { notice } = desk.world();
      if (notice !== null && notice !== own && notice !== former) return;
      own = { tone: 'done', text, short };
      begin();
      desk.notify(own);
    },
    isDue: () => desk.elapsed() - saidAt >= SAID_EVERY_MS[desk.world().link],
    begin,
    close: () => {
      if (own !== null && desk.world().notice === own) desk.set({ notice: former });
    },
  };
}

/** If a file is there sooner, nothing says that it is awaited. */
const TOLD_AFTER_MS = 300;

/** A file on its way. */
interface Transfer {
  readonly name: SafeText;
  /** In bytes; null if it is not known. */
  readonly size: number | null;
}

/** Says how far files are, one after the other. */
export interface TransferNotice {
  /** The next file begins; the result takes how many bytes of it are there. */
  begin(file: Transfer): (bytes: number) => void;
  end(): void;
  /** All are over: the notice that gave way is back. */
  close(): void;
}

/**
 * Says how far the present file is. `doing`: `Saving`; `foot` follows it, such as the way to stop. `former`: the notice of
 * the deed that the files belong to gives way.
 */
export function createTransferNotice(
  desk: Desk,
  doing: SafeText,
  foot: SafeText,
  former: Notice | null = null,
): TransferNotice {
  const progress = createProgressNotice(desk, former);
  let cancel = (): void => {};
  return {
    begin: ({ name, size }) => {
      const what = saidFileName(name);
      progress.begin();
      cancel = desk.setTimer(() => progress.say(t`${doing} ${what}`, doing), TOLD_AFTER_MS);
      return bytes => {
        if (!progress.isDue()) return;
        const isSizeTrue = size !== null && size >= bytes;
        const far = isSizeTrue ? t`${byteSize(bytes)} of ${byteSize(size)}` : byteSize(bytes);
        const part = isSizeTrue ? t`${Math.floor((100 * bytes) / size)} %` : byteSize(bytes);
        progress.say(t`${doing} ${what}  ${far}${foot}`, t`${doing} ${part}${foot}`);
      };
    },
    end: () => cancel(),
    close: progress.close,
  };
}
