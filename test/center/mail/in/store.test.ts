import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { importMail } from '../../../../src/center/intake/import-mail.ts';
import type { MailFacts } from '../../../../src/center/mail/in/facts.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { createMessageId } from '../../../../src/center/model/message-id.ts';
import { readAnswered } from '../../../../src/center/model/outgoing/answered.ts';
import { readMailSecret } from '../../../../src/center/model/setting.ts';
import type { Conversation, HistoryEntry, Message } from '../../../../src/contract/model.ts';
import { signByFrom, usualKeys } from '../../../harness/dkim.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { readHere } from '../../intake/open-intake.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { mailOf } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

const KIM = 'From: Kim Quinn <kim@customer.example>';
const SAM = 'From: Sam <sam@partner.example>';
const EVE = 'From: Eve <eve@evil.example>';
const BEN = 'From: Ben <ben@desk.example>';
const TO = 'To: help@shop.example';

let desk: OpenCenter;
let mail: MailCenter;
let log: string[];
/** Makes the Message-IDs of mails that have none. */
let sent = 0;

beforeEach(async () => {
  const opened = await openCenter();
  onTestFinished(() => opened.close());
  desk = opened;
  log = [];
  const { read, write, context } = opened.center;
  mail = { read, write, context, reader: readHere, keys: usualKeys(), log: line => log.push(line) };
  await opened.call('POST', `/inboxes/${opened.inboxId}/emails`, { body: { email: 'help@shop.example' } });
});

/** Delivers a mail of these fields, with the text after an empty line, or one of its own. */
function deliver(lines: readonly string[], facts: Partial<MailFacts> = {}): Promise<string> {
  return deliverAs(lines, bytes => bytes, facts);
}

async function deliverAs(lines: readonly string[], sign: (bytes: Buffer) => Buffer, facts: Partial<MailFacts> = {}) {
  sent += 1;
  const id = lines.some(line => line.startsWith('Message-ID')) ? [] : [`Message-ID: <n${sent}@test.example>`];
  const text = lines.includes('') ? [] : ['', `text ${sent}`];
  const { stored } = await receiveMail(mail, sign(mailOf(...id, ...lines, ...text)), { via: 'lmtp', ...facts });
  return stored;
}

/** The same, signed by the domain of its From. */
function deliverVerified(lines: readonly string[]): Promise<string> {
  return deliverAs(lines, bytes => signByFrom(bytes));
}

async function get<Data>(path: string): Promise<Data> {
  return (await desk.call('GET', path)).body.data;
}

async function conversations(): Promise<Conversation[]> {
  return (await desk.call('GET', '/conversations', { query: { archived: 'any', sort: 'created_at.asc' } })).body.data;
}

function messages(id: number): Promise<Message[]> {
  return get(`/conversations/${id}/messages`);
}

/** Imports a folder of this mail. */
async function imported(lines: readonly string[]) {
  const folder = join(temporaryFolder(), 'archive');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mail.eml'), mailOf(...lines));
  return importMail(desk.center, [folder], { reader: readHere });
}

/** A Message-ID of ours, as a mail of the message would have it. */
async function ourId(conversationId: number, messageId: number): Promise<string> {
  const secret = await mail.read(({ db }) => readMailSecret(db));
  return createMessageId({ conversationId, messageId }, 'shop.example', secret);
}

/** Kim's question with Sam in Cc, in conversation 1 as message 1. */
function ask(): Promise<string> {
  return deliverVerified([
    KIM,
    TO,
    'Cc: Sam <sam@partner.example>',
    'Message-ID: <first@customer.example>',
    'Subject: Parcel',
  ]);
}

const ANSWERS = 'In-Reply-To: <first@customer.example>';

