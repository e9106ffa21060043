import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { createCenter } from '../../../../src/center/center.ts';
import { migrationsFor } from '../../../../src/center/database/migrations/list.ts';
import { isFilling } from '../../../../src/center/database/migrations/to-fill.ts';
import { NodeSqliteDialect } from '../../../../src/center/database/sqlite/dialect.ts';
import type { Tables } from '../../../../src/center/database/tables.ts';
import { fillSome } from '../../../../src/center/model/filling/fill.ts';
import { nextHeads, storeHeads } from '../../../../src/center/model/filling/heads.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openCenter } from '../../open-center.ts';

/** One more than a step looks at. */
const COUNT = 51;

function mailOf(n: number): string {
  return [
    `From: Zoe <z${n}@customer.example>`,
    `To: help+${n}@shop.example, Sam ${n} <s${n}@partner.example>`,
    `Cc: Kim <k${n}@partner.example>`,
    ...(n % 2 === 0 ? ['Auto-Submitted: auto-replied'] : []),
    '',
    'text',
  ].join('\r\n');
}

/** A file as it was before the step `before`: conversation n has the mail n; in the last one a key wrote as well. */
async function oldFile(before: string): Promise<string> {
  const path = join(temporaryFolder(), 'old.db');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path), 'write') });
  const old = Object.entries(migrationsFor('sqlite', 0)).filter(([name]) => name < before);
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(old) },
  }).migrateToLatest();
  if (error) throw error;
  await sql`insert into inbox_email (inbox_id, email, email_key, status)
    values (1, 'help@shop.example', 'help@shop.example', 'primary')`.execute(db);
  for (let n = 1; n <= COUNT; n += 1) {
    await sql`insert into contact (id, name, email, email_key, search_key, created_at, updated_at)
      values (${n}, 'Zoe', ${`z${n}@customer.example`}, ${`z${n}@customer.example`}, '', 1, 1)`.execute(db);
    await sql`insert into conversation
      (id, title, status_id, inbox_id, home_id, requester_id, created_at, updated_at, last_message_at)
      values (${n}, 'Parcel', 1, 1, 1, ${n}, ${n}, ${n}, ${n})`.execute(db);
    await sql`insert into message (id, conversation_id, kind, contact_id, created_at, body_text)
      values (${n}, ${n}, 'contact', ${n}, ${n}, 'text')`.execute(db);
    await sql`insert into mail (source_hash, conversation_id, message_id, imported_at)
      values (${`hash ${n}`}, ${n}, ${n}, 1)`.execute(db);
    await sql`insert into mail_source (source_hash, raw) values (${`hash ${n}`}, ${gzipSync(mailOf(n))})`.execute(db);
  }
  await sql`insert into message (conversation_id, kind, contact_id, created_at, body_text)
    values (${COUNT}, 'contact', 1, 2000, 'text')`.execute(db);
  if (before > '0013')
    await sql`insert into conversation_participant values
    (1, 'help+old@shop.example', 'help+old@shop.example', 'Old', 0), (1, 'z1@customer.example', 'z1@customer.example', 'Zoe', 1)`.execute(
      db,
    );
  await db.destroy();
  return path;
}

async function open(path: string) {
  const desk = await openCenter({ database: path });
  onTestFinished(() => desk.close());
  return desk;
}

function expected(n: number) {
  return [
    { name: 'Zoe', email: `z${n}@customer.example` },
    { name: `Sam ${n}`, email: `s${n}@partner.example` },
    { name: 'Kim', email: `k${n}@partner.example` },
  ];
}

