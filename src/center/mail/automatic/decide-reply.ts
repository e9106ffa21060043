import { isUnreadAddress } from './addressee.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The most automatic replies of an inbox in a minute. */
const MAX_A_MINUTE = 30;

/**
 * The facts that decide whether a customer's mail gets the automatic reply of its inbox. Times are milliseconds since
 * 1970.
 */
export interface Occasion {
  readonly now: number;
  readonly inbox: {
    readonly kind: 'default' | 'spam' | 'normal';
    readonly sendsReply: boolean;
    /** The address that the reply is sent from; null if the inbox has none. */
    readonly address: string | null;
  };
  readonly mail: {
    /** It came from a mailbox or by LMTP, not from an archive. */
    readonly isLive: boolean;
    readonly receivedAt: number;
    readonly by: 'customer' | 'agent' | 'us' | 'nobody';
    /** The site's own mail server vouches for its author. */
    readonly isVerified: boolean;
    /** It opened its conversation. */
    readonly isFirst: boolean;
    readonly isAutomatic: boolean;
    /** It reports on another mail. */
    readonly isBounce: boolean;
    /** It comes from the organisation's own domain. */
    readonly isOfOurs: boolean;
  };
  /** The address of the customer; null if it is unknown. */
  readonly to: string | null;
  /** When this address last got an automatic reply from here, from any inbox; null if never. */
  readonly lastReplyAt: number | null;
  /** The automatic replies of this inbox in the last minute. */
  readonly repliesLastMinute: number;
}

/** Whether to reply; if not, the reason, and whether the operator should know of it. */
export type ReplyDecision =
  | { readonly replies: true }
  | { readonly replies: false; readonly reason: string; readonly isLogged: boolean };

type Against = readonly [reason: string, holds: (occasion: Occasion) => boolean, isLogged?: true];

/** Each is enough to send nothing; the first that holds is the reason. */
const AGAINST: readonly Against[] = [
  ['the inbox sends no automatic reply', ({ inbox }) => !inbox.sendsReply],
  ['the inbox is the one for spam', ({ inbox }) => inbox.kind === 'spam'],
  ['the inbox has no address to send from', ({ inbox }) => inbox.address === null],
  ['the mail comes from an archive', ({ mail }) => !mail.isLive],
  ['the mail reports on another one', ({ mail }) => mail.isBounce],
  ['no customer wrote the mail', ({ mail }) => mail.by !== 'customer'],
  ['a machine wrote the mail', ({ mail }) => mail.isAutomatic],
  ['its author is not verified', ({ mail }) => !mail.isVerified],
  ['the mail continues a conversation', ({ mail }) => !mail.isFirst],
  ['the mail comes from our own domain', ({ mail }) => mail.isOfOurs],
  ['the mail is older than a day', ({ mail, now }) => now - mail.receivedAt > DAY_MS],
  ['mail to this address is not read', ({ to }) => to === null || isUnreadAddress(to)],
  // A clock that was set back proves no day.
  [
    'this address had an automatic reply within a day',
    ({ lastReplyAt, now }) => lastReplyAt !== null && now - lastReplyAt < DAY_MS,
    true,
  ],
  [
    `the inbox has sent ${MAX_A_MINUTE} automatic replies within a minute`,
    ({ repliesLastMinute }) => repliesLastMinute >= MAX_A_MINUTE,
    true,
  ],
];

/** Decides whether a mail that has just been stored gets an automatic reply. */
export function decideReply(occasion: Occasion): ReplyDecision {
  const against = AGAINST.find(([, holds]) => holds(occasion));
  return against ? { replies: false, reason: against[0], isLogged: against[2] === true } : { replies: true };
}
