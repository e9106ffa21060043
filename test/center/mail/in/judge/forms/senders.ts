import { rsaKey, signMail } from '../../../../../harness/dkim.ts';
import { PEOPLE } from '../judged.ts';
import { ARRIVED, below, type Form, type Outcome, TEXT, written } from './form.ts';

/** From and d=, and what the rules give for them. */
const DOMAINS: readonly (readonly [from: string, by: string, wanted: Outcome])[] = [
  ['kim@customer.example', 'customer.example', 'verified'],
  ['kim@customer.example', 'CUSTOMER.example', 'verified'],
  ['kim@Customer.Example', 'customer.example', 'verified'],
  ['kim@mail.customer.example', 'customer.example', 'verified'],
  ['kim@a.b.c.customer.example', 'customer.example', 'verified'],
  ['kim@customer.example', 'mail.customer.example', 'verified'],
  ['kim@a.customer.example', 'b.customer.example', 'verified'],
  ['kim@customer.example', 'example', 'elsewhere'],
  ['kim@customer.example', 'ustomer.example', 'elsewhere'],
  ['kim@customer.example', 'xcustomer.example', 'elsewhere'],
  ['kim@customer.example', 'customer.example.evil.example', 'elsewhere'],
  ['kim@customer.example.evil.example', 'customer.example', 'elsewhere'],
  ['kim@customer.example', 'other.example', 'elsewhere'],
  ['kim@customer.co.uk', 'customer.co.uk', 'verified'],
  ['kim@mail.customer.co.uk', 'customer.co.uk', 'verified'],
  ['kim@customer.co.uk', 'mail.customer.co.uk', 'verified'],
  ['kim@customer.co.uk', 'co.uk', 'elsewhere'],
  ['kim@customer.co.uk', 'other.co.uk', 'elsewhere'],
  ['kim@customer.co.uk', 'uk', 'elsewhere'],
  ['kim@customer.com', 'com', 'elsewhere'],
  ['kim@kim.github.io', 'github.io', 'elsewhere'],
  ['kim@kim.github.io', 'eve.github.io', 'elsewhere'],
  ['kim@kim.github.io', 'kim.github.io', 'verified'],
  ['kim@x.kim.github.io', 'kim.github.io', 'verified'],
  ['kim@city.kawasaki.jp', 'other.kawasaki.jp', 'elsewhere'],
  ['kim@münchen.example', 'xn--mnchen-3ya.example', 'verified'],
  ['kim@xn--mnchen-3ya.example', 'xn--mnchen-3ya.example', 'verified'],
  ['kim@MÜNCHEN.example', 'xn--mnchen-3ya.example', 'verified'],
  ['kim@mail.münchen.example', 'xn--mnchen-3ya.example', 'verified'],
  ['kim@münchen.example', 'munchen.example', 'elsewhere'],
  ['kim@münchen.example', 'xn--mnchen-4ya.example', 'elsewhere'],
  ['kim@münchen.example', 'münchen.example', 'elsewhere'],
  ['kim@сustomer.example', 'customer.example', 'elsewhere'],
  ['kim@customer.example', 'xn--ustomer-4of.example', 'elsewhere'],
  ['kim@例え.テスト', 'xn--r8jz45g.xn--zckzah', 'verified'],
  ['kim@straße.example', 'xn--strae-oqa.example', 'verified'],
  ['kim@straße.example', 'strasse.example', 'elsewhere'],
  ['ana@shop.example', 'shop.example', 'agent'],
  ['ANA@SHOP.EXAMPLE', 'shop.example', 'agent'],
  ['ana@shop.example', 'mail.shop.example', 'verified'],
  ['ana@shop.example', 'example', 'elsewhere'],
];

function domains(): Form[] {
  return DOMAINS.map(([from, domain, wanted]) => ({
    what: `From ${from} by ${domain}`,
    mail: signMail(written(from), { domain }),
    wanted,
  }));
}