test.for(['0013', '0015'])(
  'the mails in a file from before step %s show who else takes part, and what a machine wrote',
  async before => {
    const { call, center } = await open(await oldFile(before));
    await center.context.filling.run();
    expect(await isFilling(center.context.store.reader)).toBe(false);
    const { data } = (await call('GET', '/conversations', { query: { limit: 200, sort: 'created_at.asc' } })).body;
    const participants = data.map((row: { participants: object[] }) => row.participants);
    const last = [...expected(COUNT), { name: 'Zoe', email: 'z1@customer.example' }];
    expect(participants.slice(0, -1)).toEqual(Array.from({ length: COUNT - 1 }, (_, at) => expected(at + 1)));
    expect(participants.at(-1)).toEqual(last);
    const messages = async (n: number) => (await call('GET', `/conversations/${n}/messages`)).body.data;
    expect(await messages(2)).toMatchObject([
      {
        automatic: true,
        to: [{ email: 'help+2@shop.example' }, { name: 'Sam 2' }],
        cc: [{ email: 'k2@partner.example' }],
      },
    ]);
    expect(await messages(COUNT)).toMatchObject([{ automatic: false }, { automatic: false, to: [], cc: [] }]);
    expect((await call('GET', '/conversations/2')).body.data.waiting_since).toBeNull();
    if (before === '0013') expect((await call('GET', '/conversations/3')).body.data.waiting_since).not.toBeNull();
  },
);

/** Fills in the data that comes before mails are read again. Returns the first mails of them. */
async function firstHeads(center: Pick<Awaited<ReturnType<typeof openCenter>>['center'], 'context' | 'write'>) {
  while (await center.write(fillSome));
  return (await center.context.store.read(nextHeads))!;
}

test('reading mails again continues after a stop, and repeats no step of another process', async () => {
  const path = await oldFile('0015');
  const first = await openCenter({ database: path });
  const batch = await firstHeads(first.center);
  expect([batch.mails.length, batch.next]).toEqual([50, 1]);
  const head = { from: { name: 'Eve', email: 'eve@partner.example' }, to: [], cc: [], isAutomatic: true };
  await first.center.write(work => storeHeads(work, batch, new Map()));
  await first.center.write(work => storeHeads(work, batch, new Map([[COUNT, head]])));
  await first.close();
  const center = await createCenter({ database: path, attachmentsFolder: first.folder });
  onTestFinished(() => center.close());
  expect(await isFilling(center.context.store.reader)).toBe(true);
  await center.context.filling.run();
  const recipients = center.context.store.reader.selectFrom('message_recipients').select('message_id');
  expect(await recipients.execute()).toEqual([{ message_id: 1 }]);
  const { automatic } = await center.context.store.reader
    .selectFrom('message')
    .select('automatic')
    .where('id', '=', COUNT)
    .executeTakeFirstOrThrow();
  expect(automatic).toBe(0);
});

test('a deleted mail, a broken one and a merged conversation stop nothing', async () => {
  const { call, center } = await open(await oldFile('0015'));
  const { store } = center.context;
  await store.write(async db => {
    await sql`delete from mail_source where source_hash = 'hash 5'`.execute(db);
    await sql`update mail_source set raw = ${Buffer.from('no gzip')} where source_hash = 'hash 6'`.execute(db);
  });
  const batch = await firstHeads(center);
  await call('POST', '/conversations/8/merge', { body: [9] });
  const person = { name: 'Eve', email: 'eve@partner.example' };
  const heads = new Map([[9, { from: person, to: [], cc: [], isAutomatic: false }]]);
  await center.write(work => storeHeads(work, batch, heads));
  const read = async (n: number) => (await call('GET', `/conversations/${n}`)).body.data.participants;
  const [eight, nine] = [8, 9].map(n => ({ name: 'Zoe', email: `z${n}@customer.example` }));
  expect([await read(8), await read(9)]).toEqual([[eight, person, nine], []]);
  await store.write(db =>
    sql`update setting set value = '{"conversation":0,"contact":0,"heads":51}' where key = 'filling'`.execute(db),
  );
  await center.context.filling.run();
  expect(await isFilling(store.reader)).toBe(false);
  expect(await read(7)).toEqual(expected(7));
});
