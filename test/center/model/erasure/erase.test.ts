import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Center } from '../../../../src/center/center.ts';
import { copyStore } from '../../../../src/center/database/copy/store.ts';
import { openDatabase } from '../../../../src/center/database/open.ts';
import type { Store } from '../../../../src/center/database/store.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { createWaker } from '../../../../src/center/model/conversation/waker.ts';
import { eraseAgain } from '../../../../src/center/model/erasure/again.ts';
import { eraseNext } from '../../../../src/center/model/erasure/erase.ts';
import { fates } from '../../../../src/center/model/erasure/fates.ts';
import { erasedMails, erasureKeys } from '../../../../src/center/model/erasure/keys.ts';
import { type ErasureLine, erasureLines } from '../../../../src/center/model/erasure/line.ts';
import { recordSetAside } from '../../../../src/center/model/mail.ts';
import { read, write } from '../../../../src/center/model/transaction.ts';
import type { Conversation, Erasure, Message } from '../../../../src/contract/model.ts';
import { newDatabase } from '../../../harness/databases.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openMailDesk } from '../../handlers/deliver.ts';
import { importMail, readHere } from '../../intake/open-intake.ts';
import { mailOf } from '../../mail/open-mail.ts';
import { receiveMail } from '../../mail/receive.ts';
import { type OpenCenter, openCenter, startTime } from '../../open-center.ts';
import { tracesInFiles, tracesInRows } from './traces.ts';

const SITE = 'mx.shop.example';
const ZOE = 'From: Zoë Quaxel <zoe@quaxel.example>';
const SAM = 'From: Sam Other <sam@other.example>';
const TO = 'To: help@shop.example';
const ZOE_THERE = 'zoe@there.example';

/** All of these are Zoë's: address, name, and words of subjects, texts, files and their names. */
const WORDS = ['zoe@quaxel', 'quaxel', 'brimstol', 'wexford', 'quinzel', 'plimsy', 'gondor', 'tramplin'];

let desk: OpenCenter;
let mail: MailCenter;
let folder: string;
let log: string[];

beforeEach(async () => {
  folder = temporaryFolder();
  desk = await openCenter({
    database: process.env.FRONTDESK_TESTS_ON ? undefined : join(folder, 'center.db'),
  } as object);
  onTestFinished(() => desk.close());
  log = [];
  const { read, write, context } = desk.center;
  mail = { read, write, context, reader: readHere, site: { authservId: SITE, fields: 1 }, log: line => log.push(line) };
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: 'help@shop.example' } });
});

let sent = 0;

async function deliver(...lines: readonly string[]): Promise<string> {
  sent += 1;
  const domain = /@([^>]+)/.exec(lines.find(line => line.startsWith('From:'))!)![1];
  const id = lines.some(line => line.startsWith('Message-ID')) ? [] : [`Message-ID: <n${sent}@test.example>`];
  const verified = `Authentication-Results: ${SITE}; dmarc=pass header.from=${domain}`;
  return (await receiveMail(mail, mailOf(verified, ...id, ...lines), { via: 'lmtp' })).stored;
}

const FILE = [
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Where is my brimstol?',
  '--b',
  'Content-Type: application/octet-stream; name=plimsy.bin',
  'Content-Disposition: attachment; filename=plimsy.bin',
  '',
  'gondor gondor',
  '--b--',
];

async function get<Data>(path: string, query = {}): Promise<Data> {
  return (await desk.call('GET', path, { query })).body.data;
}

async function contactId(email: string): Promise<number> {
  return (await get<{ id: number }[]>('/contacts', { q: email }))[0]!.id;
}

/** Erases a contact, and waits until nothing is left of it. */
async function erase(id: number): Promise<Erasure> {
  const { status, body } = await desk.call('POST', `/contacts/${id}/erase`);
  expect(status, JSON.stringify(body)).toBe(200);
  return ended(body.data.id);
}

async function ended(id: number): Promise<Erasure> {
  for (;;) {
    const found = (await get<Erasure[]>('/erasures')).find(one => one.id === id)!;
    if (found.ended_at !== null) return found;
    await desk.center.context.waker.look();
  }
}