const DAY_MS = 24 * 3_600_000;
const SIGNED = ARRIVED - 5_000;
const t = `${SIGNED / 1_000}`;
const KEYS = { usual: rsaKey(), old: rsaKey(1_024) };

interface Sender {
  readonly name: string;
  readonly from: string;
  /** Fields besides, in which a signature may be. */
  readonly fields: readonly string[];
  readonly text?: string;
  readonly signatures: readonly Parameters<typeof signMail>[1][];
}

const HTML = 'Content-Type: text/html; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable';
function lower(names: string): string[] {
  return names.toLowerCase().split(':');
}

/** How large senders sign: their names of fields, their canonicalization and their times. */
const SENDERS: readonly Sender[] = [
  {
    name: 'Gmail',
    from: 'Kim Quinn <kim@gmail.com>',
    fields: ['MIME-Version: 1.0', 'Content-Type: text/plain; charset="UTF-8"', 'In-Reply-To: <a@x.example>'],
    signatures: [
      {
        domain: 'gmail.com',
        selector: '20230601',
        canon: 'relaxed/relaxed',
        covers: lower(
          'to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id:reply-to',
        ),
        tags: { t, x: `${SIGNED / 1_000 + 7 * 86_400}`, darn: 'shop.example' },
      },
    ],
  },
  {
    name: 'Microsoft 365',
    from: 'Kim Quinn <kim@contoso.com>',
    fields: ['Content-Language: en-US', 'X-MS-Exchange-SenderADCheck: 1', 'Content-Type: text/plain; charset="utf-8"'],
    signatures: [
      {
        domain: 'contoso.com',
        selector: 'selector2',
        canon: 'relaxed/relaxed',
        covers: lower('From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck'),
      },
    ],
  },
  {
    name: 'Microsoft 365 by its own domain',
    from: 'Kim Quinn <kim@contoso.onmicrosoft.com>',
    fields: ['X-MS-Exchange-SenderADCheck: 1'],
    signatures: [
      {
        domain: 'contoso.onmicrosoft.com',
        selector: 'selector1-contoso-onmicrosoft-com',
        covers: lower('From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck'),
      },
    ],
  },
  {
    name: 'Yahoo',
    from: '"Quinn, Kim" <kim@yahoo.com>',
    fields: ['References: <a@x.example>', 'X-Mailer: WebService/1.1.22356 YMailNorrin'],
    signatures: [
      {
        domain: 'yahoo.com',
        selector: 's2048',
        covers: lower('Date:From:To:Subject:References:From:Subject:Reply-To'),
        tags: { t },
      },
    ],
  },
  {
    name: 'Amazon SES',
    from: 'Orders <orders@customer.com>',
    fields: ['Feedback-ID: 1.eu-west-1.abc=:AmazonSES', 'X-SES-Outgoing: 2026.11.29-54.240.7.1'],
    signatures: [
      {
        domain: 'customer.com',
        selector: 'ihchhvubuqgjsxyuhssfvqohv7z3u4hn',
        covers: lower('From:To:Subject:MIME-Version:Content-Type:Message-ID:Date'),
        canon: 'relaxed/simple',
        tags: { t },
      },
      {
        domain: 'amazonses.com',
        selector: 'uku4taia5b5tsbglxyj6zym32efj7xqv',
        covers: lower('From:To:Subject:MIME-Version:Content-Type:Message-ID:Date:Feedback-ID'),
        canon: 'relaxed/simple',
        tags: { t },
      },
    ],
  },
  {
    name: 'Mailchimp',
    from: '=?utf-8?Q?Kim=27s_Caf=C3=A9?= <news@customer.com>',
    fields: [
      'List-Unsubscribe: <https://x.example/u>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      HTML,
      'Reply-To: Kim <kim@customer.com>',
    ],
    text: '<p>Hell=C3=B6 =\r\nthere</p>\r\n',
    signatures: [
      {
        domain: 'customer.com',
        selector: 'k2',
        covers: lower(
          'Subject:From:Reply-To:To:Date:Message-ID:X-MC-User:Feedback-ID:List-ID:List-Unsubscribe:List-Unsubscribe-Post:Content-Type:MIME-Version:CC',
        ),
        tags: { t, x: `${SIGNED / 1_000 + 3 * 86_400}`, i: 'news@customer.com' },
      },
      { domain: 'mailchimpapp.net', selector: 'k2', covers: lower('Subject:From:Reply-To:To:Date'), tags: { t } },
    ],
  },
  {
    name: 'SendGrid',
    from: 'Kim <kim@customer.com>',
    fields: ['X-SG-EID: abc', HTML],
    signatures: [
      {
        domain: 'em123.customer.com',
        selector: 's1',
        covers: lower(
          'content-transfer-encoding:content-type:from:mime-version:subject:to:cc:content-type:from:subject:to',
        ),
      },
      { domain: 'sendgrid.net', selector: 'smtpapi', covers: lower('from:subject:to') },
    ],
  },
  {
    name: 'iCloud',
    from: 'Kim Quinn <kim@icloud.com>',
    fields: ['X-Mailer: iPhone Mail (20A362)', 'Content-Type: text/plain; charset=us-ascii'],
    signatures: [
      {
        domain: 'icloud.com',
        selector: '1a1hai',
        covers: lower('From:Content-Type:Mime-Version:Subject:Message-Id:Date:To:x-icloud-hme'),
        tags: { t, x: `${SIGNED / 1_000 + 30 * 86_400}` },
      },
    ],
  },
  {
    name: 'Fastmail',
    from: 'Kim <kim@fastmail.com>',
    fields: ['X-ME-Sender: <xms:abc>', 'Cc: sam@partner.example', 'Feedback-ID: i123:Fastmail'],
    signatures: [
      {
        domain: 'fastmail.com',
        selector: 'fm2',
        covers: lower(
          'cc:content-type:content-type:date:date:from:from:in-reply-to:message-id:mime-version:reply-to:subject:subject:to:to',
        ),
        tags: { t, x: `${SIGNED / 1_000 + 86_400}` },
      },
      {
        domain: 'messagingengine.com',
        selector: 'fm1',
        covers: lower('cc:content-type:date:feedback-id:from:message-id:subject:to:x-me-sender'),
        tags: { t, x: `${SIGNED / 1_000 + 86_400}` },
      },
    ],
  },
];

