import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { requireKnownSchema } from '../../../../src/center/database/migrations/known-schema.ts';
import { BASELINE, migrationNames, migrationsFor } from '../../../../src/center/database/migrations/list.ts';
import { takeSteps } from '../../../../src/center/database/migrations/migrate.ts';
import { openDatabase } from '../../../../src/center/database/open.ts';
import { NodeSqliteDialect } from '../../../../src/center/database/sqlite/dialect.ts';
import type { Tables } from '../../../../src/center/database/tables.ts';
import { NEWER, saidOfNewer } from '../../../harness/newer-program.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openCenter } from '../../open-center.ts';

/** A file as the program before the first version left it; it had recorded these steps. */
async function formerFile(more: string, steps = ['0001-people', '0002-inboxes', BASELINE]): Promise<string> {
  const path = join(temporaryFolder(), 'former.db');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path), 'write') });
  await takeSteps(db, 'sqlite', 0, { last: BASELINE });
  await sql`update inbox set name = 'Help' where id = 1`.execute(db);
  await sql`delete from kysely_migration`.execute(db);
  for (const name of steps) await sql`insert into kysely_migration values (${name}, '2026')`.execute(db);
  await sql.raw(more).execute(db);
  await db.destroy();
  return path;
}

test('a file of the program before the first version is taken as it is, and goes on with the steps after it', async () => {
  const store = await openDatabase(await formerFile('select 1'), 0);
  onTestFinished(() => store.close());
  const inbox = await store.read(db => db.selectFrom('inbox').select('name').where('id', '=', 1).executeTakeFirst());
  expect(inbox).toEqual({ name: 'Help' });
  await store.write(db => requireKnownSchema(db));
  const { rows } = await store.read(db => sql<{ name: string }>`select name from kysely_migration`.execute(db));
  expect(rows.map(({ name }) => name)).toEqual(['0001-people', '0002-inboxes', ...migrationNames]);
});

test.for([
  ['has fewer tables', 'select 1', ['0001-people', '0002-inboxes']],
  ['is still being completed', `insert into setting values ('filling', '{"conversation":7,"contact":0}')`, undefined],
] as const)('an older file that %s is refused unchanged, with the way over', async ([_what, more, steps]) => {
  const path = await formerFile(more, steps && [...steps]);
  const before = readFileSync(path);
  await expect(openDatabase(path, 0)).rejects.toThrow(
    /from before the first version; nothing in it was changed: .* commit 958be25f .* then open it here/,
  );
  expect(readFileSync(path)).toEqual(before);
});

test('a program older than its database’s tables writes nothing, says so and goes on reading', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  await desk.center.context.store.write(async db => {
    for (const text of NEWER) await sql.raw(text).execute(db);
  });
  const { status, body } = await desk.call('POST', '/contacts', {
    body: { name: 'Zoe', email: 'zoe@customer.example' },
  });
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  expect(body.error.message).toMatch(saidOfNewer);
  expect((await desk.call('GET', '/conversations')).status).toBe(200);
});

test('entries that counted as read by their date still do, and unread ones stay unread', async () => {
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

test('a machine’s mail that is there already is found by the lists', async () => {
  const path = join(temporaryFolder(), 'old.db');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path), 'write') });
  const all = Object.entries(migrationsFor('sqlite', 0));
  const stepsTo = (last: string) => ({
    getMigrations: async () => Object.fromEntries(all.filter(([name]) => name < last)),
  });
  await new Migrator({ db, provider: stepsTo('0035') }).migrateToLatest();
  await sql`insert into conversation (title, status_id, inbox_id, home_id, created_at, updated_at, last_message_at)
    values ('a', 1, 1, 1, 1, 1, 7), ('b', 1, 1, 1, 1, 1, 1), ('c', 1, 1, 1, 1, 1, 1)`.execute(db);
  await sql`insert into message (conversation_id, kind, automatic, created_at, body_text)
    values (1, 'contact', 1, 7, ''), (1, 'contact', 1, 7, ''), (2, 'contact', 0, 1, ''), (3, 'system', 1, 1, '')`.execute(
    db,
  );
  await new Migrator({ db, provider: stepsTo('0036') }).migrateToLatest();
  const { rows } = await sql`select conversation_id, kind, last_message_at from conversation_mark`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ conversation_id: 1, kind: 5, last_message_at: 7 }]);
});
