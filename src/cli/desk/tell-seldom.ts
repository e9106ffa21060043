import type { SetTimer } from '../../state/detail/slices.ts';
import { counted } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import type { TellMail } from './mail-in-thread.ts';

/** Strangers can cause such lines: each would take a notice's place and cost the link a line. */
const EVERY_MS = 60_000;

/** Tells the first line at once; of those that follow within a minute the last one, with the number of the others. */
export function tellSeldom(tell: TellMail, setTimer: SetTimer): TellMail {
  let isResting = false;
  let last: Parameters<TellMail> | undefined;
  let others = 0;
  const rest = (): void => {
    isResting = true;
    setTimer(() => {
      isResting = false;
      if (last === undefined) return;
      const [line, isNews] = last;
      tell(others === 0 ? line : t`${line} · and ${counted(others, t`more line`)} about mail`, isNews);
      last = undefined;
      others = 0;
      rest();
    }, EVERY_MS);
  };
  return (line, isNews) => {
    if (isResting) {
      if (last !== undefined) others += 1;
      last = [line, isNews];
      return;
    }
    tell(line, isNews);
    rest();
  };
}
