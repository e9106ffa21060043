import { beforeEach, describe, expect, test } from 'vitest';
import { ratingJob } from '../../../../src/center/mail/automatic/rating-request.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { createConversation } from '../../../../src/center/model/conversation/write.ts';
import { createJobRunner } from '../../../../src/center/model/jobs/runner.ts';
import { keepHead } from '../../../../src/center/model/message/head.ts';
import { addMessage } from '../../../../src/center/model/message/write.ts';
import { createMessageId } from '../../../../src/center/model/message-id.ts';
import { setDelivery } from '../../../../src/center/model/outgoing/delivery.ts';
import { enqueue } from '../../../../src/center/model/outgoing/enqueue.ts';
import { waitOn } from '../../../../src/center/model/rating/wait.ts';
import { readMailSecret } from '../../../../src/center/model/setting.ts';
import { type Answering, openAnswering, RATING_DELAY_MS } from './open-answering.ts';

const KIM = 'From: Kim Quinn <kim@customer.example>';
const SAM = 'From: Sam <sam@customer.example>';
const TO = 'To: help@shop.example';
const DAY_MS = 86_400_000;
const [OPEN, CLOSED] = [1, 2];

let desk: Answering;

beforeEach(async () => {
  desk = await openAnswering({ inbox: { send_autoresponse: false } });
});

/** An agent's answer in a conversation, in the queue. */
async function answer(conversationId = 1): Promise<number> {
  const posted = await desk.call('POST', `/conversations/${conversationId}/messages`, { body: { body_text: 'Done.' } });
  const messageId: number = posted.body.data.id;
  await desk.center.write(async work => {
    const letter = {
      messageId: createMessageId({ conversationId, messageId }, 'shop.example', await readMailSecret(work.db)),
      date: work.now,
      from: { name: 'Ben', email: 'help@shop.example' },
      to: [{ name: 'Kim', email: 'kim@customer.example' }],
      cc: [],
      bcc: [],
      subject: 'Re: Parcel',
      inReplyTo: 'q@customer.example',
      references: ['q@customer.example'],
      text: 'Done.',
      attachmentIds: [],
      automatic: null,
      hasNullSender: false,
    };
    await keepHead(work, messageId, { ...letter, subject: 'Parcel', inReplyTo: [letter.inReplyTo] });
    await enqueue(work, { letter, conversationId, messageId, inboxId: null, notBefore: work.now, isHeld: false });
  });
  return messageId;
}

/** Asks for all ratings that are due, as a process that sends mail does. */
async function askForRatings(mail: MailCenter, mailOut = mail.context.mailOut!): Promise<void> {
  const jobs = createJobRunner(desk.center.context);
  jobs.add(ratingJob(mail, mailOut));
  await jobs.run();
  await jobs.close();
}

/** Kim's question with Sam in Cc, and an agent's answer to it that was sent. */
async function answered(): Promise<void> {
  await desk.deliver([KIM, TO, 'Cc: sam@customer.example', 'Subject: Parcel', 'Message-ID: <q@customer.example>']);
  await answer();
  await desk.send();
}

function setStatus(id: number, conversationId = 1) {
  return desk.call('PUT', `/conversations/${conversationId}`, { body: { conversation_status_id: id } });
}

/** The letters that ask for a rating after this time. */
async function askedAfter(ms = RATING_DELAY_MS) {
  desk.clock.now += ms;
  await askForRatings(desk.mail);
  return desk.send();
}

/** The request in the conversation of Kim, who was asked. */
async function asked() {
  await answered();
  await setStatus(CLOSED);
  const [request] = await askedAfter();
  return request!;
}

