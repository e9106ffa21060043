import { describe, expect, test } from 'vitest';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import { letterBytes } from '../../../src/center/mail/out/compose.ts';
import { makeConversation, readConversation } from '../conversations.ts';
import { lastLetter, type MailDesk, OURS, openMailDesk, upload, uploadOf, ZOE } from './deliver.ts';

const SAM = { name: 'Sam Supplier', email: 'sam@supplier.example' };
const IVY = { name: '', email: 'ivy@supplier.example' };

/** Forwards the customer's message to the supplier. */
function forward(desk: MailDesk, more: object = {}) {
  return desk.answer({ body_text: 'Is it in stock?', forward: desk.question, to: [SAM], ...more });
}

/** The supplier's answer to the last letter; `more` are further fields. */
async function supplierAnswers(desk: MailDesk, text = 'In a week.', more: readonly string[] = []): Promise<void> {
  const { messageId } = await lastLetter(desk);
  const id = `Message-ID: <${Math.random()}@supplier.example>`;
  await desk.mail([`From: ${SAM.email}`, `To: ${OURS}`, id, `In-Reply-To: <${messageId}>`, ...more], text);
}

async function messages(desk: MailDesk, id = desk.conversation) {
  return (await desk.call('GET', `/conversations/${id}/messages`)).body.data as { id: number }[];
}

describe('a forward', () => {
  test('carries the message between a head and a foot, in a thread of its own, and goes to no participant', async () => {
    const desk = await openMailDesk();
    await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { signature: 'Your shop' } });
    const { status, body } = await forward(desk, { bcc: [IVY] });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      body_text: 'Is it in stock?',
      to: [SAM],
      cc: [],
      side: true,
      forwards: desk.question,
    });
    expect(body.data.bcc).toMatchObject([IVY]);
    expect(await lastLetter(desk)).toMatchObject({
      to: [SAM],
      cc: [],
      bcc: [IVY],
      subject: 'Fwd: My parcel',
      inReplyTo: null,
      references: [],
      text: [
        'Is it in stock?',
        '',
        '---------- Forwarded message ----------',
        'From: Zoe Quinn <zoe@there.example>',
        'Date: 2026-03-01 12:00 UTC',
        'Subject: My parcel',
        `To: Support <${OURS}>, Yan <yan@there.example>`,
        '',
        'Where is it?',
        '',
        '---------- End of the forwarded message ----------',
        '',
        '-- ',
        'Your shop',
      ].join('\n'),
    });
    const bytes = `${await letterBytes(desk.center, await lastLetter(desk))}`;
    const [head] = bytes.split('\r\n\r\n');
    expect(head).not.toMatch(/zoe|two@there|ivy/i);
  });

  test('answers no customer: the customer still waits, the status stays, and the conversation gets no participant', async () => {
    const desk = await openMailDesk();
    const before = await readConversation(desk, desk.conversation);
    await forward(desk);
    const after = await readConversation(desk, desk.conversation);
    expect(after).toMatchObject({
      waiting_since: before.waiting_since,
      status: 'open',
      participants: before.participants,
    });
    const { body } = await desk.call('GET', '/conversations?has[]=side');
    expect(body.data.map((one: { id: number }) => one.id)).toEqual([desk.conversation]);
  });

  test('may have no words of its own', async () => {
    const desk = await openMailDesk();
    await forward(desk, { body_text: '' });
    expect((await lastLetter(desk)).text).toMatch(/^-{10} Forwarded message -{10}\n/);
  });

  test('takes the files of its message by reference, with those that are attached', async () => {
    const desk = await openMailDesk();
    const [own, more] = [await upload(desk), await upload(desk)];
    const sent = await desk.answer({ attachments: [own], deliver: false });
    await forward(desk, { forward: sent.body.data.id, attachments: [more] });
    expect((await lastLetter(desk)).attachmentIds).toEqual([more, own]);
  });

  test.each([
    ['without a recipient', { to: [] }, 'to', /says who gets the forward/],
    ['without being sent', { deliver: false }, 'forward', /needs `deliver`/],
    ['of no message here', { forward: 999 }, 'forward', /has no message 999 to forward/],
    ['to an inbox here', { to: [{ email: OURS }] }, 'to.0.email', /is an address of an inbox here/],
    [
      'to 51 people',
      { to: Array.from({ length: 51 }, (_, at) => ({ email: `p${at}@x.example` })) },
      'to',
      /at most 50/,
    ],
  ])('%s is refused, and nothing is kept', async (_what, more, path, reason) => {
    const desk = await openMailDesk();
    const { status, body } = await forward(desk, more);
    expect([status, body.error.details[0].path]).toEqual([422, path]);
    expect(body.error.details[0].message).toMatch(reason);
    expect([await messages(desk), await desk.letters()]).toMatchObject([[{ id: desk.question }], []]);
  });

  test('of a message that can still be taken back, of another conversation, or with too large files is refused', async () => {
    const desk = await openMailDesk();
    const held = await desk.answer();
    expect((await forward(desk, { forward: held.body.data.id })).body.error.details[0].message).toMatch(/is held/);
    const other = await makeConversation(desk);
    expect((await desk.answer({ forward: desk.question, to: [SAM] }, { id: other })).status).toBe(422);
    const large = await desk.answer({ attachments: [await uploadOf(desk, 25_000_000)], deliver: false });
    const { details } = (await forward(desk, { forward: large.body.data.id })).body.error;
    expect(details[0].message).toMatch(/one mail takes 20\.0 MB/);
  });

  test('to fifty people, with line breaks in the title, is one mail of one line of subject', async () => {
    const desk = await openMailDesk();
    await desk.mail(['From: zoe@there.example', `To: ${OURS}`, 'Subject: =?utf-8?q?A=0D=0ABcc:_eve@evil.example?=']);
    const [{ id }] = (await desk.call('GET', '/conversations')).body.data;
    const [question] = await messages(desk, id);
    const to = Array.from({ length: 50 }, (_, at) => ({ email: `p${at}@x.example` }));
    await desk.answer({ forward: question!.id, to }, { id });
    const mail = parseMail(await letterBytes(desk.center, await lastLetter(desk)), { now: 0 });
    expect([mail.to.length, mail.cc.length, mail.subject]).toEqual([50, 0, 'A Bcc: eve@evil.example']);
  });
});

