import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMessageId } from '../../../../../src/center/model/message-id.ts';
import { isFull, runs } from '../../../../harness/full.ts';
import { INBOX, JOINED, judged, KIMS_ID, OUR_ID, PEOPLE, signedBy } from './judged.ts';

const { ana, help, kim, sam, stranger } = PEOPLE;

/** What a stranger knows who has seen the mails of conversation 7: its number, subject and Message-IDs. */
const SEEN = [
  `To: ${help}`,
  'Subject: Re: Parcel [#7]',
  `In-Reply-To: <${OUR_ID}>`,
  `References: <${KIMS_ID}> <${OUR_ID}>`,
];

const EVE = `From: ${stranger}`;
const EVE_IS_REAL = signedBy('evil.example');

/** A Message-ID of ours with one part changed. */
function changed(part: (id: string) => string): string[] {
  return [EVE_IS_REAL, `From: ${kim}`, `To: ${help}`, `In-Reply-To: <${part(OUR_ID)}>`];
}

describe('a stranger joins no conversation, with any other names in the mail', () => {
  test.for<readonly [what: string, lines: readonly string[]]>([
    ['nothing', [EVE]],
    ['a Reply-To of the requester', [EVE, `Reply-To: ${kim}`]],
    ['a Reply-To of an agent', [EVE, `Reply-To: ${ana}`]],
    ['a Sender', [EVE, `Sender: ${kim}`]],
    ['a Sender without From', [`Sender: ${kim}`]],
    ['a Reply-To without From', [`Reply-To: ${kim}`]],
    ['a Return-Path', [`Return-Path: <${kim}>`, EVE]],
    ['Delivered-To', [`Delivered-To: ${kim}`, EVE]],
    ['X-Original-To and Envelope-To', [`X-Original-To: ${kim}`, `Envelope-To: ${kim}`, EVE]],
    ['Resent-From', [EVE, `Resent-From: ${kim}`, `Resent-Sender: ${kim}`]],
    [
      'X-Original-From and X-Sender',
      [EVE, `X-Original-From: ${kim}`, `X-Sender: ${kim}`, `X-Google-Original-From: ${kim}`],
    ],
    ['List-Id of ours', [EVE, `List-Id: <${KIMS_ID}>`]],
    ['List-Post and Mailing-List', [EVE, `List-Post: <mailto:${kim}>`, `Mailing-List: list ${help}`]],
    ['List-Unsubscribe with our Message-ID', [EVE, `List-Unsubscribe: <mailto:${OUR_ID}>`]],
    ['X-BeenThere', [EVE, `X-BeenThere: ${help}`]],
    ['the requester in To and Cc', [EVE, `To: ${kim}`, `Cc: ${sam}, ${kim}`]],
    ['the requester in the name', [`From: "${kim}" <${stranger}>`]],
    ['the requester in a name without quotes', [`From: ${kim} <${stranger}>`]],
    ['the requester in an encoded word', [`From: =?utf-8?q?${kim.replace('@', '=40')}?= <${stranger}>`]],
    [
      'the requester in an encoded word in base64',
      [`From: =?utf-8?b?${Buffer.from(`<${kim}>`).toString('base64')}?= <${stranger}>`],
    ],
    ['the requester in a comment', [`From: ${stranger} (${kim})`]],
    ['the requester in a comment before', [`From: (${kim}) ${stranger}`]],
    ['two addresses in one field', [`From: ${kim}, ${stranger}`]],
    ['two addresses, the stranger first', [`From: ${stranger}, ${kim}`]],
    ['two From fields', [`From: ${kim}`, EVE]],
    ['two From fields, the stranger first', [EVE, `From: ${kim}`]],
    ['a group', [`From: Customers: ${kim}, ${stranger};`]],
    ['an address after a group', [`From: Customers: ${kim};, ${stranger}`]],
    ['a group without people and the requester in Sender', ['From: Customers:;', `Sender: ${kim}`]],
    ['a route', [`From: <@${kim}:${stranger}>`]],
    ['a source route in percent signs', [`From: kim%customer.example@evil.example`]],
    ['an address with two hosts', [`From: ${kim}@evil.example`]],
    ['a host that begins alike', [`From: ${kim}.evil.example`]],
    ['a sub-address', ['From: kim+parcel@customer.example']],
    ['a letter that looks alike', ['From: kіm@customer.example']],
    ['a folded From with the requester below', [`From: ${stranger}`, ` ${kim}`]],
    ['a From with a blank in its name', ['X-Mailer: x', `From : ${stranger}`, `from: ${kim}`]],
    ['an address in quotes before @', [`From: "${kim}"@evil.example`]],
    ['a header field in the text', [EVE, '', `From: ${kim}`, `Reply-To: ${kim}`]],
    ['a forward mark in the text', [EVE, '', '---------- Forwarded message ---------', `From: Kim <${kim}>`, '']],
  ])('%s', ([, lines]) => {
    for (const vouched of [[], [EVE_IS_REAL]]) {
      const at = lines.indexOf('');
      const head = at < 0 ? lines : lines.slice(0, at);
      const judgement = judged([...vouched, ...head, ...SEEN, ...(at < 0 ? [] : lines.slice(at))]);
      expect(judgement.conversation).not.toEqual(JOINED);
      expect(judgement.author.by).not.toBe('agent');
    }
  });
});

