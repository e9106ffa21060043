import * as v from 'valibot';
import { described } from '../../contract/described.ts';
import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The parts that are examined, in their order. */
export const DOCTOR_PARTS = ['versions', 'terminal', 'settings', 'files', 'help center', 'mail'] as const;

/** One thing that was examined, as `--json` prints it. */
export const Finding = described({
  part: [v.picklist(DOCTOR_PARTS), 'The part that it belongs to.'],
  state: [v.picklist(['good', 'note', 'to do']), '`note`: it is neither wrong nor to be done.'],
  message: [v.string(), 'What was found, as a sentence.'],
  remedy: [v.nullable(v.string()), 'What to do, as a sentence; null if there is nothing.'],
});
export interface Finding {
  readonly part: (typeof DOCTOR_PARTS)[number];
  readonly state: 'good' | 'note' | 'to do';
  readonly message: SafeText;
  readonly remedy: SafeText | null;
}

/** Makes the findings of one part. */
export function findingsOf(part: Finding['part']) {
  return {
    good: (message: SafeText): Finding => ({ part, state: 'good', message, remedy: null }),
    note: (message: SafeText): Finding => ({ part, state: 'note', message, remedy: null }),
    todo: (message: SafeText, remedy: SafeText): Finding => ({ part, state: 'to do', message, remedy }),
  };
}

/** The finding that an account of mail refuses the sign-in since a time, in milliseconds. */
export function mailSignedOut(account: SafeText, since: number, now: number): Finding {
  return findingsOf('mail').todo(
    t`${account}: mail signed out since ${clock(since, now, now)}. What waits goes when it signs in again.`,
    t`Give it a password or token that the server takes; frontdesk mail check tries it.`,
  );
}