async function expectNoTrace(): Promise<void> {
  await desk.center.context.store.clear();
  expect(await tracesInRows(desk.center, WORDS)).toEqual([]);
  expect(tracesInFiles(folder, WORDS)).toEqual([]);
  expect(tracesInFiles(desk.folder, WORDS)).toEqual([]);
  expect(log.filter(line => WORDS.some(word => line.includes(word)))).toEqual([]);
}

/** Zoë's own conversation with a file, a note, an answer and a rating. */
async function ownConversation(name = 'one'): Promise<number> {
  await deliver(ZOE, TO, 'Subject: The wexford', `Message-ID: <${name}@quaxel.example>`, ...FILE);
  const id = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
  await desk.call('POST', `/conversations/${id}/notes`, { body: { details: 'Zoë Quaxel rang about the quinzel' } });
  const answer = { body_text: 'Dear Zoë Quaxel,\n> Where is my brimstol?\nIt is on its way.' };
  await desk.call('POST', `/conversations/${id}/messages`, {
    body: answer,
    headers: { 'idempotency-key': `answer-${name}` },
  });
  await desk.call('POST', `/conversations/${id}/reviews`, { as: 'key', body: { rating: 4, comment: 'tramplin!' } });
  return id;
}

/** Sam's conversation, in which Zoë takes part in Cc and by a mail of her own. */
async function sharedConversation(name = 's'): Promise<number> {
  await deliver(
    SAM,
    TO,
    'Cc: Zoë Quaxel <zoe@quaxel.example>',
    'Subject: Two chairs',
    `Message-ID: <${name}@other.example>`,
    '',
    'Sam asks for two chairs.',
  );
  const id = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
  await deliver(ZOE, TO, 'Subject: Re: Two chairs', `In-Reply-To: <${name}@other.example>`, ...FILE);
  const note = { details: 'zoe@quaxel.example is Sam’s boss' };
  await desk.call('POST', `/conversations/${id}/notes`, { body: note });
  const text = 'Hello Sam and Zoë  Quaxel,\n\nOn Monday 2 March 2026 at 10:00 Zoë wrote:\n> Where is my brimstol?\n';
  await desk.call('POST', `/conversations/${id}/messages`, {
    body: { body_text: text },
    headers: { 'idempotency-key': `answer-${name}` },
  });
  return id;
}

/** Rows that name Zoë in the tables that the mails of a test do not fill. */
async function fillRest(conversationId: number): Promise<void> {
  const email_key = 'zoe@quaxel.example';
  await desk.center.write(async work => {
    const { db, now } = work;
    await db.insertInto('automatic_reply').values({ email_key, inbox_id: 1, at: now }).execute();
    await db.insertInto('spam_mark').values({ email_key, conversation_id: conversationId, lifted_by: null }).execute();
    const message = await db
      .selectFrom('message')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .where('kind', '=', 'agent')
      .executeTakeFirstOrThrow();
    const failed = { state: 'failed' as const, at: now, reason: `${email_key} says: no` };
    await db
      .insertInto('message_delivery')
      .values({ message_id: message.id, ...failed })
      .execute();
    const raw = gzipSync(`From: Zoe <${email_key.toUpperCase()}>\r\n\r\nbrimstol`);
    await recordSetAside(work, { identity: 'a', source: 'quaxel.eml', reason: 'It is torn.', raw });
    const mail = await db
      .selectFrom('mail')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('mail_reference')
      .values({ mail_id: mail.id, message_key: `named ${email_key} x@y` })
      .execute();
  });
}

