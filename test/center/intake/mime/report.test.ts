import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';
import type { Report } from '../../../../src/center/intake/mime/report.ts';
import { corpusPath, whyNoCorpus } from '../../../harness/corpus.ts';
import { runs } from '../../../harness/full.ts';
import { skippedFor } from '../../../harness/skipped.ts';

const OURS = 'c7.m12.abcdefghijklmnop@shop.example';

function reportOf(...lines: readonly string[]): Report | null {
  return parseMail(Buffer.from(lines.join('\r\n')), { now: 0 }).report;
}

/** A part with its type and further fields of its head, and its lines. */
function part(type: string, ...lines: readonly string[]): string[] {
  return ['--x', `Content-Type: ${type}`, ...lines];
}

function report(head: readonly string[], ...parts: readonly string[][]): Report | null {
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=x';
  return reportOf('Return-Path: <>', ...head, type, '', ...parts.flat(), '--x--', '');
}

const DAEMON = 'From: Mail Delivery System <MAILER-DAEMON@mx.example>';
const EXPLAINED = part('text/plain', '', 'I am sorry to have to inform you.');
function status(...fields: readonly string[]): string[] {
  return part('message/delivery-status', '', 'Reporting-MTA: dns; mx.example', '', ...fields, '');
}
const NO_USER = ['Final-Recipient: rfc822; zoe@x.example', 'Action: failed', 'Status: 5.1.1'];
const SAID = 'Diagnostic-Code: smtp; 550 5.1.1 <zoe@x.example>: Recipient address rejected';
const REASON = 'zoe@x.example: 550 5.1.1 <zoe@x.example>: Recipient address rejected';
const MAIL = part('message/rfc822', '', `Message-ID: <${OURS}>`, 'References: <c7.m9.old@shop.example>', '', 'Hello');
const HEAD = part('text/rfc822-headers', '', 'Subject: Re: Parcel', `Message-Id: <${OURS}>`);

const failed = { isStandard: true, hasFailed: true, about: [OURS], reason: REASON };
const qmail = [
  'Return-Path: <>',
  'From: MAILER-DAEMON@mx.example',
  'Subject: failure notice',
  '',
  "I'm afraid I wasn't able to deliver your message to the following addresses.",
  '',
  '<zoe@x.example>:',
  'Remote host said: 550 no mailbox here by that name',
  '',
  '--- Below this line is a copy of the message.',
  '',
  'Return-Path: <help@shop.example>',
  `Message-ID:`,
  ` <${OURS}>`,
  '',
  'Hello',
];