describe('the request for a rating', () => {
  test('comes ten minutes after the closing, below the agent’s answer, with a link to the page', async () => {
    await answered();
    await setStatus(CLOSED);
    expect(await askedAfter(RATING_DELAY_MS - 1)).toEqual([]);
    const [request, ...others] = await askedAfter(1);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      from: { name: 'Support', email: 'help@shop.example' },
      to: [{ name: 'Kim Quinn', email: 'kim@customer.example' }],
      subject: 'Re: Parcel',
      references: ['q@customer.example', expect.stringMatching(/^c1\.m2\./)],
      inReplyTo: expect.stringMatching(/^c1\.m2\./),
      automatic: 'auto-generated',
      hasNullSender: false,
    });
    expect(request!.text).toMatch(
      /^How did we do\? Answer with a digit from 1 to 5\.\n\nhttps:\/\/help\.shop\.example\/rate\/1-[0-9a-f]{32}$/,
    );
  });

  test('is a message of the help center whose link no agent sees, and moves the conversation nowhere', async () => {
    await answered();
    await setStatus(CLOSED);
    const before = await desk.conversation(1);
    await askedAfter();
    expect((await desk.messages(1)).at(-1)).toMatchObject({
      kind: 'system',
      body_text: 'How did we do? Answer with a digit from 1 to 5.',
      delivery: { state: 'sent' },
    });
    const { last_message_at, preview, status } = before;
    expect(await desk.conversation(1)).toMatchObject({ last_message_at, preview, status, message_count: 3 });
  });

  test('has no link where customers have no address to go to', async () => {
    desk = await openAnswering({ publicUrl: null });
    expect((await asked()).text).toBe('How did we do? Answer with a digit from 1 to 5.');
  });

  test('is taken back by reopening, and waits again after the next closing', async () => {
    await answered();
    await setStatus(CLOSED);
    desk.clock.now += RATING_DELAY_MS / 2;
    await setStatus(OPEN);
    expect(await askedAfter()).toEqual([]);
    await setStatus(CLOSED);
    expect(await askedAfter(RATING_DELAY_MS - 1)).toEqual([]);
    expect(await askedAfter(1)).toHaveLength(1);
  });

  test('is taken back by the customer’s next mail', async () => {
    await answered();
    await setStatus(CLOSED);
    await desk.deliver([KIM, TO, 'In-Reply-To: <q@customer.example>']);
    expect(await askedAfter()).toEqual([]);
  });

  test('comes once for each last answer', async () => {
    await asked();
    await setStatus(OPEN);
    await setStatus(CLOSED);
    expect(await askedAfter()).toEqual([]);
    await setStatus(OPEN);
    await answer();
    await desk.send();
    await setStatus(CLOSED);
    expect(await askedAfter()).toHaveLength(1);
  });

  test('waits for an answer that is still on its way, and for none that failed', async () => {
    await desk.deliver([KIM, TO]);
    await answer();
    await setStatus(CLOSED);
    desk.clock.now += RATING_DELAY_MS;
    await askForRatings(desk.mail);
    expect(await desk.send()).toHaveLength(1);
    expect(await askedAfter()).toHaveLength(1);

    await desk.deliver([SAM, TO]);
    const messageId = await answer(2);
    await setStatus(CLOSED, 2);
    await desk.send();
    await desk.center.write(work => setDelivery(work, messageId, { state: 'failed', at: work.now, reason: 'no' }));
    expect(await askedAfter()).toEqual([]);
  });

  test('is looked at once in a round, also if it is due at once and the relay takes nothing', async () => {
    await desk.deliver([KIM, TO]);
    await desk.center.write(async work => {
      const actor = { agentId: null, now: work.now };
      for (let n = 0; n < 100; n += 1) {
        const given = { title: 'Parcel', inboxId: desk.inboxId, contactIds: [1], statusId: CLOSED };
        const { id: conversationId } = await createConversation(work, given, actor);
        const messageId = await addMessage(work, { conversationId, kind: 'agent', bodyText: 'Done.' }, actor);
        await setDelivery(work, messageId, { state: 'queued', at: work.now });
        await waitOn(work, conversationId);
      }
    });
    desk.clock.now += 1_000;
    await askForRatings(desk.mail, { ...desk.mail.context.mailOut!, ratingDelayMs: 0 });
    expect(await desk.send()).toEqual([]);
  });

  test('comes once, however many processes ask', async () => {
    await answered();
    await setStatus(CLOSED);
    desk.clock.now += RATING_DELAY_MS;
    await Promise.all([askForRatings(desk.mail), askForRatings(desk.mail), askForRatings(desk.mail)]);
    expect(await desk.send()).toHaveLength(1);
  });

  test('goes to each of many conversations that are closed at once', async () => {
    for (const id of [1, 2, 3]) {
      await desk.deliver([`From: c${id}@customer.example`, TO]);
      await answer(id);
    }
    await desk.send();
    await desk.call('PUT', '/conversations', {
      body: { conversation_ids: [1, 2, 3], conversation_status_id: CLOSED },
    });
    expect((await askedAfter()).map(({ to }) => to[0]!.email)).toEqual([1, 2, 3].map(id => `c${id}@customer.example`));
  });

  test('is not sent without an answer of an agent by mail', async () => {
    await desk.deliver([KIM, TO]);
    await desk.call('POST', '/conversations/1/messages', { body: { body_text: 'Kept here.' } });
    await setStatus(CLOSED);
    expect(await askedAfter()).toEqual([]);
  });

  test('has words of the help center if the inbox has none', async () => {
    const body = { id: desk.inboxId, send_rating_request: true, rating_message: ' \u200b' };
    expect((await desk.call('POST', '/inboxes/save', { body })).status).toBe(200);
    expect((await asked()).text).toMatch(/^How did we do\? Answer with a digit from 1 \(bad\) to 5 \(good\)\.\n\n/);
  });

  const ASKING = { send_rating_request: true, rating_message: 'How did we do?' };
  const SILENT: readonly [when: string, inbox: object, conversation?: object][] = [
    ['by an inbox that asks for none', { send_rating_request: 0 }],
    ['if the conversation is not to be rated', {}, { disable_rating: true }],
    ['if the conversation was moved to spam', {}, { inbox_id: 2 }],
  ];
  test('is not sent by an inbox that asks for none, nor about a conversation that is not to be rated', async () => {
    for (const [at, [when, inbox, conversation = {}]] of SILENT.entries()) {
      await desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, ...ASKING } });
      await desk.deliver([`From: c${at}@customer.example`, TO]);
      await answer(at + 1);
      await desk.send();
      await setStatus(CLOSED, at + 1);
      await desk.center.write(async ({ db }) => {
        const set = { send_rating_request: 1 as const, ...inbox };
        await db.updateTable('inbox').set(set).where('id', '=', desk.inboxId).execute();
      });
      await desk.call('PUT', `/conversations/${at + 1}`, { body: conversation });
      expect([when, await askedAfter()]).toEqual([when, []]);
    }
  });

  test('is not sent from an inbox without an address, to a colleague or to a no-reply address', async () => {
    for (const [at, from] of ['office@shop.example', 'no-reply@customer.example'].entries()) {
      await desk.deliver([`From: ${from}`, TO]);
      await answer(at + 1);
      await desk.send();
      await setStatus(CLOSED, at + 1);
    }
    expect(await askedAfter()).toEqual([]);
    await desk.deliver([KIM, TO]);
    await answer(3);
    await desk.send();
    await setStatus(CLOSED, 3);
    await desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, emails: [] } });
    expect(await askedAfter()).toEqual([]);
  });
});

