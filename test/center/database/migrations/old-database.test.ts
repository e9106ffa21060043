import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { createCenter } from '../../../../src/center/center.ts';
import { migrationsFor } from '../../../../src/center/database/migrations/list.ts';
import { isFilling, keepProgress, progressIn } from '../../../../src/center/database/migrations/to-fill.ts';
import { NodeSqliteDialect } from '../../../../src/center/database/sqlite/dialect.ts';
import type { Tables } from '../../../../src/center/database/tables.ts';
import { isWaiting } from '../../../../src/center/model/conversation/mark.ts';
import { fillSome } from '../../../../src/center/model/filling/fill.ts';
import { countNumbers } from '../../../../src/center/model/inbox/number.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { numbersOf } from '../../conversations.ts';
import { openCenter, startTime } from '../../open-center.ts';

const COUNT = 250;

const BEFORE_MARKS = '0013';

/** A file as it was before a step: of three conversations one waits, one is answered, one holds only a note. */
async function oldFile(step: string): Promise<string> {
  const path = join(temporaryFolder(), 'old.db');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path), 'write') });
  const old = Object.entries(migrationsFor('sqlite', 0)).filter(([name]) => name < step);
  const provider = { getMigrations: async () => Object.fromEntries(old) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  const numbers = sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${COUNT})`;
  await sql`${numbers} insert into contact (name, email, email_key, search_key, created_at, updated_at)
    select 'Zoe ' || n, 'z' || n || '@customer.example', 'z' || n || '@customer.example', '', 1, 1 from number`.execute(
    db,
  );
  await sql`${numbers} insert into conversation
    (title, status_id, inbox_id, home_id, requester_id, created_at, updated_at, last_message_at)
    select 'Parcel', 1, 1, 1, n, n, n, n from number`.execute(db);
  await sql`${numbers} insert into message (conversation_id, kind, contact_id, created_at, body_text)
    select n, 'contact', n, n, 'text' from number where n % 3 < 2`.execute(db);
  await sql`${numbers} insert into message (conversation_id, kind, created_at, body_text)
    select n, 'agent', n + 1, 'text' from number where n % 3 = 1`.execute(db);
  await sql`${numbers} insert into note (conversation_id, details, created_at)
    select n, 'text', n from number where n % 3 = 2`.execute(db);
  await sql`insert into conversation_contact (conversation_id, contact_id, position)
    select id, requester_id, 0 from conversation`.execute(db);
  await sql`insert into tag (name, name_key) values ('late', 'late')`.execute(db);
  await sql`insert into conversation_tag (conversation_id, tag_id, shelf, status_id, home_id, assign_key, last_message_at)
    select id, 1, shelf, status_id, home_id, assign_key, last_message_at from conversation where id % 5 = 0`.execute(
    db,
  );
  await db.destroy();
  return path;
}

async function open(path: string) {
  const desk = await openCenter({ database: path });
  onTestFinished(() => desk.close());
  const total = async (query: object) =>
    (await desk.call('GET', '/conversations', { query: { ...query, count: 1, limit: 1 } })).body.meta.total;
  return { desk, total };
}

test('an old file shows its totals when it is opened, and is filled in later', async () => {
  const { desk, total } = await open(await oldFile(BEFORE_MARKS));
  expect(await total({})).toBe(COUNT);
  expect((await desk.call('GET', '/inboxes/1')).body.data.counts.unresolved).toBe(COUNT);
  await desk.center.context.filling.run();
  expect(await isFilling(desk.center.context.store.reader)).toBe(false);
  expect(await total({ waiting: 1 })).toBe(83);
  expect(await total({ has: ['note'] })).toBe(83);
  expect(await total({ from: 'zoe' })).toBe(COUNT);
  expect(await total({ from: 'z250@customer' })).toBe(1);
  const { data } = (await desk.call('GET', '/conversations/3')).body;
  expect(data.waiting_since).toBe('1970-01-01T00:00:00');
  expect(data.participants).toEqual([{ name: 'Zoe 3', email: 'z3@customer.example' }]);
});

test('an old file can be listed by contacts and without tags while it is filled in, and after that', async () => {
  const { desk, total } = await open(await oldFile(BEFORE_MARKS));
  const check = async () => {
    expect(await total({ contacts: [7, 10, 11] })).toBe(3);
    expect(await total({ not: { tags: ['late'] } })).toBe(200);
    expect(await total({ not: { tags: ['late'] }, contacts: [10, 11] })).toBe(1);
    const { data } = (await desk.call('GET', '/conversations', { query: { ids: [5, 6, 245] } })).body;
    expect(data.map(({ tags }: { tags: string[] }) => tags)).toEqual([['late'], [], ['late']]);
  };
  await check();
  for (let step = 0; step < 4; step += 1) await desk.center.write(fillSome);
  expect(await isFilling(desk.center.context.store.reader)).toBe(true);
  await check();
  await desk.center.context.filling.run();
  await check();
  expect(await total({ from: 'zoe', not: { tags: ['late'] } })).toBe(200);
});

test('earlier messages count as read, also for agents who came later', async () => {
  const { desk, total } = await open(await oldFile(BEFORE_MARKS));
  await desk.center.context.filling.run();
  expect(await total({ unread: 1 })).toBe(0);
  desk.clock.now = startTime + 1_000;
  await desk.call('POST', '/conversations/3/messages', { as: 'key', body: { body_text: 'Hello?' } });
  expect(await total({ unread: 1 })).toBe(1);
});

test('filling in continues after a stop, and rows written meanwhile are right', async () => {
  const path = await oldFile(BEFORE_MARKS);
  const first = await openCenter({ database: path });
  for (let step = 0; step < 4; step += 1) expect(await first.center.write(fillSome)).toBe(true);
  await first.call('POST', '/conversations/6/messages', { body: { body_text: 'Here it is.' } });
  await first.close();
  const center = await createCenter({ database: path, attachmentsFolder: first.folder });
  onTestFinished(() => center.close());
  expect(await isFilling(center.context.store.reader)).toBe(true);
  await center.context.filling.run();
  const marks = center.context.store.reader.selectFrom('conversation_mark as k').select('conversation_id');
  const waiting = (await marks.where(isWaiting('k')).execute()).map(row => row.conversation_id);
  expect(waiting).toHaveLength(82);
  expect(waiting).not.toContain(6);
});

test('numbers are counted step by step, and are right even if rows are written meanwhile', async () => {
  const { desk, total } = await open(await oldFile(BEFORE_MARKS));
  const change = async (id: number, body: object) => desk.call('PUT', `/conversations/${id}`, { body });
  const numbers = async () => {
    const { kept, counted } = await numbersOf(desk);
    expect(kept).toEqual(counted);
    return kept.map(row => Object.values(row as object).join(' '));
  };
  const unresolved = async () => (await desk.call('GET', '/inboxes/1')).body.data.counts.unresolved;
  await change(200, { conversation_status_id: 2 });
  expect([await unresolved(), await total({ status: 'closed' })]).toEqual([COUNT - 1, 1]);
  await desk.center.write(async ({ db }) => {
    await countNumbers(db, 125, COUNT);
    await keepProgress(db, { ...(await progressIn(db))!, numbers: 125 });
  });
  await change(10, { conversation_status_id: 2, assign_to: desk.adminId });
  await change(201, { conversation_status_id: 2 });
  await desk.call('POST', '/conversations/11/archive');
  await desk.call('POST', '/conversations', { body: { title: 'A new one', inbox_id: 1 } });
  expect([await unresolved(), await total({ status: 'closed' })]).toEqual([COUNT - 3, 3]);
  await desk.center.context.filling.run();
  expect([await unresolved(), await total({ status: 'closed' })]).toEqual([COUNT - 3, 3]);
  expect(await numbers()).toEqual([
    '1 0 1 0 0 165',
    '1 0 1 0 1 82',
    '1 0 2 0 0 2',
    `1 0 2 ${desk.adminId} 0 1`,
    '1 1 1 0 0 1',
  ]);
});

test('what waits in a file without numbers of it is counted later, and its total is right all the while', async () => {
  const path = await oldFile('0024');
  const file = new DatabaseSync(path);
  file.exec(`insert into conversation_mark
      (conversation_id, kind, since, at, message_id, shelf, status_id, home_id, assign_key, last_message_at)
    select id, 4, id, id, id, shelf, status_id, home_id, assign_key, last_message_at from conversation where id % 3 = 0;
    insert into conversation_number (home_id, shelf, status_id, assign_key, number) values (1, 0, 1, 0, ${COUNT})`);
  file.close();
  const { desk, total } = await open(path);
  const totals = async () => [await total({}), await total({ waiting: 1 })];
  const answer = (id: number) => desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'Here.' } });
  expect(await totals()).toEqual([COUNT, 83]);
  await desk.center.write(async ({ db }) => {
    await countNumbers(db, 125, COUNT);
    await keepProgress(db, { ...(await progressIn(db))!, numbers: 125 });
  });
  for (const id of [3, 249]) await answer(id);
  await desk.call('PUT', '/conversations/6', { body: { conversation_status_id: 2 } });
  expect(await totals()).toEqual([COUNT, 80]);
  await desk.center.context.filling.run();
  expect(await isFilling(desk.center.context.store.reader)).toBe(false);
  expect(await totals()).toEqual([COUNT, 80]);
  const { kept, counted } = await numbersOf(desk);
  expect(kept).toEqual(counted);
});

test('a new help center has nothing to fill in', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  expect(await isFilling(desk.center.context.store.reader)).toBe(false);
});

test('a program older than its database’s tables writes nothing, says so and goes on reading', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  await desk.center.context.store.write(db =>
    sql`insert into kysely_migration values ('9999-later', '2030')`.execute(db),
  );
  const { status, body } = await desk.call('POST', '/contacts', {
    body: { name: 'Zoe', email: 'zoe@customer.example' },
  });
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  expect(body.error.message).toMatch(/newer frontdesk has changed this database. Nothing was stored/);
  expect((await desk.call('GET', '/conversations')).status).toBe(200);
});

test('what counted as read by its date still does, and what was unread stays so', async () => {
  const path = join(temporaryFolder(), 'old.db');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path), 'write') });
  const all = Object.entries(migrationsFor('sqlite', 0));
  const stepsTo = (last: string) => ({
    getMigrations: async () => Object.fromEntries(all.filter(([name]) => name < last)),
  });
  await new Migrator({ db, provider: stepsTo('0034') }).migrateToLatest();
  await sql`insert into conversation (title, status_id, inbox_id, home_id, created_at, updated_at, last_message_at)
    values ('a', 1, 1, 1, 1, 1, 1), ('b', 1, 1, 1, 1, 1, 1), ('c', 1, 1, 1, 1, 1, 1)`.execute(db);
  await sql`insert into message (conversation_id, kind, created_at, body_text)
    values (1, 'contact', 100, ''), (2, 'contact', 300, ''), (3, 'contact', 400, '')`.execute(db);
  await sql`insert into conversation_mark
    (conversation_id, kind, since, at, message_id, shelf, status_id, home_id, assign_key, last_message_at)
    select conversation_id, 4, created_at, created_at, id, 0, 1, 1, 0, created_at from message`.execute(db);
  await sql`insert into agent (name, email, email_key, role, read_since, created_at, updated_at)
    values ('late', 'l@x', 'l@x', 'admin', 200, 1, 1), ('later', 'm@x', 'm@x', 'admin', 500, 1, 1)`.execute(db);
  await new Migrator({ db, provider: stepsTo('0035') }).migrateToLatest();
  const { rows } = await sql`select name, read_first, read_floor from agent order by id`.execute(db);
  await db.destroy();
  expect(rows).toEqual([
    { name: 'late', read_first: 1, read_floor: 1 },
    { name: 'later', read_first: 3, read_floor: 3 },
  ]);
});