const DIALECTS: readonly [of: string, read: () => Report | null, wanted: Partial<Report> | null][] = [
  ['Postfix', () => report([DAEMON], EXPLAINED, status(...NO_USER, SAID), MAIL), failed],
  ['Sendmail: the head alone', () => report([DAEMON], EXPLAINED, status(...NO_USER, SAID), HEAD), failed],
  [
    'Exchange: the mail is encoded, and the head names it too',
    () =>
      report(
        ['From: postmaster@x.example', 'In-Reply-To: <other@shop.example>'],
        status(...NO_USER, SAID),
        part(
          'message/rfc822',
          'Content-Transfer-Encoding: base64',
          '',
          Buffer.from(`Message-ID: <${OURS}>\r\n\r\nHello`).toString('base64'),
        ),
      ),
    { ...failed, about: [OURS, 'other@shop.example'] },
  ],
  [
    'no mail inside: the one that it answers, then the last of its references',
    () =>
      report(
        [DAEMON, `In-Reply-To: <${OURS}>`, 'References: <first@shop.example> <last@shop.example>'],
        status(...NO_USER, SAID),
      ),
    { ...failed, about: [OURS, 'last@shop.example', 'first@shop.example'] },
  ],
  [
    'a mail without an id, named by its envelope',
    () => report([DAEMON], part('message/delivery-status', '', `Original-Envelope-Id: <${OURS}>`, '', ...NO_USER)),
    { ...failed, reason: 'zoe@x.example: 5.1.1' },
  ],
  ['nothing that names a mail', () => report([DAEMON], status(...NO_USER, SAID)), { ...failed, about: [] }],
  [
    'a relay that gave the mail an id of its own',
    () =>
      report(
        [DAEMON],
        status(...NO_USER, SAID),
        part('message/rfc822', '', 'Message-ID: <0102@relay.example>', `X-Original-Message-ID: <${OURS}>`, '', ''),
      ),
    { ...failed, about: ['0102@relay.example', OURS] },
  ],
  [
    'several recipients, of whom one got the mail',
    () =>
      report(
        [DAEMON],
        status('Final-Recipient: rfc822; kim@x.example', 'Action: delivered', 'Status: 2.0.0', '', ...NO_USER, SAID),
        MAIL,
      ),
    failed,
  ],
  [
    'international addresses',
    () =>
      report(
        [DAEMON],
        part(
          'message/global-delivery-status',
          '',
          'Reporting-MTA: dns; x',
          '',
          'Final-Recipient: utf-8; zoë@x.example',
          'Action: failed',
          'Status: 5.1.1',
        ),
        part('message/global-headers', '', `Message-ID: <${OURS}>`),
      ),
    { ...failed, reason: 'zoë@x.example: 5.1.1' },
  ],
  [
    'no word about an action: the status decides',
    () => report([DAEMON], status('Final-Recipient: rfc822; zoe@x.example', 'Status: 5.2.2'), MAIL),
    { ...failed, reason: 'zoe@x.example: 5.2.2' },
  ],
  [
    'no status at all: the text says why',
    () => report([DAEMON], part('text/plain', '', 'Sorry.', '554 delivery error: no such account'), MAIL),
    { ...failed, reason: '554 delivery error: no such account' },
  ],
  [
    'qmail',
    () => reportOf(...qmail),
    { isStandard: false, hasFailed: true, about: [OURS], reason: 'Remote host said: 550 no mailbox here by that name' },
  ],
  [
    'Exim before its reports',
    () =>
      reportOf(
        'Return-path: <>',
        'X-Failed-Recipients: zoe@x.example',
        'From: Mail Delivery System <Mailer-Daemon@x.example>',
        'Subject: Mail delivery failed: returning message to sender',
        '',
        'A message that you sent could not be delivered.',
        '',
        '------ This is a copy of the message, including all the headers. ------',
        `Message-ID: <${OURS}>`,
      ),
    { isStandard: false, hasFailed: true, about: [OURS], reason: 'zoe@x.example: The server gave no reason.' },
  ],
  [
    'a delay',
    () => report([DAEMON], status('Final-Recipient: rfc822; zoe@x.example', 'Action: delayed', 'Status: 4.4.1'), MAIL),
    { hasFailed: false, about: [OURS] },
  ],
  [
    'a delay in words',
    () =>
      reportOf(
        'From: postmaster@x.example',
        'Subject: Warning: could not send message for past 4 hours',
        '',
        `Message-ID: <${OURS}>`,
      ),
    { hasFailed: false },
  ],
  [
    'an arrival',
    () => report([DAEMON], status('Final-Recipient: rfc822; zoe@x.example', 'Action: relayed', 'Status: 2.1.5'), MAIL),
    { hasFailed: false },
  ],
  [
    'a reading',
    () =>
      reportOf(
        'From: zoe@x.example',
        'Content-Type: multipart/report; report-type=disposition-notification; boundary=x',
        '',
        ...part(
          'message/disposition-notification',
          '',
          `Original-Message-ID: <${OURS}>`,
          'Disposition: manual-action/MDN-sent-manually; deleted',
        ),
        '--x--',
      ),
    { isStandard: true, hasFailed: false },
  ],
  [
    'a complaint about spam',
    () =>
      reportOf(
        'From: fbl@x.example',
        'Content-Type: multipart/report; report-type=feedback-report; boundary=x',
        '',
        ...part('message/feedback-report', '', 'Feedback-Type: abuse'),
        ...MAIL,
        '--x--',
      ),
    null,
  ],
  [
    'a customer who passes a report on',
    () =>
      reportOf(
        'From: zoe@x.example',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        ...EXPLAINED,
        ...status(...NO_USER),
        ...MAIL,
        '--x--',
      ),
    null,
  ],
  [
    'an absence',
    () =>
      reportOf(
        'Return-Path: <>',
        'From: zoe@x.example',
        'Auto-Submitted: auto-replied',
        `In-Reply-To: <${OURS}>`,
        '',
        'I am away.',
      ),
    null,
  ],
];

