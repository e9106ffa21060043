import { expect, test } from 'vitest';
import { lockConversations } from '../../../../src/center/model/conversation/row.ts';
import { changeRows } from '../../../../src/center/model/conversation/update.ts';
import { createConversation } from '../../../../src/center/model/conversation/write.ts';
import { contactFor } from '../../../../src/center/model/mail.ts';
import { keepRecipients } from '../../../../src/center/model/message/recipients.ts';
import { addMessage } from '../../../../src/center/model/message/write.ts';
import { createMessageId } from '../../../../src/center/model/message-id.ts';
import { touchDelivery } from '../../../../src/center/model/outgoing/delivery.ts';
import { readMailSecret } from '../../../../src/center/model/setting.ts';
import { signByFrom, usualKeys } from '../../../harness/dkim.ts';
import { isFull } from '../../../harness/full.ts';
import { mailOf, openMail } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

const LMTP = { via: 'lmtp' } as const;
const [SPAM, CLOSED] = [2, 2];
/** How many mails make a storm. */
const STORM = isFull ? 10_000 : 40;
const STORM_MS = isFull ? 1_200_000 : 60_000;

type Open = Awaited<ReturnType<typeof openMail>>;

/** A closed conversation with Zoe, our answer in it, and the Message-ID by which it was sent. */
async function answered({ center }: Open) {
  return center.write(async work => {
    const zoe = await contactFor(work, { name: 'Zoe', email: 'zoe@x.example' });
    const actor = { agentId: null, now: work.now };
    const { id } = await createConversation(work, { title: 'Parcel', inboxId: 1, contactIds: [zoe] }, actor);
    await addMessage(work, { conversationId: id, kind: 'contact', contactId: zoe, bodyText: 'Where?' }, actor);
    const answer = await addMessage(work, { conversationId: id, kind: 'agent', bodyText: 'Here.' }, actor);
    await changeRows(work, await lockConversations(work, [id]), { statusId: CLOSED, archived: true }, actor);
    const secret = await readMailSecret(work.db);
    return { id, answer, ourId: createMessageId({ conversationId: id, messageId: answer }, 'shop.example', secret) };
  });
}

function bounce(ourId: string, number: number | string, action = 'failed'): Buffer {
  return bounceOf(ourId, number, [`Final-Recipient: rfc822; k${number}@x.example`, `Action: ${action}`]);
}

function bounceOf(ourId: string, number: number | string, about: readonly string[], words = 'Sorry.'): Buffer {
  return mailOf(
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example',
    `Message-ID: <bounce-${number}@mx.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    '',
    ...['--x', '', words],
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    ...about,
    'Diagnostic-Code: smtp; 550 no such user',
    '',
    '--x',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${ourId}>`,
    '--x--',
  );
}

function conversations({ center }: Open) {
  return center.read(({ db }) => db.selectFrom('conversation').selectAll().orderBy('id').execute());
}

async function numbers({ center }: Open) {
  return center.read(async ({ db }) => {
    const count = async (table: 'message' | 'history' | 'mail' | 'mail_set_aside') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    return {
      messages: await count('message'),
      history: await count('history'),
      mails: await count('mail'),
      setAside: await count('mail_set_aside'),
    };
  });
}

/** The events that say that a customer wrote: desks ring for them. */
async function rings({ center }: Open): Promise<number> {
  const events = await center.read(({ db }) => db.selectFrom('event_log').select('changes').execute());
  return events.filter(({ changes }) => 'written' in JSON.parse(changes)).length;
}

test('a bounce is kept beside the message that bounced, once, and reopens nothing', async () => {
  const open = await openMail();
  const { id, ourId, answer } = await answered(open);
  const before = await numbers(open);
  expect(await receiveMail(open.center, bounce(ourId, 1), LMTP)).toEqual({ stored: 'new' });
  expect(await receiveMail(open.center, bounce(ourId, 1), LMTP)).toEqual({ stored: 'known' });
  expect(await receiveMail(open.center, bounce(ourId, 2, 'delayed'), LMTP)).toEqual({ stored: 'new' });
  expect(await numbers(open)).toEqual({ ...before, history: before.history + 1, mails: before.mails + 2 });
  expect(await conversations(open)).toMatchObject([
    { id, delivery_failed: 1, status_id: CLOSED, place: 1, message_count: 2 },
  ]);
  const told = await open.center.read(({ db }) => db.selectFrom('message_delivery').selectAll().execute());
  expect(told).toMatchObject([
    {
      message_id: answer,
      state: 'failed',
      reason: `MAILER-DAEMON@mx.example (unverified) says: k1@x.example: 550 no such user`,
    },
  ]);
});

