import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import type { Notice } from '../world.ts';
import { createProgressNotice } from './progress-notice.ts';

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