test.for(DIALECTS)('a report is read: %s', ([, read, wanted]) => {
  const found = read();
  if (wanted === null) expect(found).toBeNull();
  else expect(found).toMatchObject(wanted);
});

test('the reason is one short line without controls, for any text of the server', () => {
  const said = `Diagnostic-Code: smtp; 550 \u001b[2J\u009b31m${'no '.repeat(5_000)}`;
  const many = Array.from({ length: 50 }, (_, at) => [
    `Final-Recipient: rfc822; k${at}@x.example`,
    'Action: failed',
    said,
    '',
  ]);
  const { reason } = report([DAEMON], status(...many.flat()), MAIL)!;
  expect(reason).toMatch(/^k0@x\.example: 550 \[2J 31mno no .*…; k1@x\.example: .*…; k2@x\.example: .*…$/);
  expect(reason).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  expect(reason.length).toBeLessThan(600);
});

test('a damaged report is read as far as it goes: few ids, and a reason of one short line', () => {
  const whole = [
    DAEMON,
    'Content-Type: multipart/report; boundary=x',
    '',
    ...status(...NO_USER, SAID),
    ...MAIL,
    '--x--',
  ];
  const bytes = Buffer.from(whole.join('\r\n'));
  const damage = fc.array(fc.tuple(fc.nat(bytes.length), fc.nat(40), fc.uint8Array({ maxLength: 40 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(damage, places => {
      let damaged = bytes;
      for (const [at, length, put] of places)
        damaged = Buffer.concat([damaged.subarray(0, at), put, damaged.subarray(at + length)]);
      const { report: read } = parseMail(damaged, { now: 0 });
      expect(read?.about.length ?? 0).toBeLessThanOrEqual(10);
      expect(read?.reason ?? '').toMatch(/^[^\u0000-\u001f\u007f-\u009f]{0,600}$/);
    }),
    { numRuns: runs(200) },
  );
});

test('a filter’s words about spam are understood, and only those', () => {
  const isSpam = (line: string) => parseMail(Buffer.from(`From: a@x.example\r\n${line}\r\n\r\nHi`), { now: 0 }).isSpam;
  for (const line of ['X-Spam-Flag: YES', 'X-Spam-Status: Yes, score=9.1 required=5.0', 'X-Spam: yes', 'x-spam: Yes'])
    expect(isSpam(line), line).toBe(true);
  for (const line of [
    'X-Spam-Flag: NO',
    'X-Spam-Status: No, score=-1',
    'X-Spam: not yet',
    'X-Spam-Level: yes',
    'X-Spam: yesterday',
  ])
    expect(isSpam(line), line).toBe(false);
});

const CORPUS = 'ruby-mail/spec/fixtures/emails/multipart_report_emails';
const KNOWN: readonly [path: string, hasFailed: boolean, about: string][] = [
  [`${CORPUS}/multi_address_bounce1.eml`, true, '118707422.15521266992174819.JavaMail.root@lvmail01'],
  [`${CORPUS}/multipart_report_multiple_status.eml`, true, '4c2a146147ac8_61ff157c4ec1652df@s.h.c.mail'],
  [`${CORPUS}/report_422.eml`, false, '15655788.13.1200472642578.JavaMail.Administrator@mail.ttttt.com.au'],
  [`${CORPUS}/report_530.eml`, true, '200712232303.lBNN3jDq002941@mail12.rrrr.com.au'],
  ['postal-mime/test/fixtures/bounce.eml', true, 'e85f1c9b-9b51-4028-8ec0-0a657155028e@app.fastmail.com'],
];

test('real reports name the mail that they are about', skippedFor(whyNoCorpus()), () => {
  for (const [path, hasFailed, about] of KNOWN) {
    const { report: read } = parseMail(readFileSync(corpusPath(path)), { now: 0 });
    expect(read, path).toMatchObject({ isStandard: true, hasFailed, about: [about] });
  }
});
