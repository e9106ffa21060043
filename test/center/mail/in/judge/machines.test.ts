import { describe, expect, test } from 'vitest';
import type { JudgeFacts } from '../../../../../src/center/mail/in/judge/judge.ts';
import { createMessageId } from '../../../../../src/center/model/message-id.ts';
import { INBOX, JOINED, judged, KIMS_ID, OUR_ID, PEOPLE, signedBy } from './judged.ts';

const { ana, kim } = PEOPLE;
const DAEMON = 'From: MAILER-DAEMON@mx.example';
const STANDARD = ['Content-Type: multipart/report; report-type=delivery-status; boundary=x', ''];

function status(action: string): string[] {
  const group = ['Final-Recipient: rfc822; kim@customer.example', `Action: ${action}`, 'Status: 5.1.1'];
  return ['--x', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', '', ...group, ''];
}

function enclosed(id: string): string[] {
  return ['--x', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${id}>`, '', '--x--'];
}

function copied(id: string): string[] {
  return ['', 'I could not deliver your mail: 550 no such user.', '', `Message-ID: <${id}>`];
}

const failed = { messageId: 70, hasFailed: true };
const FORGED = OUR_ID.replace(/\.[0-9a-f]/, digit => (digit === '.0' ? '.1' : '.0'));

const REPORTS: readonly [
  what: string,
  lines: readonly string[],
  known: Partial<JudgeFacts>,
  wanted: object | undefined,
][] = [
  ['a report on ours', [DAEMON, ...STANDARD, ...status('failed'), ...enclosed(OUR_ID)], {}, failed],
  [
    'a report on ours that only its head names',
    [DAEMON, `References: <other@x.example> <${OUR_ID}>`, ...STANDARD, ...status('failed'), '--x--'],
    {},
    failed,
  ],
  [
    'a report of a delay',
    [DAEMON, ...STANDARD, ...status('delayed'), ...enclosed(OUR_ID)],
    {},
    { messageId: 70, hasFailed: false },
  ],
  [
    'a report on another’s mail',
    [DAEMON, ...STANDARD, ...status('failed'), ...enclosed('other@x.example')],
    {},
    { messageId: undefined },
  ],
  [
    'a report on a mail that a customer sent',
    [DAEMON, ...STANDARD, ...status('failed'), ...enclosed(KIMS_ID)],
    {},
    { messageId: undefined },
  ],
  [
    'a report with one of ours that was changed',
    [DAEMON, ...STANDARD, ...status('failed'), ...enclosed(FORGED)],
    {},
    { messageId: undefined },
  ],
  [
    'a report with one of another help center’s',
    [
      DAEMON,
      ...STANDARD,
      ...status('failed'),
      ...enclosed(createMessageId({ conversationId: 7, messageId: 70 }, 'shop.example', 'another secret')),
    ],
    {},
    { messageId: undefined },
  ],
  ['words of a server without a sender', ['Return-Path: <>', DAEMON, ...copied(OUR_ID)], {}, failed],
  ['the same, of which only the envelope tells', [DAEMON, ...copied(OUR_ID)], { hasNoSender: true }, failed],
  ['words of a server with a sender', [DAEMON, ...copied(OUR_ID)], {}, undefined],
  ['words of a server about another’s mail', ['Return-Path: <>', DAEMON, ...copied(KIMS_ID)], {}, undefined],
  [
    'an absence that answers ours',
    ['Return-Path: <>', `From: ${kim}`, `In-Reply-To: <${OUR_ID}>`, 'Auto-Submitted: auto-replied', '', 'I am away.'],
    { hasNoSender: true },
    undefined,
  ],
  ['a question', [`From: ${kim}`, '', `Message-ID: <${OUR_ID}>`], {}, undefined],
];

test.for(REPORTS)('a bounce is told from other mail: %s', ([, lines, known, wanted]) => {
  const { bounceOf } = judged(lines, known);
  if (wanted === undefined) expect(bounceOf).toBeUndefined();
  else expect(bounceOf).toMatchObject(wanted);
});

describe('a machine wrote', () => {
  const from = `From: ${kim}`;
  test.for([
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'X-Autoreply: yes',
    'X-Autorespond: Thank you',
    'X-Auto-Response-Suppress: All',
    'X-FC-MachineGenerated: true',
    'X-Failed-Recipients: sam@partner.example',
    'List-Id: <a.example>',
    'List-Unsubscribe: <mailto:leave@a.example>',
    'Feedback-ID: 1:campaign:mailer',
    'Return-Path: <>',
    'Content-Type: text/calendar; method=REPLY',
    'Subject: Automatic reply: Parcel',
    'Subject: =?utf-8?q?R=C3=A9ponse_automatique_:_Colis?=',
    'Subject: Automatische Antwort: Paket',
    'Subject: =?utf-8?b?6Ieq5YuV5b+c562UOiDojbfniak=?=',
    'Subject: Autosvar: pakke',
  ])('a mail that says %s', line => {
    expect(judged([from, line]).automatic).toBe(true);
  });

  test('the answer of a calendar to an invitation, beside its text', () => {
    const parts = [
      '--x',
      '',
      'Accepted',
      '--x',
      'Content-Type: text/calendar; charset=utf-8; method=reply',
      '',
      'BEGIN:VCALENDAR',
      '--x--',
    ];
    expect(judged([from, 'Content-Type: multipart/alternative; boundary=x', '', ...parts]).automatic).toBe(true);
  });

  test('a mail without a sender', () => {
    expect(judged([from], { hasNoSender: true }).automatic).toBe(true);
  });

  test.for([
    'Subject: Parcel',
    'Auto-Submitted: no',
    'Precedence: first-class',
    'Subject: Re: your automatic reply: what is that?',
    'Subject: Automatic reply does not come',
    'Content-Type: text/calendar; method=REQUEST',
  ])('not a mail that says %s', line => {
    expect(judged([from, line]).automatic).toBe(false);
  });
});

describe('spam', () => {
  const spam = { inboxId: INBOX.spam };
  const marked = { spammers: new Set([kim]) };
  const answering = [`From: ${kim}`, `In-Reply-To: <${KIMS_ID}>`];
  const flag = 'X-Spam-Flag: YES';
  const vouched = signedBy('customer.example');

  test('opens a conversation in the spam inbox, whichever it is written to', () => {
    expect(judged([`From: ${kim}`, `To: ${PEOPLE.orders}`]).conversation).toEqual({ inboxId: INBOX.orders });
    expect(judged([`From: ${kim}`, `To: ${PEOPLE.orders}`, flag]).conversation).toEqual(spam);
    expect(judged([`From: Kim <${kim.toUpperCase()}>`, `To: ${PEOPLE.orders}`], marked).conversation).toEqual(spam);
    expect(judged([`From: ${PEOPLE.sam}`, `To: ${PEOPLE.orders}`], marked).conversation).toEqual({
      inboxId: INBOX.orders,
    });
  });

  test('joins only a conversation that is in the spam inbox, but a filter does not tear out a verified answer', () => {
    expect(judged(answering).conversation).toEqual(JOINED);
    expect(judged([...answering, flag]).conversation).toEqual(spam);
    expect(judged([vouched, ...answering, flag]).conversation).toEqual(JOINED);
    expect(judged([vouched, ...answering], marked).conversation).toEqual(spam);
    const there = { conversationId: 9, isRequester: true, takesPart: true, isSpam: true, isAsked: false };
    expect(judged(answering, { ...marked, threads: new Map([[KIMS_ID, [there]]]) }).conversation).toEqual({ id: 9 });
  });

  test('is not an agent’s mail, even if a filter calls it spam', () => {
    const byAna = [signedBy('shop.example'), `From: ${ana}`, `To: ${PEOPLE.orders}`, flag];
    expect(judged(byAna).conversation).toEqual({ inboxId: INBOX.orders });
  });
});
