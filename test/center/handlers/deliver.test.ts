import { expect, test } from 'vitest';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import { letterBytes } from '../../../src/center/mail/out/compose.ts';
import { readMessageId } from '../../../src/center/model/message-id.ts';
import { forgetSample, rememberSample } from '../../../src/center/model/sample-mark.ts';
import { readMailSecret } from '../../../src/center/model/setting.ts';
import { makeConversation, readConversation } from '../conversations.ts';
import { openCenter, startTime } from '../open-center.ts';
import { DELAY_MS, lastLetter, type MailDesk, OURS, openMailDesk, upload, uploadOf, ZOE } from './deliver.ts';

const YAN = { name: 'Yan', email: 'yan@there.example' };
const MAX = { name: 'Max', email: 'max@other.example' };

test('an agent’s answer is held, and its letter waits in the queue with all that joins it to its thread', async () => {
  const desk = await openMailDesk();
  await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { signature: 'Your shop\n' } });
  const { status, body } = await desk.answer();
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    kind: 'agent',
    body_text: 'It is on its way.',
    to: [ZOE],
    cc: [YAN, MAX],
    delivery: { state: 'held', at: '2026-03-01T12:00:10', reason: null },
  });
  const letter = await lastLetter(desk);
  expect(letter).toEqual({
    messageId: letter.messageId,
    date: startTime,
    from: { name: 'Ben Agent', email: OURS },
    to: [ZOE],
    cc: [YAN, MAX],
    bcc: [],
    subject: 'Re: My parcel',
    inReplyTo: 'two@there.example',
    references: ['zero@there.example', 'one@there.example', 'two@there.example'],
    text: 'It is on its way.\n\n-- \nYour shop',
    attachmentIds: [],
    automatic: null,
    hasNullSender: false,
  });
  const secret = await desk.center.read(({ db }) => readMailSecret(db));
  expect(letter.messageId).toMatch(/@shop\.example$/);
  expect(readMessageId(letter.messageId, secret)).toEqual({
    conversationId: desk.conversation,
    messageId: body.data.id,
  });
  const [row] = await desk.center.read(({ db }) => db.selectFrom('outgoing').selectAll().execute());
  expect(row).toMatchObject({ state: 'held', next_at: startTime + DELAY_MS, inbox_id: desk.inboxId });
});

test.each(['-- \nYour shop', '--\r\nYour shop\n', '\n-- \n\nYour shop', '-- \n', ' \n '])(
  'a signature goes out below one line that says so, or not at all: %j',
  async signature => {
    const desk = await openMailDesk();
    await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { signature } });
    await desk.answer();
    const { text } = await lastLetter(desk);
    expect(text.match(/^--/gm)?.length ?? 0).toBe(signature.includes('Your shop') ? 1 : 0);
    expect(text.includes('Your shop')).toBe(signature.includes('Your shop'));
  },
);

test('without `deliver` a message is only kept here', async () => {
  const desk = await openMailDesk();
  expect((await desk.answer({ deliver: false })).body.data).toMatchObject({ to: [], cc: [], delivery: null });
  expect(await desk.letters()).toEqual([]);
});

test('the recipients can be named, each address once', async () => {
  const desk = await openMailDesk();
  const eve = { name: 'Eve', email: 'eve@new.example' };
  const { body } = await desk.answer({ to: [eve, { email: 'EVE@new.example' }], cc: [], bcc: [eve, MAX] });
  expect(body.data).toMatchObject({ to: [eve], cc: [] });
  expect(await lastLetter(desk)).toMatchObject({ to: [eve], cc: [], bcc: [MAX] });
  await desk.answer({ to: [MAX] });
  expect(await lastLetter(desk)).toMatchObject({ to: [MAX], cc: [YAN], bcc: [] });
});

test('those who see the conversation see who got a copy that the others do not see', async () => {
  const desk = await openMailDesk();
  const eve = { name: 'Eve', email: 'eve@new.example' };
  const { body } = await desk.answer({ bcc: [eve] });
  expect(body.data.bcc).toEqual([eve]);
  const messages = `/conversations/${desk.conversation}/messages`;
  for (const path of [messages, `${messages}/${body.data.id}`]) {
    const { data } = (await desk.call('GET', path)).body;
    expect([data].flat().at(-1).bcc).toEqual([eve]);
  }
  expect((await desk.answer()).body.data).not.toHaveProperty('bcc');
});

