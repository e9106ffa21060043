import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { KeyNames } from './overlay.ts';

/** The help center cannot be used at present, and why. Times are milliseconds since 1970. */
export interface Offline {
  /** When the help center last gave a sign of life; if it never did, when the desk started. */
  readonly since: number;
  /** `portal`: a stranger answers in its place. `signedOut`: it answers, but no longer takes the token. */
  readonly why: 'unreachable' | 'portal' | 'signedOut';
  /** Signed out for good: the help center says that the agent is disabled. */
  readonly isDisabled?: true;
  /** The reason, as a sentence. */
  readonly text: SafeText;
  /** When the desk asks again. Never drawn as it changes: each change would cost the link some bytes. */
  readonly nextTryAt: number;
}

/** Why the help center cannot be asked for anything now, as a sentence; undefined if it can, as far as is known. */
export function whyNotAsked({
  offline,
  keyNames,
}: {
  readonly offline: Offline | null;
  readonly keyNames: KeyNames;
}): SafeText | undefined {
  if (offline === null) return undefined;
  const { why, since } = offline;
  if (why === 'signedOut')
    return t`This needs the help center, which no longer takes this token · ${keyNames['sign-in']} signs in`;
  if (why === 'portal') return t`This needs the help center, and a sign-in page answers in its place.`;
  return t`Offline since ${clock(since, since, since)}: this needs the help center.`;
}
