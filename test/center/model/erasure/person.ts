import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import type { Conversation, Erasure } from '../../../../src/contract/model.ts';
import { signByFrom, usualKeys } from '../../../harness/dkim.ts';
import { isOnPostgres } from '../../../harness/on-postgres.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { readHere } from '../../intake/open-intake.ts';
import { mailOf } from '../../mail/open-mail.ts';
import { receiveMail } from '../../mail/receive.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { tracesInFiles, tracesInRows } from './traces.ts';

export const ZOE = 'From: Zoë Quaxel <zoe@quaxel.example>';
export const SAM = 'From: Sam Other <sam@other.example>';
export const TO = 'To: help@shop.example';

/** All of these are Zoë's: address, name, and words of subjects, texts, files and their names. */
export const WORDS = ['zoe@quaxel', 'quaxel', 'brimstol', 'wexford', 'quinzel', 'plimsy', 'gondor', 'tramplin'];

/** The help center of the test, its folder, and the lines of its log. */
export let desk: OpenCenter;
export let folder: string;
let mail: MailCenter;
let log: string[];

/** Opens the help center of a test: in memory, or in a file, in which traces are looked for. */
export async function open(place: 'memory' | 'file'): Promise<void> {
  folder = temporaryFolder();
  const isFile = place === 'file' && !isOnPostgres();
  desk = await openCenter(isFile ? { database: join(folder, 'center.db') } : {});
  onTestFinished(() => desk.close());
  log = [];
  const { read, write, context } = desk.center;
  mail = { read, write, context, reader: readHere, keys: usualKeys(), log: line => log.push(line) };
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: 'help@shop.example' } });
}

let sent = 0;

export async function deliver(...lines: readonly string[]): Promise<string> {
  sent += 1;
  const id = lines.some(line => line.startsWith('Message-ID')) ? [] : [`Message-ID: <n${sent}@test.example>`];
  return (await receiveMail(mail, signByFrom(mailOf(...id, ...lines)), { via: 'lmtp' })).stored;
}

export const FILE = [
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

export async function get<Data>(path: string, query = {}): Promise<Data> {
  return (await desk.call('GET', path, { query })).body.data;
}

export async function contactId(email: string): Promise<number> {
  return (await get<{ id: number }[]>('/contacts', { q: email }))[0]!.id;
}

/** Erases a contact, and waits until nothing is left of it. */
export async function erase(id: number): Promise<Erasure> {
  const { status, body } = await desk.call('POST', `/contacts/${id}/erase`);
  expect(status, JSON.stringify(body)).toBe(200);
  return ended(body.data.id);
}

export async function ended(id: number): Promise<Erasure> {
  for (;;) {
    const found = (await get<Erasure[]>('/erasures')).find(one => one.id === id)!;
    if (found.ended_at !== null) return found;
    await desk.center.context.jobs.run();
  }
}

export async function expectNoTrace(): Promise<void> {
  await desk.center.context.store.clear();
  expect(await tracesInRows(desk.center, WORDS)).toEqual([]);
  expect(tracesInFiles(folder, WORDS)).toEqual([]);
  expect(tracesInFiles(desk.folder, WORDS)).toEqual([]);
  expect(log.filter(line => WORDS.some(word => line.includes(word)))).toEqual([]);
}

/** Zoë's own conversation with a file, a note, an answer and a rating. */
export async function ownConversation(name = 'one'): Promise<number> {
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
export async function sharedConversation(name = 's'): Promise<number> {
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
