import type { SafeText } from '../text/safe.ts';

/** The help center cannot be used at present, and why. Times are milliseconds since 1970. */
export interface Offline {
  /** When the help center last gave a sign of life; if it never did, when the desk started. */
  readonly since: number;
  /** `portal`: somebody else answers in its place. `signedOut`: it answers, but no longer takes the token. */
  readonly why: 'unreachable' | 'portal' | 'signedOut';
  /** The reason, as a sentence. */
  readonly text: SafeText;
  /** When the desk asks again. Never drawn as it changes: each change would cost the link some bytes. */
  readonly nextTryAt: number;
}
