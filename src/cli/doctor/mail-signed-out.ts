import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { type Finding, findingsOf } from './finding.ts';

/** The finding that an account of mail refuses the sign-in since a time, in milliseconds. */
export function mailSignedOut(account: SafeText, since: number, now: number): Finding {
  return findingsOf('mail').todo(
    t`${account}: mail signed out since ${clock(since, now, now)}. What waits goes when it signs in again.`,
    t`Give it a password or token that the server takes; frontdesk mail check tries it.`,
  );
}