describe('a conversation of live mail', () => {
  test('has its author as requester and only contact, everybody else in To and Cc takes part', async () => {
    expect(await ask()).toBe('new');
    expect(await get('/conversations/1')).toMatchObject({
      title: 'Parcel',
      inbox_id: desk.inboxId,
      requester: { name: 'Kim Quinn', email: 'kim@customer.example' },
      contacts: [expect.anything()],
      participants: [
        { name: 'Kim Quinn', email: 'kim@customer.example' },
        { name: 'Sam', email: 'sam@partner.example' },
      ],
    });
    expect(await messages(1)).toMatchObject([
      {
        kind: 'contact',
        to: [{ email: 'help@shop.example' }],
        cc: [{ name: 'Sam', email: 'sam@partner.example' }],
        unverified: false,
        automatic: false,
      },
    ]);
  });

  test('is answered to a Reply-To of the writer’s domain if the mail is verified, otherwise to its writer', async () => {
    const write = (by: typeof deliver, replyTo: string) => by([KIM, TO, `Reply-To: ${replyTo}`]);
    await write(deliverVerified, 'Team <team@customer.example>');
    await write(deliverVerified, 'eve@evil.example');
    await write(deliver, 'team@customer.example');
    await write(deliverVerified, 'kim@customer.example');
    const goTo = async (id: number) => (await mail.read(({ db }) => readAnswered(db, id)))?.writer?.email;
    expect(await Promise.all([1, 2, 3, 4].map(goTo))).toEqual([
      'team@customer.example',
      ...Array.from({ length: 3 }, () => 'kim@customer.example'),
    ]);
    expect(await messages(1)).toMatchObject([{ reply_to: [{ name: 'Team', email: 'team@customer.example' }] }]);
    expect((await messages(4))[0]).not.toHaveProperty('reply_to');
  });

  test('waits for an answer if a mail crosses ours, although it was written before', async () => {
    await ask();
    const writtenAt = new Date(desk.clock.now).toUTCString();
    desk.clock.now += 60_000;
    await desk.call('POST', '/conversations/1/messages', { body: { body_text: 'It is on its way.' } });
    expect(await get('/conversations/1')).toMatchObject({ waiting_since: null });
    desk.clock.now += 60_000;
    await deliverVerified([KIM, TO, ANSWERS, `Date: ${writtenAt}`, '', 'Wait: send it to Oslo instead!']);
    expect(await get('/conversations/1')).toMatchObject({
      waiting_since: '2026-03-01T12:02:00',
      unread: true,
    });
    expect((await messages(1)).at(-1)).toMatchObject({ body_text: 'Wait: send it to Oslo instead!' });
  });

  test('is joined by every participant, under their own name and without becoming a contact', async () => {
    await ask();
    await deliverVerified([SAM, TO, ANSWERS, 'Cc: Lee <lee@partner.example>']);
    await deliverVerified(['From: lee@partner.example', TO, ANSWERS]);
    expect((await messages(1)).map(({ author }) => author.email)).toEqual([
      'kim@customer.example',
      'sam@partner.example',
      'lee@partner.example',
    ]);
    const { contacts, participants } = await get<Conversation>('/conversations/1');
    expect([contacts!.length, participants!.length]).toEqual([1, 3]);
  });

  test('is joined by a contact whom an agent added', async () => {
    await ask();
    const { id } = (await desk.call('POST', '/contacts', { body: { name: 'Pat', email: 'pat@home.example' } })).body
      .data;
    const PAT = ['From: pat@home.example', TO, ANSWERS];
    await deliverVerified(PAT);
    expect(await messages(1)).toHaveLength(1);
    await desk.call('POST', `/conversations/1/contacts`, { body: { contact_id: id } });
    await deliverVerified(PAT);
    expect(await messages(1)).toHaveLength(2);
  });

  test('is joined by a forged From of a participant, as unverified; it adds no one and opens nothing to others', async () => {
    await ask();
    await deliver([KIM, TO, ANSWERS, 'Cc: eve@evil.example']);
    await deliverVerified([EVE, TO, ANSWERS]);
    const found = await messages(1);
    expect(found.map(({ unverified }) => unverified)).toEqual([false, true]);
    expect(await get(`/conversations/1/messages/${found[1]!.id}`)).toMatchObject({
      unverified: true,
      cc: [{ email: 'eve@evil.example' }],
    });
    expect((await get<Conversation>('/conversations/1')).participants).toHaveLength(2);
    expect(await messages(2)).toMatchObject([{ author: { email: 'eve@evil.example' } }]);
  });

  test('is never merged with another by live mail that answers both', async () => {
    await ask();
    await deliverVerified([KIM, TO, 'Message-ID: <second@customer.example>', 'Subject: Other']);
    await deliverVerified([KIM, TO, 'References: <first@customer.example> <second@customer.example>']);
    expect((await conversations()).map(({ message_count }) => message_count)).toEqual([1, 2]);
  });

  test('that was merged away leads to the survivor, by known and by our own Message-IDs', async () => {
    await ask();
    await deliverVerified([SAM, TO, 'Message-ID: <sams@partner.example>', 'Subject: Same']);
    await desk.call('POST', '/conversations/2/merge', { body: { conversation_ids: [1] } });
    const gone = createMessageId({ conversationId: 1, messageId: 999 }, 'shop.example', await secretOf());
    for (const id of ['first@customer.example', await ourId(1, 1), gone])
      await deliverVerified([KIM, TO, `In-Reply-To: <${id}>`]);
    expect(await messages(2)).toHaveLength(5);
  });

  test('is found by our Message-ID after the message was deleted', async () => {
    await ask();
    const { body } = await desk.call('POST', '/conversations/1/messages', { body: { body_text: 'Hello' } });
    await desk.call('DELETE', `/conversations/1/messages/${body.data.id}`);
    await deliverVerified([KIM, TO, `In-Reply-To: <${await ourId(1, body.data.id)}>`]);
    expect(await messages(1)).toHaveLength(2);
  });
});