test('an answer to a message of ours goes to those who got that one, and follows it', async () => {
  const desk = await openMailDesk();
  const { body } = await desk.answer({ to: [MAX], cc: [] });
  const { messageId } = await lastLetter(desk);
  await desk.answer({ message_id: body.data.id });
  expect(await lastLetter(desk)).toMatchObject({
    to: [MAX],
    cc: [],
    subject: 'Re: My parcel',
    inReplyTo: messageId,
    references: ['zero@there.example', 'one@there.example', 'two@there.example', messageId],
  });
});

test('a conversation that no mail opened is answered to its requester, with its title', async () => {
  const desk = await openMailDesk();
  const contact = await desk.call('POST', '/contacts', { body: { name: 'Amy', email: 'amy@there.example' } });
  const id = await makeConversation(desk, { title: 'A call', contacts: [contact.body.data.id] });
  await desk.answer({}, { id });
  const amy = { name: 'Amy', email: 'amy@there.example' };
  expect(await lastLetter(desk)).toMatchObject({ to: [amy], subject: 'Re: A call', inReplyTo: null, references: [] });
});

test('the customer’s last mail is the one that is answered unless another one is named', async () => {
  const desk = await openMailDesk();
  const head = ['From: zoe@there.example', `To: ${OURS}`, 'References: <two@there.example>'];
  await desk.mail([...head, 'Subject: Another matter', 'Message-ID: <three@there.example>']);
  await desk.mail([...head, 'Subject: Away', 'Message-ID: <four@there.example>', 'Auto-Submitted: auto-replied']);
  await desk.answer();
  const expected = { subject: 'Re: Another matter', inReplyTo: 'three@there.example', cc: [] };
  expect(await lastLetter(desk)).toMatchObject(expected);
  await desk.answer({ message_id: desk.question });
  expect(await lastLetter(desk)).toMatchObject({ subject: 'Re: My parcel', inReplyTo: 'two@there.example' });
});

test('an unverified mail adds no one to the recipients of an answer', async () => {
  const desk = await openMailDesk();
  const head = ['From: zoe@there.example', `To: ${OURS}, yan@there.example`, 'Cc: eve@evil.example'];
  await desk.mail([...head, 'Message-ID: <6@evil.example>', 'In-Reply-To: <two@there.example>']);
  await desk.answer();
  expect(await lastLetter(desk)).toMatchObject({ inReplyTo: '6@evil.example', to: [ZOE], cc: [{ ...YAN, name: '' }] });
});

/** Each makes something that keeps a mail from being sent, in this order, and returns what the request adds. */
const OBSTACLES: readonly [
  what: string,
  make: (desk: MailDesk) => object | Promise<object>,
  path: string,
  said: RegExp,
][] = [
  ['HTML', () => ({ body_html: '<p>Hi</p>' }), 'body_html', /plain text/],
  [
    'a message of another conversation',
    async desk => ({ message_id: await elsewhere(desk) }),
    'message_id',
    /no message/,
  ],
  ['nobody to send it to', () => ({ to: [], cc: [] }), 'to', /is required/],
  [
    '51 people',
    () => ({ to: many(20), cc: many(20, 20), bcc: many(11, 40) }),
    'to',
    /at most 50 people get one mail, not 51/,
  ],
  [
    'a line break in a name',
    () => ({ to: [{ ...ZOE, name: 'Zoe\r\nBcc: eve@evil.example' }] }),
    'to.0.name',
    /one line/,
  ],
  ['a line separator in a name', () => ({ cc: [{ ...ZOE, name: 'Zoe\u2028x' }] }), 'cc.0.name', /one line/],
  ['a line break in an address', () => ({ bcc: [{ email: 'zoe@there.example\n' }] }), 'bcc.0.email', /email address/],
  ['an address of ours', () => ({ cc: [{ email: 'Support+x@shop.example' }] }), 'cc.0.email', /an inbox here/],
  [
    '25 MB',
    async desk => ({ attachments: [await uploadOf(desk, 12_500_000), await uploadOf(desk, 12_500_001)] }),
    'attachments',
    /25\.0 MB together, and one mail takes 20\.0 MB/,
  ],
  ['a sample conversation', asSample, 'deliver', /a sample/],
  ['no address of the inbox', withoutAddress, 'deliver', /Support has no address to send from/],
  ['a deleted inbox', withoutInbox, 'deliver', /in no inbox/],
];

