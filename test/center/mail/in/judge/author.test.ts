import { expect, test } from 'vitest';
import { INBOX, JOINED, judged, KIMS_ID, OUR_ID, PEOPLE, signedBy } from './judged.ts';

const { ana, help, orders, kim, sam } = PEOPLE;
const BY_ANA = [signedBy('shop.example'), `From: Ana <${ana}>`];
const KIM = { name: 'Kim Quinn', email: kim };

test('a customer is the one in From, and so is one whose name was torn by its comma, though it is not verified', () => {
  for (const from of [`Kim Quinn <${kim}>`, `${kim} (Kim Quinn)`, `"Kim Quinn" <${kim}>`])
    expect(judged([`From: ${from}`]).author).toMatchObject({ by: 'customer', person: { email: kim }, isFrom: true });
  expect(judged([signedBy('customer.example'), `From: Quinn, Kim <${kim}>`])).toMatchObject({
    verified: false,
    author: { by: 'customer', person: { email: kim } },
  });
});

test('the requester of an agent’s new conversation is the first recipient who is not ours', () => {
  const { author } = judged([...BY_ANA, `To: ${help}, ${ana}`, `Cc: help+x@shop.example, ${sam}, ${kim}`]);
  expect(author).toMatchObject({ by: 'agent', agentId: 1, requester: { email: sam }, isForward: false });
  expect(judged([...BY_ANA, `To: ${help}`]).author).toMatchObject({ by: 'agent', requester: undefined });
});