async function secretOf(): Promise<string> {
  return mail.read(({ db }) => readMailSecret(db));
}

describe('an agent’s live mail', () => {
  test('is the agent’s answer if their domain signed it and it is written to us too, and a stranger’s otherwise', async () => {
    await ask();
    await deliver([BEN, TO, ANSWERS]);
    await deliverVerified([BEN, 'To: kim@customer.example', 'Cc: help@shop.example', ANSWERS]);
    expect(await messages(1)).toMatchObject([
      { kind: 'contact' },
      { kind: 'agent', unverified: false, author: { type: 'agent', id: desk.agentId, name: 'Ben Agent' } },
    ]);
    expect(await messages(2)).toMatchObject([{ kind: 'contact', unverified: true, author: { type: 'contact' } }]);
    expect((await get<Conversation>('/conversations/1')).waiting_since).toBeNull();
  });

  test('that forwards a customer’s mail is unverified until that customer answers', async () => {
    const text = [
      '',
      'Please help.',
      '',
      '---------- Forwarded message ---------',
      KIM,
      'Subject: Parcel',
      '',
      'Where?',
    ];
    await deliverVerified([
      BEN,
      `${TO}, ben@desk.example`,
      'Message-ID: <fwd@desk.example>',
      'Subject: Fwd: Parcel',
      ...text,
    ]);
    expect(await get('/conversations/1')).toMatchObject({
      requester: { email: 'kim@customer.example' },
      title: 'Parcel',
    });
    const marks = async () => (await messages(1)).map(({ kind, unverified }) => [kind, unverified]);
    expect(await marks()).toEqual([['agent', true]]);
    const { id } = (await desk.call('POST', '/contacts', { body: { name: 'Sam', email: 'sam@partner.example' } })).body
      .data;
    await desk.call('POST', `/conversations/1/contacts`, { body: { contact_id: id } });
    const ANSWER = [TO, 'In-Reply-To: <fwd@desk.example>'];
    await deliverVerified([SAM, ...ANSWER]);
    await deliver([KIM, ...ANSWER]);
    const before = [
      ['contact', false],
      ['contact', true],
    ];
    expect(await marks()).toEqual([['agent', true], ...before]);
    await deliverVerified([KIM, ...ANSWER]);
    expect(await marks()).toEqual([['agent', false], ...before, ['contact', false]]);
  });
});

describe('mail from our own addresses', () => {
  test('is dropped with a line in the log if it is ours come back', async () => {
    await ask();
    const id = await ourId(1, 1);
    expect(await deliver([`Message-ID: <${id}>`, 'From: Support <help@shop.example>', TO])).toBe('dropped');
    expect(await conversations()).toHaveLength(1);
    expect(log).toEqual(['A mail of ours came back from LMTP and was dropped.']);
  });

  test('is a web form’s customer’s if Reply-To names one, and else set aside with the reason', async () => {
    const form = ['From: Shop <help@shop.example>', TO, 'Subject: Form'];
    expect(await deliverVerified([...form, 'Reply-To: Kim <kim@customer.example>'])).toBe('new');
    expect(await get('/conversations/1')).toMatchObject({ requester: { email: 'kim@customer.example' } });
    expect(await messages(1)).toMatchObject([{ kind: 'contact', unverified: true }]);
    expect(await deliver(form)).toBe('set aside');
    const aside = await mail.read(({ db }) => db.selectFrom('mail_set_aside').selectAll().execute());
    expect(aside).toMatchObject([{ reason: expect.stringContaining('no Reply-To names a customer') }]);
    expect(log).toHaveLength(1);
    const left = await mail.read(({ db }) => db.selectFrom('mail_incoming').selectAll().execute());
    expect(left).toEqual([]);
  });
});

