import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hashOf } from '../../../../src/center/database/backup/folder.ts';
import { columnPolicy } from '../../../../src/center/model/erasure/column-policy.ts';
import { beginErasure } from '../../../../src/center/model/erasure/erasure.ts';
import { recordSetAside } from '../../../../src/center/model/mail.ts';
import type { Letter } from '../../../../src/center/model/outgoing/letter.ts';
import type { Work } from '../../../../src/center/model/work.ts';
import type { Conversation } from '../../../../src/contract/model.ts';
import { isOnPostgres } from '../../../harness/on-postgres.ts';
import { saveTo } from '../../database/backup/saved.ts';
import {
  contactId,
  deliver,
  desk,
  ended,
  expectNoTrace,
  folder,
  get,
  open,
  ownConversation,
  SAM,
  sharedConversation,
  TO,
  WORDS,
  ZOE,
} from './person.ts';
import { tracesIn, tracesInFiles, tracesInRows } from './traces.ts';

const ADDRESS = 'zoe@quaxel.example';

beforeEach(() => open('file'));

async function newest(): Promise<number> {
  return Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
}

function setAside(work: Work, identity: string, raw: string, facts: object = {}) {
  const source = `${identity}.eml`;
  const reason = `${source} is torn.`;
  return recordSetAside(work, { identity, source, reason, raw: gzipSync(raw), facts: JSON.stringify(facts) });
}

function letterTo(emails: readonly string[], text: string): Letter {
  const head = { messageId: 'a@shop.example', date: 0, from: { name: '', email: 'help@shop.example' } };
  const [to, about] = [emails.map(email => ({ name: '', email })), { subject: 'Chairs', inReplyTo: null, text }];
  const rest = { cc: [], bcc: [], references: [], attachmentIds: [], automatic: null, hasNullSender: false };
  return { ...head, to, ...about, ...rest };
}

/** A letter in the queue, and the report that a former answer was refused. */
async function answerWaits({ db, now }: Work, conversationId: number, emails: readonly string[]): Promise<void> {
  const answer = db.selectFrom('message').select('id').where('conversation_id', '=', conversationId);
  const { id: messageId } = await answer.where('kind', '=', 'agent').executeTakeFirstOrThrow();
  const letter = JSON.stringify(letterTo(emails, `Ask ${ADDRESS}`));
  const names = { message_id: messageId, conversation_id: conversationId, message_key: `a${messageId}@shop.example` };
  const sending = { state: 'queued' as const, since: now, next_at: now + 1e9, lease_owner: null, lease_ends_at: null };
  const recipients = JSON.stringify(emails);
  const reply = `450 <${ADDRESS}> is busy`;
  await db
    .insertInto('outgoing')
    .values({ ...names, ...sending, letter, recipients, reply, created_at: now })
    .execute();
  const failed = { state: 'failed' as const, at: now, reason: `${ADDRESS} says: no` };
  await db
    .insertInto('message_delivery')
    .values({ message_id: messageId, ...failed })
    .execute();
}

/** What the mails of the other tests leave empty, in her own conversation. */
async function fillOwn(): Promise<void> {
  await deliver(
    ZOE,
    TO,
    'Cc: zoe+shop@quaxel.example',
    'Reply-To: Zoe <zoe+reply@quaxel.example>',
    'Subject: Another wexford',
    'References: <zero@quaxel.example>',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Where is my <b>brimstol</b>?',
  );
  await deliver(
    ZOE,
    TO,
    'Subject: Third wexford',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: application/x-tramplin; name=plimsy.bin',
    '',
    'gondor',
    '--b--',
  );
}

/** Rows that name Zoë in the tables that no mail fills. */
function fillShared(conversationId: number): Promise<void> {
  return desk.center.write(async work => {
    const { db, now } = work;
    await db.insertInto('automatic_reply').values({ email_key: ADDRESS, inbox_id: 1, at: now }).execute();
    await db
      .insertInto('spam_mark')
      .values({ email_key: ADDRESS, conversation_id: conversationId, lifted_by: null })
      .execute();
    await answerWaits(work, conversationId, ['sam@other.example', ADDRESS]);
    await setAside(work, 'quaxel', `From: Zoe <${ADDRESS.toUpperCase()}>\r\n\r\nbrimstol`);
    await setAside(work, 'b', 'From: sam@other.example\r\n\r\n', { envelope: { from: ADDRESS } });
    const mail = db.selectFrom('mail').select('id').where('conversation_id', '=', conversationId);
    const { id: mail_id } = await mail.executeTakeFirstOrThrow();
    await db
      .insertInto('mail_reference')
      .values({ mail_id, message_key: `named ${ADDRESS} x@y` })
      .execute();
  });
}

