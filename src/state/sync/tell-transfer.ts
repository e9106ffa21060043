import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import type { Notice } from '../world.ts';

/** If a file is there sooner, nothing says that it is awaited. */
const TOLD_AFTER_MS = 300;
/** How often the progress is said, in milliseconds: over a slow link each time costs bytes that others wait for. */
const TOLD_EVERY_MS = { fast: 1_000, slow: 5_000 } as const;

/** A file on its way. */
interface Transfer {
  readonly name: SafeText;
  /** In bytes; null if it is not known. */
  readonly size: number | null;
}

/** Says how far files are, one after the other. */
export interface Teller {
  /** The next file begins; the result takes how many bytes of it are there. */
  begin(file: Transfer): (bytes: number) => void;
  end(): void;
  /** All are over: the notice that gave way is back. */
  close(): void;
}

/**
 * Says how far the present file is, unless the notice says something of the agent's own deeds. `doing`: `Saving`;
 * `foot` follows it, such as the way to stop. `former`: the notice of the deed that the files belong to gives way.
 */
export function createTeller(desk: Desk, doing: SafeText, foot: SafeText, former: Notice | null = null): Teller {
  let own: Notice | null = null;
  let toldAt = 0;
  let cancel = (): void => {};
  const say = (text: SafeText, short: SafeText): void => {
    const { notice } = desk.world();
    if (notice !== null && notice !== own && notice !== former) return;
    own = { tone: 'done', text, short };
    toldAt = desk.elapsed();
    desk.notify(own);
  };
  return {
    begin: ({ name, size }) => {
      const what = saidFileName(name);
      toldAt = desk.elapsed();
      cancel = desk.setTimer(() => say(t`${doing} ${what}`, doing), TOLD_AFTER_MS);
      return bytes => {
        if (desk.elapsed() - toldAt < TOLD_EVERY_MS[desk.world().link]) return;
        const isSizeTrue = size !== null && size >= bytes;
        const far = isSizeTrue ? t`${byteSize(bytes)} of ${byteSize(size)}` : byteSize(bytes);
        const part = isSizeTrue ? t`${Math.floor((100 * bytes) / size)} %` : byteSize(bytes);
        say(t`${doing} ${what}  ${far}${foot}`, t`${doing} ${part}${foot}`);
      };
    },
    end: () => cancel(),
    close: () => {
      if (own !== null && desk.world().notice === own) desk.set({ notice: former });
    },
  };
}