function many(count: number, from = 0) {
  return Array.from({ length: count }, (_, at) => ({ email: `n${from + at}@there.example` }));
}

async function elsewhere(desk: MailDesk): Promise<number> {
  const id = await makeConversation(desk);
  return (await desk.answer({ deliver: false }, { id })).body.data.id;
}

async function withoutAddress(desk: MailDesk) {
  await desk.center.write(work => forgetSample(work));
  const inbox = (await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data;
  await desk.call('DELETE', `/inboxes/${desk.inboxId}/emails/${inbox.emails[0].id}`);
  return {};
}

async function asSample(desk: MailDesk) {
  await desk.center.write(work => rememberSample(work, [desk.conversation]));
  return {};
}

async function withoutInbox(desk: MailDesk) {
  await desk.call('DELETE', `/inboxes/${desk.inboxId}`);
  return {};
}

test('a mail that cannot be sent is not kept, and 422 names the reason', async () => {
  const desk = await openMailDesk();
  for (const [what, make, path, said] of OBSTACLES) {
    const more = await make(desk);
    const { message_count } = await readConversation(desk, desk.conversation);
    const { status, body } = await desk.answer(more);
    const details = [{ path, message: expect.stringMatching(said) }];
    expect([status, body.error?.details], what).toEqual([422, details]);
    expect(await desk.letters(), what).toEqual([]);
    expect((await readConversation(desk, desk.conversation)).message_count, what).toBe(message_count);
  }
});

test('50 people and 20 MB are sent, and so is what an inbox’s secondary address sends', async () => {
  const desk = await openMailDesk();
  const [email] = (await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data.emails;
  const body = { emails: [{ email: email.email, status: 'secondary' }], id: desk.inboxId };
  await desk.call('POST', '/inboxes/save', { body });
  const attachments = [await uploadOf(desk, 20_000_000)];
  const more = { to: many(20), cc: many(30, 20), attachments };
  expect((await desk.answer(more)).status).toBe(201);
  expect(await lastLetter(desk)).toMatchObject({ from: { email: OURS }, attachmentIds: attachments });
});

test('an API key sends no mail, and neither does a help center without a relay', async () => {
  const desk = await openMailDesk();
  const ofKey = await desk.answer({}, { as: 'key' });
  expect([ofKey.status, ofKey.body.error.details[0].message]).toEqual([422, expect.stringContaining('API key')]);
  const mute = await openCenter();
  const id = await makeConversation(mute);
  const body = { body_text: 'Hi', deliver: true };
  const { status, body: said } = await mute.call('POST', `/conversations/${id}/messages`, { body });
  await mute.close();
  expect([status, said.error.details]).toEqual([
    422,
    [{ path: 'deliver', message: 'cannot be done: no relay is set up to send mail by' }],
  ]);
});

test('the sent bytes have exactly the written text', async () => {
  const desk = await openMailDesk();
  const hostile = '"Zoë" <x@y.example>, =?utf-8?Q?x?=\u0085Bcc: eve@evil.example';
  await desk.call('PUT', `/conversations/${desk.conversation}`, { body: { title: hostile.replace('\u0085', ' ') } });
  await desk.center.write(({ db }) => db.updateTable('agent').set({ name: hostile }).execute());
  await desk.center.write(({ db }) => db.deleteFrom('message_head').execute());
  const id = await upload(desk);
  const body_text = `From: eve@evil.example\r\n.\r\n\r\n${'a long line '.repeat(20)}end\n> ${hostile}`;
  await desk.answer({ body_text, attachments: [id, id] });
  const mail = parseMail(await letterBytes(desk.center, await lastLetter(desk)), { now: 0 });
  const name = hostile.replace('\u0085', ' ');
  expect(mail).toMatchObject({
    from: { name: name.replaceAll('=?', '= ?'), email: OURS },
    to: [ZOE],
    cc: [YAN, MAX],
    subject: name,
    text: body_text.replaceAll('\r\n', '\n'),
    inReplyTo: ['two@there.example'],
    files: [{ name: 'scan.pdf', type: 'application/pdf', content: Buffer.from('%PDF') }],
  });
});
