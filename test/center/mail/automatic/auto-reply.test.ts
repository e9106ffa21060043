import { beforeEach, describe, expect, test } from 'vitest';
import { type Answering, openAnswering } from './open-answering.ts';

const KIM = 'From: Kim Quinn <kim@customer.example>';
const TO = 'To: help@shop.example';
const DAY_MS = 86_400_000;

let desk: Answering;

beforeEach(async () => {
  desk = await openAnswering();
});

describe('the automatic reply', () => {
  test('goes to a customer who opens a conversation, and has none of their words in it', async () => {
    await desk.deliver([KIM, TO, 'Message-ID: <q@customer.example>', 'Subject: Buy pills', '', 'Cheap pills!']);
    const [reply, ...others] = await desk.send();
    expect(others).toEqual([]);
    expect(reply).toMatchObject({
      from: { name: 'Support', email: 'help@shop.example' },
      to: [{ name: '', email: 'kim@customer.example' }],
      cc: [],
      bcc: [],
      subject: 'Automatic reply: Support',
      text: 'We have your mail.',
      inReplyTo: 'q@customer.example',
      references: ['q@customer.example'],
      automatic: 'auto-replied',
      hasNullSender: true,
    });
    expect(JSON.stringify(reply)).not.toMatch(/pills|Quinn/);
  });

  test('stands in the conversation as the help center’s, and hides nothing of the question', async () => {
    await desk.deliver([KIM, TO, '', 'Where is my parcel?']);
    await desk.send();
    expect(await desk.messages(1)).toMatchObject([
      { kind: 'contact', body_text: 'Where is my parcel?' },
      {
        kind: 'system',
        event: null,
        automatic: true,
        body_text: 'We have your mail.',
        to: [{ email: 'kim@customer.example' }],
        delivery: { state: 'sent' },
      },
    ]);
    expect(await desk.conversation(1)).toMatchObject({
      preview: 'Where is my parcel?',
      message_count: 2,
      unread: true,
      waiting_since: expect.any(String),
      status: 'open',
    });
    await desk.call('POST', '/conversations/1/messages', { body: { body_text: 'On its way.' } });
    await desk.call('DELETE', '/conversations/1/messages/3');
    expect(await desk.conversation(1)).toMatchObject({ preview: 'Where is my parcel?' });
    expect((await desk.history(1)).map(({ event }) => event).slice(0, 3)).toEqual([
      'conversation.created',
      'message.added',
      'message.added',
    ]);
  });

  test('leads an answer to it into the same conversation, which gets no other', async () => {
    await desk.deliver([KIM, TO]);
    const [reply] = await desk.send();
    await desk.deliver([KIM, TO, `In-Reply-To: <${reply!.messageId}>`, '', 'One thing more.']);
    expect((await desk.messages(1)).map(({ kind }) => kind)).toEqual(['contact', 'system', 'contact']);
    expect(await desk.send()).toEqual([]);
  });

  test('is gone with the messages of an inbox that is deleted', async () => {
    await desk.deliver([KIM, TO]);
    await desk.call('DELETE', `/inboxes/${desk.inboxId}`);
    expect(await desk.messages(1)).toEqual([]);
    expect(await desk.conversation(1)).toMatchObject({ message_count: 0 });
  });

  const SILENT: readonly [what: string, ...lines: string[]][] = [
    ['to a mailing list', KIM, TO, 'List-Id: <talk.customer.example>'],
    ['to bulk mail', KIM, TO, 'Precedence: bulk'],
    ['to an automatic reply', KIM, TO, 'Auto-Submitted: auto-replied'],
    ['to Exchange’s automatic mail', KIM, TO, 'X-Auto-Response-Suppress: All'],
    ['to spam', KIM, TO, 'X-Spam-Flag: YES'],
    ['to a colleague of our own domain', 'From: Office <office@shop.example>', TO],
    ['to a machine of our own domain', 'From: Backup <cron@web1.shop.example>', TO],
    ['to an inbox of ours', 'From: help@shop.example', TO, 'Reply-To: kim@customer.example'],
    ['to an agent', 'From: Ben <ben@desk.example>', TO],
    ['to an address that nobody reads', 'From: no-reply@customer.example', TO],
    [
      'to a mail that waited for more than a day',
      KIM,
      TO,
      'Received: from a by mx.shop.example; Sat, 28 Feb 2026 11:59:59 +0000',
    ],
    [
      'to a report on a mail',
      'From: MAILER-DAEMON@customer.example',
      TO,
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      '',
      'It was not delivered.',
      '--b--',
    ],
  ];
  test('goes to no address that is never read, and to no program', async () => {
    for (const [what, ...lines] of SILENT) {
      await desk.deliver(lines);
      expect([what, await desk.send()]).toEqual([what, []]);
    }
    // Each of them was a mail that could be read.
    await desk.deliver([KIM, TO]);
    expect(await desk.send()).toHaveLength(1);
  });

  test('is not sent to mail without an envelope sender or with an unverified From', async () => {
    await desk.deliver([KIM, TO], { envelope: { from: null, to: ['help@shop.example'] } });
    await desk.deliverForged([KIM, TO]);
    await desk.deliverForged([
      'Authentication-Results: evil.example; dmarc=pass header.from=customer.example',
      KIM,
      TO,
    ]);
    expect(await desk.send()).toEqual([]);
    expect(desk.told).toEqual([]);
  });

  test('is sent to customers at a provider where an inbox has its address, too', async () => {
    const small = await openAnswering({ domain: 'gmail.com' });
    await small.deliver(['From: kim@gmail.com', 'To: help@gmail.com']);
    expect(await small.send()).toHaveLength(1);
  });

  test('goes to an address once a day, which a line for the operator says', async () => {
    await desk.deliver([KIM, TO]);
    desk.clock.now += DAY_MS - 60_000;
    await desk.deliver(['From: KIM@customer.example', TO]);
    expect(await desk.send()).toHaveLength(1);
    expect(desk.told).toEqual([
      'Conversation 2 got no automatic reply: this address had an automatic reply within a day.',
    ]);
    desk.clock.now += 60_000;
    await desk.deliver([KIM, TO]);
    expect(await desk.send()).toHaveLength(1);
  });

  test('goes to 30 addresses a minute', async () => {
    for (let number = 0; number < 31; number += 1) await desk.deliver([`From: c${number}@customer.example`, TO]);
    expect(await desk.send()).toHaveLength(30);
    expect(desk.told).toEqual([
      'Conversation 31 got no automatic reply: the inbox has sent 30 automatic replies within a minute.',
    ]);
    desk.clock.now += 60_000;
    await desk.deliver(['From: late@customer.example', TO]);
    expect(await desk.send()).toHaveLength(1);
  });

  test('is said in given words by an inbox without a text of its own', async () => {
    const wordless = await openAnswering({ inbox: { autoresponse_text: '' } });
    await wordless.deliver([KIM, TO]);
    expect(await wordless.send()).toMatchObject([{ text: 'We have received your message, and will answer it.' }]);
  });

  test('is not sent where no relay is set up, nor by an inbox that sends none', async () => {
    const { context, ...rest } = desk.mail;
    const alone = await openAnswering({ inbox: { send_autoresponse: false } });
    await alone.deliver([KIM, TO]);
    expect(await alone.send()).toEqual([]);
    Object.assign(desk.mail, { ...rest, context: { ...context, mailOut: null } });
    await desk.deliver([KIM, TO]);
    expect(await desk.messages(1)).toHaveLength(1);
  });
});