describe('a contact that is erased', () => {
  test('leaves no byte in rows, database, log, attachments and kept answers', async () => {
    const own = await ownConversation();
    const shared = await sharedConversation();
    const elsewhere = (
      await desk.call('POST', '/conversations', { body: { title: 'Also zoe@quaxel.example', inbox_id: desk.inboxId } })
    ).body.data.id;
    await desk.call('PUT', `/contacts/${await contactId('zoe')}`, {
      body: { name: 'Zoë Quaxel' },
      headers: { 'idempotency-key': 'c' },
    });
    await fillRest(shared);
    const held = new Set((await tracesInRows(desk.center, WORDS)).map(trace => trace.split(':')[0]));
    const open = Object.entries(fates).filter(([, columns]) => Object.values(columns).some(fate => fate !== 'ours'));
    // Only while it goes on; and a queue is another test's.
    expect(open.map(([table]) => table).filter(table => !held.has(table))).toEqual(['outgoing', 'erasure']);
    await erase(await contactId('zoe'));
    await expectNoTrace();
    expect((await desk.call('GET', `/conversations/${own}`)).status).toBe(404);
    expect(await get(`/conversations/${shared}`)).toMatchObject({
      title: 'Two chairs',
      message_count: 3,
      participants: [{ email: 'sam@other.example' }],
      requester: { name: 'Sam Other' },
    });
    expect((await get<Message[]>(`/conversations/${shared}/messages`)).map(one => one.body_text.trim())).toEqual([
      'Sam asks for two chairs.',
      '(erased)',
      'Hello Sam and (erased),\n\n> (erased)',
    ]);
    expect(await get(`/conversations/${elsewhere}`)).toMatchObject({ title: 'Also (erased)' });
  });

  test('is counted before', async () => {
    const [own, shared] = [await ownConversation(), await sharedConversation()];
    const id = await contactId('zoe');
    expect(await get(`/contacts/${id}/holdings`)).toEqual({
      contact_id: id,
      conversations: [own],
      shared: [shared],
      messages: 3,
      notes: 1,
      files: 2,
      mails: 2,
      letters: 0,
    });
  });

  test('is erased once: the second time it is not there', async () => {
    await ownConversation();
    const id = await contactId('zoe');
    const [first, second] = await Promise.all([
      desk.call('POST', `/contacts/${id}/erase`),
      desk.call('POST', `/contacts/${id}/erase`),
    ]);
    expect(second.body.data.id).toBe(first.body.data.id);
    await ended(first.body.data.id);
    expect((await desk.call('POST', `/contacts/${id}/erase`)).status).toBe(404);
    expect(await get('/erasures')).toHaveLength(1);
  });

  test('comes back by no mail that was erased, and by a new one as a new contact', async () => {
    await ownConversation();
    const id = await contactId('zoe');
    await erase(id);
    expect(await deliver(ZOE, TO, 'Subject: The wexford', 'Message-ID: <one@quaxel.example>', ...FILE)).toBe('known');
    const mbox = join(folder, 'again.mbox');
    writeFileSync(
      mbox,
      `From zoe\n${[ZOE, TO, 'Message-ID: <one@quaxel.example>', '', 'Where is my brimstol?'].join('\n')}\n`,
    );
    expect(await importMail(desk.center, [mbox])).toMatchObject({ imported: 0, doubles: 1 });
    expect(await get('/contacts', { q: 'quaxel' })).toEqual([]);
    expect(await deliver(ZOE, TO, 'Subject: News', 'In-Reply-To: <one@quaxel.example>', '', 'Hello again.')).toBe(
      'new',
    );
    expect(await contactId('zoe')).toBeGreaterThan(id);
    expect(await get('/conversations')).toMatchObject([{ title: 'News', message_count: 1 }]);
  });

  test('goes from conversations that were merged and split too', async () => {
    const [own, shared] = [await ownConversation(), await sharedConversation()];
    await deliver(ZOE, TO, 'Subject: A second wexford', '', 'Another brimstol.');
    const second = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
    await desk.call('POST', `/conversations/${own}/merge`, { body: { conversation_ids: [second] } });
    const said = await get<Message[]>(`/conversations/${shared}/messages`);
    const part = { title: 'Zoë Quaxel’s part', message_ids: [said[1]!.id] };
    const made = (await desk.call('POST', `/conversations/${shared}/split`, { body: part })).body.data.id;
    await deliver(ZOE, TO, 'Subject: The third wexford', '', 'A third brimstol.');
    const third = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
    await desk.call('POST', `/conversations/${shared}/merge`, { body: { conversation_ids: [third] } });
    await erase(await contactId('zoe'));
    await expectNoTrace();
    for (const id of [own, second]) expect((await desk.call('GET', `/conversations/${id}`)).status).toBe(404);
    // Sam takes part in both halves.
    expect(await get(`/conversations/${made}`)).toMatchObject({ title: '(no subject)', requester: null });
    expect(await get(`/conversations/${shared}`)).toMatchObject({ title: 'Two chairs' });
  });

  test('is gone from a conversation that it only rated', async () => {
    const shared = await sharedConversation();
    const { body } = await desk.call('POST', '/contacts', {
      body: { name: 'Zed Quaxel', email: 'zed@quaxel.example' },
    });
    const link = { contact_id: body.data.id };
    await desk.call('POST', `/conversations/${shared}/contacts`, { body: link });
    await desk.call('POST', `/conversations/${shared}/reviews`, {
      as: 'key',
      body: { rating: 2, comment: 'tramplin', ...link },
    });
    await desk.call('DELETE', `/conversations/${shared}/contacts/${body.data.id}`);
    await erase(body.data.id);
    expect(await get(`/conversations/${shared}/reviews`)).toMatchObject([{ rating: 2, comment: '', contact_id: null }]);
  });

  test('leaves the mail that comes and the answer that is written meanwhile as good as they can be', async () => {
    const [own, shared] = [await ownConversation(), await sharedConversation()];
    const old = await contactId('zoe');
    const { id } = (await desk.call('POST', `/contacts/${old}/erase`)).body.data;
    const reply = ['In-Reply-To: <one@quaxel.example>', '', 'Meanwhile I write.'];
    expect(await deliver(ZOE, TO, 'Subject: Re: wex', ...reply)).toBe('new');
    const answered = await desk.call('POST', `/conversations/${own}/messages`, { body: { body_text: 'Dear plimsy' } });
    expect([201, 404]).toContain(answered.status);
    await desk.call('POST', `/conversations/${shared}/messages`, { body: { body_text: 'Sam, two chairs.' } });
    await ended(id);
    const [next] = await get<{ id: number; name: string }[]>('/contacts', { q: 'zoe' });
    expect(next).toMatchObject({ name: 'Zoë Quaxel' });
    const [begun] = await get<Conversation[]>('/conversations', { contacts: [next!.id] });
    expect(begun).toMatchObject({ title: 'wex', message_count: 1 });
    expect((await desk.call('GET', `/conversations/${own}`)).status).toBe(404);
    const texts = (await get<Message[]>(`/conversations/${shared}/messages`)).map(one => one.body_text);
    expect(texts.at(-1)).toBe('Sam, two chairs.');
    expect(await tracesInRows(desk.center, ['brimstol', 'plimsy', 'tramplin'])).toEqual([]);
  });

  test('gets no answer any more; others on the same letter do', async () => {
    const mailDesk = await openMailDesk();
    const zoe = (await mailDesk.call('GET', '/contacts', { query: { q: ZOE_THERE } })).body.data[0].id;
    await mailDesk.answer({ to: [{ email: ZOE_THERE }, { email: 'max@other.example' }], body_text: 'Both of you' });
    await mailDesk.answer({ to: [{ email: ZOE_THERE }], cc: [], body_text: 'Only you' });
    const { id } = (await mailDesk.call('POST', `/contacts/${zoe}/erase`)).body.data;
    const isGoing = async () =>
      (await mailDesk.call('GET', '/erasures')).body.data.some(
        (one: Erasure) => one.id === id && one.ended_at === null,
      );
    while (await isGoing()) await mailDesk.center.context.jobs.run();
    const letters = await mailDesk.letters();
    expect(letters.map(({ to, subject }) => [to.map(one => one.email), subject])).toEqual([
      [['max@other.example'], '(no subject)'],
    ]);
    expect(await tracesInRows(mailDesk.center, [ZOE_THERE, 'Where is it?', 'My parcel'])).toEqual([]);
  });

  test('is told to streams of events when it has ended, and when they begin', async () => {
    await ownConversation();
    const { id } = await erase(await contactId('zoe'));
    const first = async (erased: number) => {
      const { body } = await desk.fetch('GET', '/events', { query: { erased } });
      const reader = body!.getReader();
      const text = new TextDecoder();
      let said = '';
      for (let part = 0; part < 2 && !said.includes('erased'); part += 1) {
        const next = await Promise.race([reader.read(), sleep(50)]);
        if (next) said += text.decode(next.value as Uint8Array);
      }
      await reader.cancel();
      return said;
    };
    expect(await first(0)).toContain(`event: erased\ndata: {"id":${id}}`);
    expect(await first(id)).not.toContain('erased');
  });

  test('is erased by itself when nothing has happened for so many months', async () => {
    const other = await openCenter({ settings: { eraseAfterMonths: 36 } });
    onTestFinished(other.close);
    const make = async (name: string) =>
      (await other.call('POST', '/contacts', { body: { name, email: `${name}@x.example` } })).body.data.id;
    const [idle, busy] = [await make('idle'), await make('busy')];
    other.clock.now = startTime + 35 * 31 * 86_400_000;
    await other.call('POST', '/conversations', {
      as: 'key',
      body: { title: 'News', inbox_id: other.inboxId, contacts: [busy] },
    });
    for (let look = 0; look < 3; look += 1) await other.center.context.jobs.run();
    expect((await other.call('GET', '/erasures', { as: 'key' })).body.data).toEqual([]);
    other.clock.now = startTime + 37 * 31 * 86_400_000;
    const count = async () => (await other.call('GET', '/erasures', { as: 'key' })).body.data.length;
    for (let look = 0; look < 20 && (await count()) === 0; look += 1) await other.center.context.jobs.run();
    while ((await other.call('GET', '/erasures', { as: 'key' })).body.data[0].ended_at === null)
      await other.center.context.jobs.run();
    expect((await other.call('GET', '/erasures', { as: 'key' })).body.data).toMatchObject([{ contact_id: idle }]);
    expect((await other.call('GET', `/contacts/${busy}`, { as: 'key' })).status).toBe(200);
  });
});

