import type { SafeText } from '../text/safe.ts';

/** Who signed in where. */
interface Entry {
  readonly who: SafeText;
  readonly place: SafeText;
  /** The address as it was understood. */
  readonly url: string;
  /** What the next start opens, as a sentence. */
  readonly next: SafeText;
}

/** Why nobody signed in. */
interface Refusal {
  readonly reason: SafeText;
  /** The address and the password do not match. */
  readonly isWrong: boolean;
}

/** The way to a help center elsewhere that this desk is not on. */
export interface Connector {
  /** Why nobody can sign in at this address, as a sentence; undefined if somebody may try. */
  whyNot(address: string): SafeText | undefined;
  /** Signs in there and saves it, so that the next desk opens that help center. The password is kept nowhere. */
  signIn(address: string, email: string, password: string): Promise<Entry | Refusal>;
}
