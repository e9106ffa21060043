/** A read that takes longer, its wait for others included, is not quick. */
const QUICK_MS = 400;
/** After a slow read so many quick ones in a row make the link quick again. */
const ENOUGH = 4;

/** How quickly the help center has answered of late. */
export interface Pace {
  /** Notes how long a read took, in milliseconds. */
  took(ms: number): void;
  /** Whether much can be asked for at once; false before the first answer. */
  isQuick(): boolean;
}

/** Notes how long each read takes, whatever it was: the delay of a link counts as much as its rate. */
export function createPace(): Pace {
  // At the start one quick read is enough.
  let quickInRow = ENOUGH - 1;
  return {
    took: ms => {
      quickInRow = ms <= QUICK_MS ? quickInRow + 1 : 0;
    },
    isQuick: () => quickInRow >= ENOUGH,
  };
}
