import type { SafeText } from '../text/safe.ts';

/** A mailbox that mail is fetched from. */
export interface MailboxState {
  readonly name: SafeText;
  /** When it was last looked at, in milliseconds since 1970; null if never. */
  readonly lookedAt: number | null;
  /** Why it cannot be read now; empty if it can. */
  readonly trouble: SafeText;
  /** Since when; null if it can. */
  readonly since: number | null;
  /** The mails that stay in it because they cannot be fetched, a line each. */
  readonly stuck: readonly SafeText[];
}

/** The letters of an embedded help center that are not sent. */
export interface QueueState {
  readonly waiting: number;
  readonly failed: number;
  /** When the next one is tried; null if none waits. */
  readonly nextAt: number | null;
  /** The relay's last answer about a mail that waits. Empty if it has not answered. */
  readonly lastWord: SafeText;
}

/** How mail is set up on this machine for an embedded help center, and how it goes. */
export interface MailState {
  /** The settings file, in which mail is set up. */
  readonly settings: SafeText;
  /** The settings' mail is for another help center: why nothing of it happens here. */
  readonly elsewhere: SafeText | null;
  readonly mailboxes: readonly MailboxState[];
  /** Where mail is taken by LMTP. */
  readonly lmtp: SafeText | null;
  /** Its name in `Authentication-Results`, which makes senders verified. */
  readonly server: SafeText | null;
  /** How many of the newest mails have more fields in its name than it writes: it does not remove forged ones. */
  readonly forgeable: number;
  readonly relay: SafeText | null;
  /** Why the relay takes no mail now; empty if it does. */
  readonly relayTrouble: SafeText;
  /** The address for customers' browsers. */
  readonly publicUrl: SafeText | null;
  readonly queue: QueueState;
}
