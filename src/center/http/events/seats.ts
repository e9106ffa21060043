import { Problem } from '../../model/problem.ts';
import type { CenterSettings } from '../../model/settings.ts';

/**
 * The `Retry-After` for a caller without a seat, in seconds: other streams end when their reader leaves or is too slow.
 */
const WAIT_SECONDS = 10;

interface StreamSeats {
  /** Takes a seat for a stream and returns a function that frees it. Throws `rate_limited` if all are taken. */
  take(token: string): () => void;
}

function full(what: string): Problem {
  return new Problem('rate_limited', `${what} Try again in ${WAIT_SECONDS} s.`, undefined, WAIT_SECONDS);
}

/** Makes the seats of one server, with a limit for each token and one for all. */
export function createStreamSeats({
  streamsPerToken,
  streams,
}: Pick<CenterSettings, 'streamsPerToken' | 'streams'>): StreamSeats {
  const taken = new Map<string, number>();
  let all = 0;
  const count = (token: string, by: 1 | -1): void => {
    const sum = (taken.get(token) ?? 0) + by;
    if (sum === 0) taken.delete(token);
    else taken.set(token, sum);
    all += by;
  };
  return {
    take: token => {
      if ((taken.get(token) ?? 0) >= streamsPerToken)
        throw full(`This token has ${streamsPerToken} event streams open, and may have no more. Close one.`);
      if (all >= streams) throw full('The help center has as many event streams open as it can serve.');
      count(token, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(token, -1);
        isTaken = false;
      };
    },
  };
}