/** A mail of ours to this address that was sent, and what is known of its way. */
async function sentTo(email: string) {
  const open = await openMail();
  const { ourId, answer } = await answered(open);
  const to = [{ name: 'Zoe', email }];
  await open.center.write(async work => {
    await keepRecipients(work, new Map([[answer, { to, cc: [] }]]));
    await touchDelivery(work, answer, { state: 'sent', at: work.now });
  });
  const told = () =>
    open.center.read(({ db }) => db.selectFrom('message_delivery').select(['state', 'reason']).execute());
  return { ...open, center: { ...open.center, keys: usualKeys() }, ourId, told };
}

test('a bounce for an address that our mail was not written to is shown as a report, and no failure of ours', async () => {
  const open = await sentTo('k1@x.example');
  const { ourId, center, told } = open;
  const waits = await numbers(open);
  expect(await receiveMail(center, bounce(ourId, 2), LMTP)).toEqual({ stored: 'new' });
  const reason = 'k2@x.example: 550 no such user (MAILER-DAEMON@mx.example, unverified)';
  expect(await told()).toEqual([{ state: 'sent', reason }]);
  expect(await conversations(open)).toMatchObject([{ delivery_failed: 1, status_id: CLOSED, place: 1 }]);
  expect(await numbers(open)).toEqual({ ...waits, mails: waits.mails + 1 });
  await receiveMail(center, bounce(ourId, 'x2', 'delayed'), LMTP);
  await receiveMail(center, bounce(ourId, 4), LMTP);
  const both = `${reason}; k4@x.example: 550 no such user (MAILER-DAEMON@mx.example, unverified)`;
  expect(await told()).toEqual([{ state: 'sent', reason: both }]);
  for (const one of [bounce(ourId, 1), signByFrom(bounce(ourId, 3))]) await receiveMail(center, one, LMTP);
  const failure =
    'MAILER-DAEMON@mx.example (unverified) says: k1@x.example: 550 no such user; ' +
    'MAILER-DAEMON@mx.example says: k3@x.example: 550 no such user';
  expect(await told()).toEqual([{ state: 'failed', reason: failure }]);
  await receiveMail(center, bounce(ourId, 5), LMTP);
  expect(await told(), 'a failure stays').toEqual([{ state: 'failed', reason: failure }]);
});

test.each([
  ['names nobody', 'sent', (ourId: string) => bounceOf(ourId, 7, ['Action: failed'])],
  ['names nobody, and is signed', 'failed', (ourId: string) => signByFrom(bounceOf(ourId, 7, ['Action: failed']))],
  [
    'names one of ours in words alone',
    'failed',
    (ourId: string) => bounceOf(ourId, 7, ['Action: failed'], '<K1@x.example>:'),
  ],
  [
    'names one of ours beside another',
    'failed',
    (ourId: string) =>
      bounceOf(ourId, 7, [
        'Final-Recipient: rfc822; k9@x.example',
        'Action: failed',
        '',
        'Final-Recipient: rfc822; K1@x.example',
        'Action: failed',
      ]),
  ],
])('a bounce that %s: %s', async (_, state, report) => {
  const { ourId, center, told } = await sentTo('k1@x.example');
  await receiveMail(center, report(ourId), LMTP);
  expect(await told()).toMatchObject([{ state }]);
});

test('a report that is not believed leaves a mail as it is that has not been sent yet', async () => {
  const { ourId, center, told, log } = await sentTo('k1@x.example');
  await center.write(({ db }) => db.updateTable('message_delivery').set({ state: 'queued' }).execute());
  await receiveMail(center, bounce(ourId, 2), LMTP);
  expect(await told()).toEqual([{ state: 'queued', reason: null }]);
  expect(log).toEqual([
    'Not believed, as our mail was not written to that address: ' +
      'k2@x.example: 550 no such user (MAILER-DAEMON@mx.example, unverified)',
  ]);
});

test('a report on a mail of others, or on a message that is gone, is set aside and opens no conversation', async () => {
  const open = await openMail();
  const { answer, ourId } = await answered(open);
  const before = await numbers(open);
  expect(await receiveMail(open.center, bounce('other@x.example', 1), LMTP)).toEqual({ stored: 'set aside' });
  await open.center.write(({ db }) => db.deleteFrom('message').where('id', '=', answer).execute());
  expect(await receiveMail(open.center, bounce(ourId, 2), LMTP)).toEqual({ stored: 'set aside' });
  expect(await numbers(open)).toEqual({ ...before, messages: before.messages - 1, setAside: 2 });
  expect(open.log).toEqual([
    'A mail from LMTP was set aside: It reports on a mail that was not sent from here.',
    'A mail from LMTP was set aside: It reports on a message that is not here any more.',
  ]);
});