describe('a Message-ID that is not ours to the last bit leads nowhere, also the requester’s own mail', () => {
  test.for<readonly [what: string, change: (id: string) => string]>([
    ['the conversation', id => id.replace('c7.', 'c8.')],
    ['the message', id => id.replace('.m70.', '.m71.')],
    ['the signature', id => id.replace(/[0-9a-f]@/, last => (last === '0@' ? '1@' : '0@'))],
    ['a shorter signature', id => id.replace(/[0-9a-f]@/, '@')],
    ['a longer signature', id => id.replace('@', '0@')],
    ['no signature', id => id.replace(/\.[0-9a-f]{20}@/, '@')],
    ['something before it', id => `x${id}`],
    ['a zero before the number', id => id.replace('c7', 'c07')],
    ['a sign before the number', id => id.replace('c7', 'c+7')],
    ['another center’s secret', () => createMessageId({ conversationId: 7, messageId: 70 }, 'shop.example', 'another')],
    ['no secret', () => createMessageId({ conversationId: 7, messageId: 70 }, 'shop.example', '')],
  ])('%s', ([, change]) => {
    expect(judged(changed(change)).conversation).toEqual({ inboxId: INBOX.help });
  });

  test('ours lets the requester in, under another domain and in capitals too', () => {
    for (const change of [
      (id: string) => id,
      (id: string) => id.replace('@shop.', '@relay.'),
      (id: string) => id.toUpperCase(),
    ])
      expect(judged(changed(change)).conversation).toEqual(JOINED);
  });
});

describe('only a verified agent writes as an agent', () => {
  const forged = 'Authentication-Results: mx.evil.example; dmarc=pass header.from=shop.example';
  test.for<readonly [what: string, lines: readonly string[]]>([
    ['nobody signed it', [`From: ${ana}`]],
    ['a field says that it passed', [forged, `From: ${ana}`]],
    ['the stranger’s domain signed', [EVE_IS_REAL, `From: ${ana}`]],
    ['the agent’s domain signed for an agent who left', [signedBy('shop.example'), `From: ${PEOPLE.gone}`]],
    ['the agent’s domain signed for one of two authors', [signedBy('shop.example'), `From: ${ana}, ${stranger}`]],
    ['the agent’s domain signed for one of two From fields', [signedBy('shop.example'), `From: ${ana}`, EVE]],
    ['the agent’s domain signed, and the agent is in a group', [signedBy('shop.example'), `From: Us: ${ana};`]],
    [
      'the agent’s domain signed, and the agent is in a group that nothing ends',
      [signedBy('shop.example'), `From: Us: Ana <${ana}>`],
    ],
    [
      'the agent’s domain signed, and the agent is after an empty group',
      [signedBy('shop.example'), `From: Us:;, ${ana}`],
    ],
    [
      'the agent’s domain signed, and the agent is in an encoded word',
      [signedBy('shop.example'), 'From: =?utf-8?q?ana=40shop.example?='],
    ],
    ['the same in brackets', [signedBy('shop.example'), 'From: <=?utf-8?q?ana=40shop.example?=>']],
    ['the agent’s name is in an encoded word', [signedBy('shop.example'), 'From: =?utf-8?q?ana?=@shop.example']],
    ['the agent’s domain is in an encoded word', [signedBy('shop.example'), 'From: ana@=?utf-8?q?shop.example?=']],
    ['the agent’s domain signed, and Sender is the agent', [EVE_IS_REAL, EVE, `Sender: ${ana}`]],
    [
      'the agent’s domain signed, and the agent’s name is torn by a comma',
      [signedBy('shop.example'), `From: Ortiz, Ana <${ana}>`],
    ],
    [
      'the agent’s domain signed, and an empty name stands beside the agent',
      [signedBy('shop.example'), `From: Ana, <${ana}>`],
    ],
  ])('%s', ([, lines]) => {
    const at = lines.indexOf('');
    const head = at < 0 ? lines : lines.slice(0, at);
    const judgement = judged([...head, ...SEEN, ...(at < 0 ? [] : lines.slice(at))]);
    expect([judgement.author.by, judgement.conversation]).toEqual(['customer', { inboxId: INBOX.help }]);
  });

  test('the agent’s domain signed for the agent: their answer joins among any participants', () => {
    const judgement = judged([signedBy('shop.example'), `From: Ana <${ana}>`, ...SEEN]);
    expect(judgement).toMatchObject({ verified: true, author: { by: 'agent', agentId: 1 }, conversation: JOINED });
  });
});