/** A conversation of Sam's alone that mentions her address in each place where a mention can be, and in no text or title. */
async function mentioned(): Promise<number> {
  await deliver(SAM, TO, `Reply-To: <${ADDRESS}>`, 'Message-ID: <m@other.example>', 'Subject: A table', '', 'A table.');
  const id = await newest();
  const again = ['In-Reply-To: <m@other.example>', 'Subject: Re: A table'];
  for (const field of [`X-Original-To: ${ADDRESS}`, `Return-Path: <list-zoe=quaxel.example@list.example>`])
    await deliver(field, SAM, TO, ...again, '', `It has ${field.length} legs.`);
  await deliver(SAM, TO, again[0]!, `References: <m@other.example> <${ADDRESS}>`, again[1]!, '', 'A round one.');
  const subject = Buffer.from(`A table for ${ADDRESS}`).toString('base64');
  await deliver(SAM, TO, again[0]!, `Subject: =?utf-8?B?${subject}?=`, '', 'A green one.');
  for (const title of [`A table for ${ADDRESS}`, 'A table'])
    await desk.call('PUT', `/conversations/${id}`, { body: { title } });
  await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'It comes.' } });
  const rating = { rating: 4, comment: `Ask ${ADDRESS}` };
  await desk.call('POST', `/conversations/${id}/reviews`, { as: 'key', body: rating });
  await desk.center.write(async work => {
    await answerWaits(work, id, ['sam@other.example']);
    const html = work.db.updateTable('message').set({ body_html: `<a href="mailto:${ADDRESS}">her</a>` });
    await html.where('conversation_id', '=', id).where('kind', '=', 'contact').execute();
  });
  return id;
}

/** The person in each column that the schema has, and all that is known of their mails and files by hash. */
async function everywhere() {
  const own = await ownConversation();
  await fillOwn();
  const shared = await sharedConversation();
  await deliver(SAM, TO, 'In-Reply-To: <s@other.example>', 'Subject: Complaint of Zoë Quaxel', '', 'Not good.');
  await fillShared(shared);
  const others = await mentioned();
  const renamed = { body: { name: 'Zoë Quaxel', note: 'Sells gondor' }, headers: { 'idempotency-key': 'c' } };
  await desk.call('PUT', `/contacts/${await contactId('zoe')}`, renamed);
  const mails = await desk.center.read(({ db }) =>
    db.selectFrom('mail').select('source_hash').where('conversation_id', '=', own).execute(),
  );
  const words = [...WORDS, hashOf('gondor'), hashOf('gondor gondor'), ...mails.map(mail => mail.source_hash)];
  return { own, shared, others, words };
}

/** PostgreSQL keeps samples of its columns, by which it plans queries; those of an emptied table until it has rows again. */
async function rememberSamples(): Promise<void> {
  if (isOnPostgres()) await sql`analyze`.execute(desk.center.context.store.reader);
  if (isOnPostgres()) expect(await tracesInSamples(WORDS)).not.toEqual([]);
}

async function tracesInSamples(words: readonly string[]): Promise<string[]> {
  if (!isOnPostgres()) return [];
  const { rows } = await sql<{ place: string; said: string }>`select tablename || '.' || attname as place,
    concat(most_common_vals::text, histogram_bounds::text) as said from pg_stats
    join pg_class on oid = to_regclass(tablename) where schemaname = current_schema() and reltuples > 0`.execute(
    desk.center.context.store.reader,
  );
  return rows.filter(({ said }) => words.some(word => said.toLowerCase().includes(word))).map(({ place }) => place);
}

/** The columns whose words go, by the policy of each. */
const going = Object.entries(columnPolicy).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, fate]) => (fate === 'ours' ? [] : [`${table}.${column}`])),
);

test('a person who is in every column that the schema has leaves no byte in any of them, in files or in the newest backup', async () => {
  const { shared, others, words } = await everywhere();
  const id = await contactId('zoe');
  await rememberSamples();
  const erasure = await desk.center.write(async work => {
    const before = await tracesIn(work.db, words);
    const contact = await work.db.selectFrom('contact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const begun = await beginErasure(work, contact);
    const held = [...before, ...(await tracesIn(work.db, words))].map(trace => trace.split(':')[0]);
    // A new column with a fate needs the person in it here.
    expect(going.filter(column => !held.includes(column))).toEqual([]);
    return begun;
  });
  await ended(erasure.id);
  await expectNoTrace();
  expect(await tracesInRows(desk.center, words)).toEqual([]);
  expect(await tracesInSamples(words)).toEqual([]);
  expect(tracesInFiles(desk.folder, words)).toEqual([]);
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  await saveTo(desk.center.context, { folder: backups, now: desk.clock.now });
  expect(tracesInFiles(backups, words)).toEqual([]);
  // What is others' stays.
  expect(await get(`/conversations/${shared}`)).toMatchObject({ title: 'Two chairs' });
  expect(await get(`/conversations/${others}`)).toMatchObject({ title: 'A table', message_count: 6 });
});
