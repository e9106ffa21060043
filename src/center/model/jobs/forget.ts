import type { ModelContext } from '../context.ts';
import { sweepTagSets } from '../conversation/tag-set.ts';
import { forgetSignInAddresses } from '../people/sign-in-address.ts';
import { endExpiredTokens } from '../people/token.ts';
import { daily, type Job } from './job.ts';

/** How long after the start this is done first, in milliseconds: each sign-in does it too. */
const FIRST_AFTER_MS = 24 * 3_600_000;

/** Deletes old sign-in addresses and tokens once a day, even without any sign-in, and unused sets of tags. */
export function forgetJob({ store, now }: ModelContext): Job {
  const forget = () =>
    store.write(async db => {
      await forgetSignInAddresses(db, now());
      await endExpiredTokens(db, now());
      await sweepTagSets(db);
    });
  return daily('forget', now() + FIRST_AFTER_MS, forget, now);
}
