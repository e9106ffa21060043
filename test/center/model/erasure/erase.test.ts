import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import type { Conversation, Erasure, Message } from '../../../../src/contract/model.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { readHere } from '../../intake/open-intake.ts';
import { mailOf } from '../../mail/open-mail.ts';
import { receiveMail } from '../../mail/receive.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { tracesInFiles, tracesInRows } from './traces.ts';

const SITE = 'mx.shop.example';
const ZOE = 'From: Zoë Quaxel <zoe@quaxel.example>';
const SAM = 'From: Sam Other <sam@other.example>';
const TO = 'To: help@shop.example';

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
async function ownConversation(): Promise<number> {
  await deliver(ZOE, TO, 'Subject: The wexford', 'Message-ID: <one@quaxel.example>', ...FILE);
  const id = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
  await desk.call('POST', `/conversations/${id}/notes`, { body: { details: 'Zoë Quaxel rang about the quinzel' } });
  const answer = { body_text: 'Dear Zoë Quaxel,\n> Where is my brimstol?\nIt is on its way.' };
  await desk.call('POST', `/conversations/${id}/messages`, {
    body: answer,
    headers: { 'idempotency-key': 'answer-1' },
  });
  await desk.call('POST', `/conversations/${id}/reviews`, { as: 'key', body: { rating: 4, comment: 'tramplin!' } });
  return id;
}

/** Sam's conversation, in which Zoë takes part in Cc and by a mail of her own. */
async function sharedConversation(): Promise<number> {
  await deliver(
    SAM,
    TO,
    'Cc: Zoë Quaxel <zoe@quaxel.example>',
    'Subject: Two chairs',
    'Message-ID: <s@other.example>',
    '',
    'Sam asks for two chairs.',
  );
  const id = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
  await deliver(ZOE, TO, 'Subject: Re: Two chairs', 'In-Reply-To: <s@other.example>', ...FILE);
  const note = { details: 'zoe@quaxel.example is Sam’s boss' };
  await desk.call('POST', `/conversations/${id}/notes`, { body: note });
  const text = 'Hello Sam and Zoë  Quaxel,\n\nOn Monday 2 March 2026 at 10:00 Zoë wrote:\n> Where is my brimstol?\n';
  await desk.call('POST', `/conversations/${id}/messages`, {
    body: { body_text: text },
    headers: { 'idempotency-key': 'answer-2' },
  });
  return id;
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
    expect((await tracesInRows(desk.center, WORDS)).length).toBeGreaterThan(20);
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
});
