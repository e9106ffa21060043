import { expect, test } from 'vitest';
import { decideReply, type Occasion } from '../../../../src/center/mail/automatic/decide-reply.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A customer's verified mail that opens a conversation, and an inbox that replies. */
const GOOD: Occasion = {
  now: NOW,
  inbox: { kind: 'normal', sendsReply: true, address: 'help@shop.example' },
  mail: {
    isLive: true,
    receivedAt: NOW - MINUTE_MS,
    by: 'customer',
    isVerified: true,
    isFirst: true,
    isAutomatic: false,
    isBounce: false,
    isOfOurs: false,
  },
  to: 'zoe@customer.example',
  lastReplyAt: null,
  repliesLastMinute: 0,
};

type Change = Omit<Partial<Occasion>, 'inbox' | 'mail'> & {
  readonly inbox?: Partial<Occasion['inbox']>;
  readonly mail?: Partial<Occasion['mail']>;
};

function decided({ inbox, mail, ...more }: Change) {
  return decideReply({ ...GOOD, ...more, inbox: { ...GOOD.inbox, ...inbox }, mail: { ...GOOD.mail, ...mail } });
}

const REPLIES: readonly [what: string, change: Change][] = [
  ['a customer’s verified mail that opens a conversation', {}],
  ['the default inbox', { inbox: { kind: 'default' } }],
  ['mail of almost a day ago', { mail: { receivedAt: NOW - DAY_MS } }],
  ['mail of the future, because a clock was set back', { mail: { receivedAt: NOW + DAY_MS } }],
  ['an address that had a reply a day ago', { lastReplyAt: NOW - DAY_MS }],
  ['the last one of a minute', { repliesLastMinute: 29 }],
  ['an address that only begins like a machine’s', { to: 'rooted@customer.example' }],
];

test.for(REPLIES)('an automatic reply is sent to %s', ([, change]) => {
  expect(decided(change)).toEqual({ replies: true });
});

const SILENCE: readonly [reason: string, change: Change, isLogged?: true][] = [
  ['the inbox sends no automatic reply', { inbox: { sendsReply: false } }],
  ['the inbox is the one for spam', { inbox: { kind: 'spam' } }],
  ['the inbox has no address to send from', { inbox: { address: null } }],
  ['the mail comes from an archive', { mail: { isLive: false } }],
  ['the mail reports on another one', { mail: { isBounce: true } }],
  ['no customer wrote the mail', { mail: { by: 'agent' } }],
  ['no customer wrote the mail', { mail: { by: 'us' } }],
  ['no customer wrote the mail', { mail: { by: 'nobody' } }],
  ['a machine wrote the mail', { mail: { isAutomatic: true } }],
  ['its author is not verified', { mail: { isVerified: false } }],
  ['the mail continues a conversation', { mail: { isFirst: false } }],
  ['the mail comes from our own domain', { mail: { isOfOurs: true } }],
  ['the mail is older than a day', { mail: { receivedAt: NOW - DAY_MS - 1 } }],
  ['mail to this address is not read', { to: null }],
  ['mail to this address is not read', { to: 'no-reply@customer.example' }],
  ['mail to this address is not read', { to: 'NoReply@customer.example' }],
  ['mail to this address is not read', { to: 'do_not_reply@customer.example' }],
  ['mail to this address is not read', { to: 'MAILER-DAEMON@customer.example' }],
  ['mail to this address is not read', { to: 'bounce+7@customer.example' }],
  ['this address had an automatic reply within a day', { lastReplyAt: NOW - DAY_MS + 1 }, true],
  ['this address had an automatic reply within a day', { lastReplyAt: NOW + DAY_MS }, true],
  ['the inbox has sent 30 automatic replies within a minute', { repliesLastMinute: 30 }, true],
];

test.for(SILENCE)('no automatic reply is sent, and the reason is known: %s (case %#)', ([reason, change, isLogged]) => {
  expect(decided(change)).toEqual({ replies: false, reason, isLogged: isLogged ?? false });
});

/** Mails that come one after the other, each `everyMs` later; returns how many got a reply. */
function repliesTo(senders: readonly string[], everyMs: number): number {
  const sent: { at: number; to: string }[] = [];
  for (const [index, to] of senders.entries()) {
    const now = NOW + index * everyMs;
    const last = sent.findLast(one => one.to === to)?.at ?? null;
    const repliesLastMinute = sent.filter(({ at }) => at > now - MINUTE_MS).length;
    if (decided({ now, to, lastReplyAt: last, repliesLastMinute, mail: { receivedAt: now } }).replies)
      sent.push({ at: now, to });
  }
  return sent.length;
}

test('a program that answers each reply with a new mail gets one a day, and a flood of senders 30 a minute', () => {
  const one = Array.from({ length: 1_000 }, () => 'zoe@customer.example');
  expect(repliesTo(one, 1_000)).toBe(1);
  expect(repliesTo(one, 5 * MINUTE_MS)).toBe(4);
  expect(
    repliesTo(
      Array.from({ length: 1_000 }, (_, at) => `k${at}@customer.example`),
      100,
    ),
  ).toBe(60);
});