test('a forged From of a participant joins as unverified', () => {
  for (const from of [kim, sam])
    expect(judged([`From: ${from}`, ...SEEN])).toMatchObject({ verified: false, conversation: JOINED });
  expect(judged([signedBy('customer.example'), `From: ${kim}`, ...SEEN])).toMatchObject({
    verified: true,
    conversation: JOINED,
  });
});

/** Who a stranger may name: everybody whom the mails of the conversation name. */
const victim = fc.constantFrom(kim, sam, ana, help);
const own = fc.constantFrom(
  stranger,
  'mallory@customer.example',
  'kim@customer.example.evil.example',
  'kim+a@customer.example',
);
const elsewhere = fc.constantFrom(
  'Reply-To',
  'Sender',
  'Return-Path',
  'Delivered-To',
  'X-Original-To',
  'Resent-From',
  'List-Post',
  'List-Id',
  'X-BeenThere',
  'To',
  'Cc',
  'Bcc',
  'X-Sender',
  'Errors-To',
  'Mail-Followup-To',
  'Disposition-Notification-To',
);
const stolen = fc.constantFrom(KIMS_ID, OUR_ID, OUR_ID.replace('m70', 'm71'));
const line = fc.oneof(
  fc.tuple(elsewhere, victim).map(([name, who]) => `${name}: ${who}`),
  fc
    .tuple(fc.constantFrom('In-Reply-To', 'References', 'Message-ID', 'Thread-Index', 'List-Id', 'Subject'), stolen)
    .map(([name, id]) => `${name}: <${id}>`),
  fc.constantFrom(
    'Subject: Re: Parcel [#7]',
    'Authentication-Results: mx.evil.example; dmarc=pass header.from=shop.example',
    'Received-SPF: pass (mx.shop.example) envelope-from=kim@customer.example',
    'X-Loop: 7',
    'Auto-Submitted: auto-replied',
  ),
);
const from = fc.oneof(
  own.map(who => [`From: ${who}`]),
  fc.tuple(own, victim).map(([who, name]) => [`From: "${name}" <${who}>`]),
  fc.tuple(own, victim).map(([who, name]) => [`From: ${who} (${name})`]),
  fc.tuple(own, victim).map(([who, name]) => [`From: =?utf-8?q?${name.replace('@', '=40')}?= <${who}>`]),
  fc.tuple(own, victim).map(([who, other]) => [`From: ${other}, ${who}`]),
  fc.tuple(own, victim).map(([who, other]) => [`From: x: ${who}, ${other};`]),
  fc.tuple(own, victim).map(([who, other]) => [`From: ${who}`, `From: ${other}`]),
);

test('of strangers who know number, subject and Message-IDs none joins, and none writes as an agent', () => {
  const lines = fc.tuple(from, fc.array(line, { maxLength: 8 }), fc.boolean()).chain(([first, others, isReal]) =>
    fc
      .shuffledSubarray([...first, ...others, `In-Reply-To: <${OUR_ID}>`], {
        minLength: first.length + others.length + 1,
      })
      .map(mixed => (isReal ? [EVE_IS_REAL, ...mixed] : mixed)),
  );
  fc.assert(
    fc.property(lines, mail => {
      const judgement = judged(mail);
      expect(judgement.conversation).not.toEqual(JOINED);
      expect(judgement.author.by).not.toBe('agent');
    }),
    { numRuns: isFull ? 20_000 : runs(1_000) },
  );
});