describe('an older backup', () => {
  test('is erased again by the line that was kept, and its mailbox brings nothing back', async () => {
    await ownConversation();
    await sharedConversation();
    const before = await openCenter();
    onTestFinished(before.close);
    const empty = await newDatabase();
    onTestFinished(empty.drop);
    const restored = await openDatabase(empty.name, 0);
    onTestFinished(() => restored.close());
    await copyStore(desk.center.context.store, restored);
    await deliver(ZOE, TO, 'Subject: A later wexford', 'Message-ID: <later@quaxel.example>', '', 'Late brimstol.');
    await erase(await contactId('zoe'));
    const [line] = await erasureLines(desk.center.context.store.reader);
    const kept = JSON.parse(JSON.stringify(line)) as ErasureLine;
    expect(WORDS.filter(word => JSON.stringify(kept).includes(word))).toEqual([]);
    const context = { ...desk.center.context, store: restored };
    await eraseAgain(context, kept);
    await eraseAgain(context, kept);
    const center = {
      ...desk.center,
      context,
      read: (work: never) => read(context, work),
      write: (work: never) => write(context, work),
    } as unknown as Center;
    expect(await tracesInRows(center, WORDS)).toEqual([]);
    const { db } = { db: restored.reader };
    const late = [{ identity: 'any', messageId: 'later@quaxel.example' }];
    expect(await erasedMails(db, late)).toEqual(['any']);
    expect(await erasureLines(db)).toMatchObject([{ contact_id: kept.contact_id, begun_at: kept.begun_at }]);
  });

  test('keeps a contact that came after the erasure', async () => {
    const line = { contact_id: 999, address_key: '', mails: [], begun_at: desk.clock.now - 1 };
    const { body } = await desk.call('POST', '/contacts', { body: { name: 'New', email: 'zoe@quaxel.example' } });
    const keys = await erasureKeys(desk.center.context.store.reader);
    const kept = { ...line, contact_id: body.data.id, address_key: keys.address('zoe@quaxel.example') };
    await eraseAgain(desk.center.context, kept);
    expect((await desk.call('GET', `/contacts/${body.data.id}`)).status).toBe(200);
  });
});
