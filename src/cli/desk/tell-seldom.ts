import type { SetTimer } from '../../state/detail/slices.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Strangers can cause such lines: each would take a notice's place and cost the link a line. */
const EVERY_MS = 60_000;

/** Tells the first line at once; of those that follow within a minute the last one, with the number of the others. */
export function tellSeldom(tell: (line: SafeText) => void, setTimer: SetTimer): (line: SafeText) => void {
  let isResting = false;
  let last: SafeText | undefined;
  let others = 0;
  const rest = (): void => {
    isResting = true;
    setTimer(() => {
      isResting = false;
      if (last === undefined) return;
      tell(others === 0 ? last : t`${last} · and ${grouped(others)} more lines about mail`);
      last = undefined;
      others = 0;
      rest();
    }, EVERY_MS);
  };
  return line => {
    if (isResting) {
      if (last !== undefined) others += 1;
      last = line;
      return;
    }
    tell(line);
    rest();
  };
}