describe('a rating by mail', () => {
  test('is a review, with no message, and reopens nothing', async () => {
    const { messageId } = await asked();
    const before = await desk.conversation(1);
    const lines = [
      KIM,
      TO,
      `In-Reply-To: <${messageId}>`,
      '',
      '4',
      '',
      'On Sun, 1 Mar 2026 Support wrote:',
      '> 5 is best',
    ];
    expect(await desk.deliver(lines)).toBe('new');
    expect(await desk.reviews(1)).toMatchObject([{ rating: 4, comment: '', contact_id: 1 }]);
    expect((await desk.history(1)).at(-1)).toMatchObject({ event: 'review.added', agent_id: null });
    const { status, unread, message_count, waiting_since } = before;
    expect(await desk.conversation(1)).toMatchObject({ status, unread, message_count, waiting_since });
  });

  test('with more text is a review and an unread message, and reopens nothing', async () => {
    const { messageId } = await asked();
    await desk.deliver([KIM, TO, `In-Reply-To: <${messageId}>`, '', '2', '', 'It took too long.']);
    expect(await desk.reviews(1)).toMatchObject([{ rating: 2, comment: 'It took too long.' }]);
    expect((await desk.messages(1)).at(-1)).toMatchObject({ kind: 'contact', body_text: '2\n\nIt took too long.' });
    expect(await desk.conversation(1)).toMatchObject({ status: 'closed', unread: true });
    expect((await desk.history(1)).map(({ event }) => event)).not.toContain('conversation.restored');
  });

  test('may say more in its line, which is the comment; the message stays unread, and nothing is reopened', async () => {
    const { messageId } = await asked();
    await desk.deliver([KIM, TO, `In-Reply-To: <${messageId}>`, '', '2, still broken']);
    expect(await desk.reviews(1)).toMatchObject([{ rating: 2, comment: 'still broken' }]);
    expect((await desk.messages(1)).at(-1)).toMatchObject({ kind: 'contact', body_text: '2, still broken' });
    expect(await desk.conversation(1)).toMatchObject({ status: 'closed', unread: true });
  });

  test('that comes twice is one review; another one is kept as a message, and reopens nothing', async () => {
    const { messageId } = await asked();
    const lines = [KIM, TO, 'Message-ID: <r@customer.example>', `In-Reply-To: <${messageId}>`, '', '4'];
    expect([await desk.deliver(lines), await desk.deliver(lines)]).toEqual(['new', 'known']);
    expect(await desk.messages(1)).toHaveLength(3);
    await desk.deliver([KIM, TO, `In-Reply-To: <${messageId}>`, '', '1']);
    expect(await desk.reviews(1)).toMatchObject([{ rating: 4 }]);
    expect((await desk.messages(1)).at(-1)).toMatchObject({ kind: 'contact', body_text: '1' });
    expect(await desk.conversation(1)).toMatchObject({ status: 'closed', unread: true });
  });

  test('that comes after 30 days is not a review', async () => {
    const { messageId } = await asked();
    desk.clock.now += 30 * DAY_MS;
    await desk.deliver([KIM, TO, `In-Reply-To: <${messageId}>`, '', '4']);
    const read = async (what: string) => (await desk.call('GET', `/conversations/1/${what}`, { as: 'key' })).body.data;
    expect(await read('reviews')).toEqual([]);
    expect((await read('messages')).at(-1)).toMatchObject({ body_text: '4' });
  });

  const NO_RATINGS: readonly [what: string, ...text: string[]][] = [
    ['six', '6'],
    ['zero', '0'],
    ['two digits', '45'],
    ['a digit with a unit', '5km'],
    ['a half', '4.5'],
    ['words first', 'Thank you', '5'],
    ['only a quoted digit', '> 5'],
  ];
  test('is not a rating but a message if its first line begins with no digit from 1 to 5 alone', async () => {
    const { messageId } = await asked();
    for (const [what, ...text] of NO_RATINGS) {
      await setStatus(CLOSED);
      await desk.deliver([KIM, TO, `In-Reply-To: <${messageId}>`, '', ...text]);
      const { status } = await desk.conversation(1);
      expect([what, await desk.reviews(1), status]).toEqual([what, [], 'open']);
    }
  });

  test('counts from the one who was asked alone, verified, and in answer to the request', async () => {
    const { messageId, references } = await asked();
    const digit = [`In-Reply-To: <${messageId}>`, '', '1'];
    await desk.deliverForged([KIM, TO, ...digit]);
    for (const lines of [[], digit]) await desk.deliver([SAM, TO, ...lines]);
    await desk.deliver([KIM, TO, 'Auto-Submitted: auto-replied', ...digit]);
    await desk.deliver([KIM, TO, `In-Reply-To: <${references.at(-1)}>`, '', '1']);
    await desk.deliver([KIM, TO, `In-Reply-To: <${messageId.replace(/\.m\d+/, '.m9')}>`, '', '1']);
    expect(await desk.reviews(1)).toEqual([]);
  });

  test('goes to the conversation that took this one in', async () => {
    const { messageId } = await asked();
    await desk.call('POST', '/conversations', { body: { title: 'Survivor', inbox_id: desk.inboxId } });
    await desk.call('POST', '/conversations/2/merge', { body: { conversation_ids: [1] } });
    await desk.deliver([KIM, TO, `In-Reply-To: <${messageId}>`, '', '5']);
    expect(await desk.reviews(2)).toMatchObject([{ rating: 5 }]);
  });
});