test('bounces and answers of machines by the thousand reopen nothing, and change a conversation little', {
  timeout: STORM_MS,
}, async () => {
  const open = await openMail();
  const { id, ourId } = await answered(open);
  const [before] = await conversations(open);
  const rung = await rings(open);
  for (let number = 0; number < STORM; number += 1) await receiveMail(open.center, bounce(ourId, number), LMTP);
  const [after] = await conversations(open);
  expect(after!.version - before!.version).toBeLessThan(25);
  for (let number = 0; number < STORM; number += 1) {
    const head = ['From: Zoe <zoe@x.example>', `Message-ID: <away-${number}@x.example>`, `In-Reply-To: <${ourId}>`];
    const text = ['Auto-Submitted: auto-replied', '', `I am away. ${number}`];
    expect(await receiveMail(open.center, mailOf(...head, ...text), LMTP)).toEqual({ stored: 'new' });
  }
  const rows = await conversations(open);
  expect(rows).toMatchObject([{ id, status_id: CLOSED, place: 1, message_count: 2 + STORM }]);
  expect(await rings(open), 'no desk rings').toBe(rung);
  const [waiting] = await open.center.read(({ db }) =>
    db.selectFrom('conversation').select('since').where('since', 'is not', null).execute(),
  );
  expect(waiting, 'the answer reached nobody: only the question still waits').toEqual({ since: before!.created_at });
});

test('an agent’s answering program answers nothing: the customer still waits', async () => {
  const open = await openMail();
  await open.center.write(async work => {
    const now = work.now;
    const zoe = await contactFor(work, { name: 'Zoe', email: 'zoe@x.example' });
    const actor = { agentId: null, now };
    const { id } = await createConversation(work, { title: 'Parcel', inboxId: 1, contactIds: [zoe] }, actor);
    await addMessage(work, { conversationId: id, kind: 'contact', contactId: zoe, bodyText: 'Where?' }, actor);
    const later = { agentId: null, now: now + 1_000 };
    await addMessage(work, { conversationId: id, kind: 'agent', bodyText: 'I am away.', isAutomatic: true }, later);
    const marks = () => work.db.selectFrom('conversation').select('since').where('since', 'is not', null).execute();
    expect(await marks()).toEqual([{ since: now }]);
    await addMessage(work, { conversationId: id, kind: 'agent', bodyText: 'Here.' }, { ...later, now: now + 2_000 });
    expect(await marks()).toEqual([]);
  });
});

test('mail of a sender that an agent has marked lands in the spam inbox; mail without proof marks no sender', async () => {
  const open = await openMail();
  const center = { ...open.center, keys: usualKeys() };
  const send = (number: number, sign = (bytes: Buffer) => bytes) =>
    receiveMail(
      center,
      sign(mailOf('From: bob@spam.example', `Message-ID: <${number}@spam.example>`, '', `Buy ${number}!`)),
      LMTP,
    );
  const moveToSpam = (id: number) =>
    center.write(async work => {
      const rows = await lockConversations(work, [id]);
      await changeRows(work, rows, { inboxId: SPAM }, { agentId: null, now: work.now });
    });
  const homes = async () => (await conversations(open)).map(row => row.inbox_id);
  await send(1);
  await moveToSpam(1);
  await send(2);
  expect(await homes(), 'nobody vouches that it was Bob').toEqual([SPAM, 1]);
  await send(3, bytes => signByFrom(bytes));
  await moveToSpam(3);
  await send(4);
  await send(5, bytes => signByFrom(bytes));
  expect(await homes()).toEqual([SPAM, 1, SPAM, SPAM, SPAM]);
});

test('a customer’s answer that a filter takes for spam joins its conversation, but rings no bell', async () => {
  const open = await openMail();
  const center = { ...open.center, keys: usualKeys() };
  const { ourId } = await answered(open);
  const answer = (number: number, ...more: readonly string[]) => {
    const head = ['From: zoe@x.example'];
    return signByFrom(
      mailOf(...head, `Message-ID: <${number}@x.example>`, `In-Reply-To: <${ourId}>`, ...more, '', `${number}`),
    );
  };
  const before = await rings(open);
  await receiveMail(center, answer(1, 'X-Spam-Flag: YES'), LMTP);
  expect([await rings(open), (await conversations(open)).length]).toEqual([before, 1]);
  await receiveMail(center, answer(2), LMTP);
  expect([await rings(open), (await conversations(open)).length]).toEqual([before + 1, 1]);
});