test.for<readonly [what: string, subject: string, text: readonly string[]]>([
  [
    'Gmail',
    'Fwd: Parcel',
    [
      'Please look.',
      '',
      '---------- Forwarded message ---------',
      `From: Kim Quinn <${kim}>`,
      'Date: Mon',
      '',
      'Where?',
    ],
  ],
  [
    'Thunderbird',
    'Fwd: Parcel',
    [
      '-------- Forwarded Message --------',
      'Subject: \tParcel',
      'Date: \tMon, 1 Jan',
      `From: \tKim Quinn <${kim}>`,
      `To: \t${help}`,
    ],
  ],
  ['Apple', 'Fwd: Parcel', ['Begin forwarded message:', '', `> From: Kim Quinn <${kim}>`, '> Subject: Parcel']],
  ['German', 'WG: Paket', ['-------- Weitergeleitete Nachricht --------', 'Betreff: Paket', `Von: Kim Quinn <${kim}>`]],
  ['French', 'TR: Colis', ['Début du message réexpédié :', '', `De: Kim Quinn <${kim}>`]],
  ['Japanese', '転送: 荷物', ['---------- 転送されたメッセージ ---------', `差出人: Kim Quinn <${kim}>`]],
  [
    'Outlook',
    'FW: Parcel',
    ['See below.', '', '________________________________', `From: Kim Quinn <${kim}>`, 'Sent: Monday'],
  ],
  [
    'Outlook with a rule of its own',
    'FW: Parcel',
    ['-----Original Message-----', `From: Kim Quinn [mailto:${kim}]`, 'Sent: Monday'],
  ],
  ['HTML', 'Fwd: Parcel', ['---------- Forwarded message ---------', `*From:* Kim Quinn <${kim}<mailto:${kim}>>`]],
])('the requester of an agent’s forward is in the From line below the mark: %s', ([, subject, text]) => {
  const { author } = judged([
    ...BY_ANA,
    `To: ${help}`,
    `Subject: ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...text,
  ]);
  expect(author).toMatchObject({ by: 'agent', requester: KIM, isForward: true });
});

test('the requester of a forward as an enclosed mail is that mail’s author', () => {
  const enclosed = [
    '--b',
    'Content-Type: message/rfc822',
    '',
    `From: Kim Quinn <${kim}>`,
    'Subject: Parcel',
    '',
    'Where?',
  ];
  const head = [...BY_ANA, `To: ${help}`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''];
  const { author } = judged([...head, '--b', '', 'Please look.', ...enclosed, '--b--']);
  expect(author).toMatchObject({ by: 'agent', requester: KIM, isForward: true });
  const two = judged([...head, ...enclosed, ...enclosed, '--b--']).author;
  expect(two).toMatchObject({ by: 'agent', requester: undefined });
});

test.for<readonly [what: string, text: readonly string[]]>([
  ['a mark within a quote', [`> ---------- Forwarded message ---------`, `> From: Kim Quinn <${kim}>`]],
  ['a mark below a quote', ['Yes.', '> Hello', '---------- Forwarded message ---------', `From: Kim <${kim}>`]],
  [
    'a mark below an answer’s header',
    ['Yes.', `From: Sam <${sam}>`, 'Sent: Monday', '', '---------- Forwarded message ---------', `From: ${kim}`],
  ],
  ['a From line without a mark', [`From: Kim <${kim}>`, 'Where is it?']],
  ['a From line far below the mark', ['---------- Forwarded message ---------', 'Hello', `From: Kim <${kim}>`]],
  ['a rule without the subject of a forward', ['________________________________', `From: Kim <${kim}>`]],
  ['one of us', ['---------- Forwarded message ---------', `From: ${help}`]],
])('no requester comes from %s', ([, text]) => {
  const { author } = judged([...BY_ANA, `To: ${help}`, 'Subject: Parcel', '', ...text]);
  expect(author).toMatchObject({ by: 'agent', requester: undefined, isForward: false });
});

test('the recipients of an agent’s mail count before the people that its text forwards', () => {
  const text = ['---------- Forwarded message ---------', `From: Kim <${kim}>`];
  const { author } = judged([...BY_ANA, `To: ${sam}`, `Cc: ${help}`, 'Subject: Fwd: Parcel', '', ...text]);
  expect(author).toMatchObject({ requester: { email: sam }, isForward: false });
});

test('our own mail that comes back is known by its signed Message-ID alone', () => {
  expect(judged([`From: Ana <${help}>`, `Message-ID: <${OUR_ID}>`]).author).toEqual({ by: 'us' });
  expect(judged([`From: Ana <${help}>`, `Message-ID: <${OUR_ID}>`, `Reply-To: ${kim}`]).author).toEqual({ by: 'us' });
  const changed = OUR_ID.replace('m70', 'm71');
  expect(judged([`From: Ana <${help}>`, `Message-ID: <${changed}>`]).author).toMatchObject({ by: 'nobody' });
  expect(judged([`From: ${kim}`, `Message-ID: <${OUR_ID}>`]).author).toMatchObject({ by: 'customer' });
});

test('mail from an inbox’s address is a web form’s with a customer in Reply-To, and is unverified', () => {
  const form = [signedBy('shop.example'), `From: Shop <orders+form@shop.example>`, `To: ${orders}`];
  expect(judged([...form, `Reply-To: ${help}, Kim Quinn <${kim}>`, `In-Reply-To: <${KIMS_ID}>`])).toEqual({
    automatic: false,
    spam: false,
    awaits: [],
    verified: false,
    covers: { recipients: true, replyTo: true },
    author: { by: 'customer', person: KIM, isFrom: false },
    conversation: { inboxId: INBOX.orders },
  });
  for (const replyTo of [[], [`Reply-To: ${help}`], ['Reply-To: nobody']])
    expect(judged([...form, ...replyTo]).author).toMatchObject({
      by: 'nobody',
      reason: expect.stringContaining('inbox'),
    });
});

test.for([
  'noreply',
  'no-reply',
  'No.Reply',
  'no_reply+77',
  'do-not-reply',
  'donotreply',
  'shop-noreply',
  'noreply2',
  'ne-pas-repondre',
  'keine-antwort',
  'nao-responda',
])('the customer of mail from %s is in Reply-To', name => {
  const lines = [signedBy('partner.example'), `From: ${name}@partner.example`];
  expect(judged([...lines, `Reply-To: Kim Quinn <${kim}>`])).toMatchObject({
    verified: false,
    author: { person: KIM, isFrom: false },
  });
  expect(judged(lines)).toMatchObject({ verified: true, author: { isFrom: true } });
});

test('a Reply-To counts for no other author', () => {
  for (const name of ['noah', 'snoreply', 'reply', 'norman.reply'])
    expect(judged([`From: ${name}@partner.example`, `Reply-To: ${kim}`]).author).toMatchObject({
      person: { email: `${name}@partner.example` },
    });
});

test('In-Reply-To counts first, then the references from the last; the first that lets the author in wins', () => {
  const threads = new Map(
    ['a', 'b', 'c', 'd'].map((name, at) => [
      `${name}@x`,
      [{ conversationId: at + 1, isRequester: name !== 'd', takesPart: false, isSpam: false, isAsked: false }],
    ]),
  );
  const lines = [`From: ${kim}`, 'References: <a@x> <b@x> <c@x> <d@x>'];
  expect(judged(lines, { threads }).conversation).toEqual({ id: 3 });
  expect(judged([...lines, 'In-Reply-To: <a@x>'], { threads }).conversation).toEqual({ id: 1 });
  expect(judged([...lines, 'In-Reply-To: <d@x>'], { threads }).conversation).toEqual({ id: 3 });
  const long = ['z@x', ...Array.from({ length: 200 }, (_, at) => `r${at}@x`)].map(id => `<${id}>`).join(' ');
  const first = new Map([['z@x', threads.get('b@x')!]]);
  expect(judged([`From: ${kim}`, `References: ${long}`], { threads: first }).conversation).toEqual({ id: 2 });
});

test('of several conversations with one Message-ID the author’s own comes first, then the oldest', () => {
  const part = (conversationId: number) => ({ conversationId, isRequester: false, takesPart: true });
  const lines = [`From: ${kim}`, 'In-Reply-To: <a@x>'];
  const threads = (list: object[]) => ({ threads: new Map([['a@x', list]]) }) as never;
  expect(judged(lines, threads([part(5), part(6)])).conversation).toEqual({ id: 5 });
  const own = { conversationId: 6, isRequester: true, takesPart: true };
  expect(judged(lines, threads([part(5), own])).conversation).toEqual({ id: 6 });
});

test('a new conversation is in the inbox that the address names, first the one it was delivered to', () => {
  const lines = [`From: ${kim}`, `To: Orders+7@shop.example`, `Cc: ${help}`];
  expect(judged(lines).conversation).toEqual({ inboxId: INBOX.orders });
  expect(judged(lines, { recipients: ['Help@shop.example'] }).conversation).toEqual({ inboxId: INBOX.help });
  expect(judged([`Delivered-To: ${help}`, ...lines]).conversation).toEqual({ inboxId: INBOX.help });
  expect(judged([`From: ${kim}`, `To: ${sam}`]).conversation).toEqual({ inboxId: INBOX.default });
  expect(judged([`From: ${kim}`], { inboxId: INBOX.orders }).conversation).toEqual({ inboxId: INBOX.orders });
  expect(judged([`From: ${kim}`, `In-Reply-To: <${KIMS_ID}>`]).conversation).toEqual(JOINED);
});