describe('the answer of a third party', () => {
  test('comes into the conversation aside: no customer waits for it, and no answer goes to its author', async () => {
    const desk = await openMailDesk();
    await forward(desk);
    await desk.answer();
    await supplierAnswers(desk);
    expect(await messages(desk)).toHaveLength(3);
    const answers = await desk.letters();
    await desk.mail(
      [
        `From: ${SAM.email}`,
        `To: ${OURS}`,
        'Message-ID: <a@supplier.example>',
        `In-Reply-To: <${answers[0]!.messageId}>`,
        'References: <two@there.example>',
      ],
      'In a week.',
    );
    const seen = await messages(desk);
    expect(seen.at(-1)).toMatchObject({ side: true, body_text: 'In a week.', author: { email: SAM.email } });
    const conversation = await readConversation(desk, desk.conversation);
    expect(conversation).toMatchObject({ waiting_since: null, unread: true });
    expect(JSON.stringify(conversation.participants)).not.toContain('supplier');
    await desk.answer({ message_id: seen.at(-1)!.id });
    const letter = await lastLetter(desk);
    expect(letter.to).toEqual([ZOE]);
    expect(JSON.stringify(letter)).not.toMatch(/supplier|In a week/);
  });

  test('follows its conversation into the one that took it in, and out of the archive', async () => {
    const desk = await openMailDesk();
    await forward(desk);
    const into = await makeConversation(desk);
    await desk.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [desk.conversation] } });
    await desk.call('POST', `/conversations/${into}/archive`);
    await supplierAnswers(desk);
    expect((await messages(desk, into)).at(-1)).toMatchObject({ side: true, body_text: 'In a week.' });
    expect(await readConversation(desk, into)).toMatchObject({ archived: false });
  });

  test.each([
    ['another address', ['From: eve@evil.example'], undefined],
    ['another’s Message-ID', [`From: ${SAM.email}`], 'c1.m2.00000000000000000000@shop.example'],
  ])('from %s begins a conversation of its own', async (_what, head, id) => {
    const desk = await openMailDesk();
    await forward(desk);
    const named = id ?? (await lastLetter(desk)).messageId;
    await desk.mail([...head, `To: ${OURS}`, 'Message-ID: <f@evil.example>', `In-Reply-To: <${named}>`], 'Pay here.');
    expect(await messages(desk)).toHaveLength(2);
    expect((await desk.call('GET', '/conversations')).body.data).toHaveLength(2);
  });

  test('a participant’s answer is not an answer aside', async () => {
    const desk = await openMailDesk();
    await forward(desk, { to: [{ email: 'yan@there.example' }] });
    const { messageId } = await lastLetter(desk);
    await desk.mail([
      'From: yan@there.example',
      `To: ${OURS}`,
      'Message-ID: <y@there.example>',
      `In-Reply-To: <${messageId}>`,
    ]);
    expect((await messages(desk)).at(-1)).toMatchObject({ side: false });
  });
});