test('live mail lands in the inbox that its envelope names, otherwise in the mailbox’s', async () => {
  await desk.call('POST', '/inboxes/save', { body: { name: 'Orders', slug: 'orders' } });
  await deliver([KIM, 'To: lists@other.example'], { envelope: { from: null, to: ['Help+7@shop.example'] } });
  await deliver([KIM, 'To: lists@other.example'], { via: 'imap', mailbox: { name: 'orders', inbox: 'orders' } });
  await deliver([KIM, 'To: lists@other.example'], { via: 'imap', mailbox: { name: 'gone', inbox: 'gone' } });
  const found = await conversations();
  expect(found.map(({ inbox_id }) => inbox_id)).toEqual([desk.inboxId, desk.inboxId + 1, 1]);
});

test('a message has the time of its mail if that is near its arrival; history has the time of the arrival', async () => {
  const date = (ms: number) => `Date: ${new Date(desk.clock.now - ms).toUTCString()}`;
  await deliver([KIM, TO, date(3_600_000)]);
  await deliver([KIM, TO, date(400 * 86_400_000)]);
  const twoHoursAgo = `Received: by mx; ${new Date(desk.clock.now - 7_200_000).toUTCString()}`;
  await deliver([KIM, TO, twoHoursAgo, date(9_000_000)]);
  await deliver([KIM, TO, twoHoursAgo, date(3_600_000)]);
  const times = await Promise.all([1, 2, 3, 4].map(async id => (await messages(id))[0]!.created_at));
  expect(times).toEqual(['2026-03-01T11:00:00', '2026-03-01T12:00:00', '2026-03-01T09:30:00', '2026-03-01T10:00:00']);
  const history = await get<HistoryEntry[]>('/conversations/1/history');
  expect(history.map(({ event, created_at }) => [event, created_at])).toEqual([
    ['conversation.created', '2026-03-01T12:00:00'],
    ['message.added', '2026-03-01T12:00:00'],
  ]);
});

test('an old Date makes no live mail the beginning of its conversation', async () => {
  await ask();
  await deliverVerified([SAM, TO, ANSWERS, 'Subject: Mine', 'Date: Sun, 1 Mar 2026 00:00:00 +0000']);
  expect(await get('/conversations/1')).toMatchObject({
    title: 'Parcel',
    requester: { email: 'kim@customer.example' },
  });
});