const HOPS = [
  'Return-Path: <kim@bounces.example>',
  'Delivered-To: help@shop.example',
  'Received: by 2002:a05:6402:1::1 with SMTP id x; Sun, 29 Nov 2026 04:00:00 -0800 (PST)',
  'ARC-Seal: i=1; a=rsa-sha256; t=1; cv=none; d=google.com; s=arc; b=AA==',
  'ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=google.com; s=arc; h=from; bh=AA==; b=AA==',
  'ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@x.example',
];

/** Mail of large senders as it arrives, by both kinds of keys. `daysLater`: they are read then, and arrived as ever. */
export const LARGE_SENDERS: readonly Form[] = SENDERS.flatMap(({ name, from, fields, text = TEXT, signatures }) =>
  Object.entries(KEYS).map(([size, key]) => {
    const unsigned = written(from, [`To: ${PEOPLE.help}`, ...fields], text);
    const mail = signatures.toReversed().reduce((before, signing) => signMail(before, { key, ...signing }), unsigned);
    const records = Object.fromEntries(
      signatures.map(({ domain, selector }) => [`${selector}._domainkey.${domain}`.toLowerCase(), key.record]),
    );
    return { what: `${name}, ${size} key`, mail: below(HOPS, mail), records, wanted: 'verified' as const };
  }),
);

/** The end of the time in which some of them count. */
export const MUCH_LATER = ARRIVED + 40 * DAY_MS;

export const DOMAIN_FORMS: readonly Form[] = domains();