describe('a mail that comes after one that names it', () => {
  const CHILD = 'Message-ID: <child@customer.example>';
  const NAMES_PARENT = 'In-Reply-To: <parent@customer.example>';
  const PARENT = 'Message-ID: <parent@customer.example>';
  const sizes = async () => (await conversations()).map(({ message_count }) => message_count);

  test('joins its conversation, as what answers both does', async () => {
    await deliverVerified([KIM, TO, CHILD, NAMES_PARENT, 'References: <parent@customer.example>']);
    await deliverVerified([KIM, TO, PARENT]);
    await deliverVerified([
      ...[KIM, TO, 'In-Reply-To: <child@customer.example>'],
      'References: <parent@customer.example> <child@customer.example>',
    ]);
    expect(await sizes()).toEqual([3]);
    expect((await messages(1)).map(({ unverified }) => unverified)).toEqual([false, false, false]);
  });

  test('joins it in any order of three, each of which names those before it', async () => {
    const thread = [
      [PARENT],
      [CHILD, NAMES_PARENT],
      ['Message-ID: <last@customer.example>', 'References: <parent@customer.example> <child@customer.example>'],
    ];
    for (const [first, second, third] of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const) {
      const order = [first, second, third].map(at => thread[at]!);
      const run = order.map(lines => lines.map(line => line.replaceAll('@', `-${first}${second}@`)));
      for (const lines of run) await deliverVerified([KIM, TO, ...lines]);
    }
    expect(await sizes()).toEqual([3, 3, 3, 3, 3, 3]);
  });

  test('joins it if the named one is the customer’s that an agent has answered', async () => {
    await deliverVerified([BEN, 'To: kim@customer.example', 'Cc: help@shop.example', CHILD, NAMES_PARENT]);
    await deliverVerified([KIM, 'To: ben@desk.example', 'Cc: help@shop.example', PARENT]);
    expect((await messages(1)).map(({ kind }) => kind)).toEqual(['agent', 'contact']);
  });

  test('joins it as unverified without proof', async () => {
    await deliverVerified([KIM, TO, CHILD, NAMES_PARENT]);
    await deliver([KIM, TO, PARENT]);
    expect((await messages(1)).map(({ unverified }) => unverified)).toEqual([false, true]);
  });

  test('opens its own if the one that names it is not verified, another’s, or spam', async () => {
    await deliver([KIM, TO, CHILD, NAMES_PARENT]);
    await deliverVerified([EVE, TO, 'Cc: kim@customer.example', NAMES_PARENT]);
    await deliverVerified([SAM, TO, 'X-Spam-Flag: YES', 'In-Reply-To: <sams@partner.example>']);
    await deliverVerified([KIM, TO, PARENT]);
    await deliverVerified([SAM, TO, 'Message-ID: <sams@partner.example>']);
    expect(await sizes()).toEqual([1, 1, 1, 1, 1]);
  });

  test('merges nothing: it stays where its own parent is', async () => {
    await ask();
    await deliverVerified([KIM, TO, CHILD, NAMES_PARENT]);
    await deliverVerified([KIM, TO, PARENT, ANSWERS]);
    expect(await sizes()).toEqual([2, 1]);
  });

  test('opens its own if one with its Message-ID came before: some programs give all mails the same', async () => {
    const same = ['Message-ID: <parent@customer.example>', 'References: <parent@customer.example>'];
    for (const text of ['one', 'two', 'three']) await deliverVerified([KIM, TO, ...same.slice(0, 1), '', text]);
    expect(await sizes()).toEqual([1, 1, 1]);
    await deliverVerified([KIM, TO, CHILD, NAMES_PARENT]);
    await deliverVerified([KIM, TO, PARENT, '', 'four']);
    expect(await sizes()).toEqual([2, 1, 1, 1]);
  });

  test('is found by an import, whichever of the two came live', async () => {
    await deliverVerified([KIM, TO, CHILD, NAMES_PARENT]);
    await imported([KIM, TO, PARENT, 'Subject: Parcel', '', 'Where?']);
    await imported([SAM, TO, 'Message-ID: <sams@partner.example>', 'References: <first@partner.example>', '', 'No.']);
    await deliverVerified([SAM, TO, 'Message-ID: <first@partner.example>']);
    expect(await sizes()).toEqual([2, 2]);
  });

  test('in an import is led nowhere by another’s that names it', async () => {
    await deliverVerified([EVE, TO, NAMES_PARENT]);
    await imported([KIM, TO, 'Cc: eve@evil.example', PARENT, 'Subject: Mine', '', 'Where?']);
    expect(await sizes()).toEqual([1, 1]);
  });
});

describe('an archive that is imported after live mail', () => {
  test('adds an answer to the conversation of the mail that it answers, and the same mail not again', async () => {
    await ask();
    const head = [KIM, TO];
    expect((await imported([...head, 'Message-ID: <x@customer.example>', 'Subject: New', '', 'text'])).imported).toBe(
      1,
    );
    const answer = ['From: ben@desk.example', 'To: kim@customer.example', ANSWERS, 'Subject: Re: Parcel', '', 'Here.'];
    await imported(answer);
    expect((await messages(1)).map(({ kind }) => kind)).toEqual(['contact', 'agent']);
    expect((await imported(answer)).doubles).toBe(1);
  });

  test('adds a customer’s answer to the conversation of an agent’s live mail', async () => {
    await deliverVerified([
      BEN,
      'To: kim@customer.example',
      'Cc: help@shop.example',
      'Message-ID: <call@desk.example>',
    ]);
    await imported([KIM, 'To: ben@desk.example', 'In-Reply-To: <call@desk.example>', 'Subject: Re: Call', '', 'Yes.']);
    expect((await messages(1)).map(({ kind }) => kind)).toEqual(['agent', 'contact']);
  });

  test('is led nowhere by a stranger’s live mail with its Message-IDs', async () => {
    const known = [
      TO,
      'Cc: kim@customer.example',
      'Message-ID: <first@customer.example>',
      'References: <root@customer.example>',
    ];
    await deliverVerified([EVE, ...known]);
    await deliver([KIM, TO, 'Message-ID: <first@customer.example>', 'Subject: forged']);
    await imported([
      KIM,
      TO,
      'Message-ID: <first@customer.example>',
      'References: <root@customer.example>',
      'Subject: Mine',
      '',
      'Where?',
    ]);
    expect((await conversations()).map(({ message_count }) => message_count)).toEqual([1, 1, 1]);
  });
});
